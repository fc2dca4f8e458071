/** Memory as it is when all that can go has gone, so that a count of it is of what somebody holds. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function collectGarbage(): void {
  collect();
  // Buffers are given back beside the program, which the next collection waits for.
  collect();
}
