/**
 * Loaded into each server's process before the server: answers what the process has used so far.
 *
 * Invariant: it is the same for every server, does nothing until it is asked, and ends the process
 * with the one that started it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

// Whoever measures is gone, perhaps killed: so is what was measured.
process.on('disconnect', () => process.exit(1));

process.on('message', (what) => {
  if (what === 'memory') {
    // The second finds what the first one's finalizers let go.
    collectGarbage();
    collectGarbage();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss, heap: heapUsed + external, cpuMs: (user + system) / 1000 });
});
