/** What `compare` says of two states of a document is all that there is between them. */
import { expect, test } from 'vitest';
import { readBlocks } from '../body.ts';
import { applied, readingOf } from '../testing/applied.ts';
import { checkPairs, type Pair } from '../testing/states.ts';
import { readTitle } from '../text.ts';
import type { Comparison } from './changes.ts';
import { compare } from './compare.ts';

const LIMIT_MS = 600_000;
const OPERATIONS = 60;
const SIMULATIONS = 20;
const firstSeed = Math.floor(Math.random() * 2 ** 31);

function checkApplied({ before, after }: Pair): void {
  // It will come out of a worker.
  const comparison: Comparison = JSON.parse(JSON.stringify(compare(before, after)));
  const told = () => comparison.changes.map((change) => JSON.stringify(change)).join('\n');
  const wanted = JSON.stringify(readingOf(readTitle(after), readBlocks(after)));
  const got = JSON.stringify(applied(readTitle(before), readBlocks(before), comparison));
  if (got !== wanted) throw new Error(`applied gives after\n${wanted}, not\n${got}\n${told()}`);
}

test(`${SIMULATIONS} simulations from seed ${firstSeed}: what is said, done to before, gives after`, {
  timeout: LIMIT_MS,
}, () => {
  for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
    expect(() => checkPairs(seed, OPERATIONS, checkApplied)).not.toThrow();
});
