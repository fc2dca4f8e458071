/**
 * Loaded into each server's process before the server: answers what the process has used so far.
 *
 * Invariant: it is the same for every server, does nothing until it is asked, and ends the process
 * with the one that started it. A server may have a thread of its own, whose heap is counted, too.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

function heapNow(collects) {
  // The second finds what the first one's finalizers let go.
  if (collects) collectGarbage();
  if (collects) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const threads = new BroadcastChannel('probe');
threads.unref();

if (isMainThread) {
  let started = 0;
  process.on('worker', () => {
    started += 1;
  });
  // Whoever measures is gone, perhaps killed: so is what was measured.
  process.on('disconnect', () => process.exit(1));
  // Being asked is no reason to go on once the server has ended.
  process.channel?.unref();
  process.on('message', async (what) => {
    const collects = what === 'memory';
    const heap = heapNow(collects) + (await heapOfThreads(started, collects));
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, heap, cpuMs: (user + system) / 1000 });
  });
} else {
  threads.onmessage = ({ data: { collects } }) => {
    if (collects !== undefined) threads.postMessage({ heap: heapNow(collects) });
  };
}

function heapOfThreads(count, collects) {
  return new Promise((resolve) => {
    let answers = 0;
    let sum = 0;
    threads.onmessage = ({ data: { heap } }) => {
      if (heap === undefined) return;
      answers += 1;
      sum += heap;
      if (answers === count) resolve(sum);
    };
    if (count === 0) resolve(0);
    else threads.postMessage({ collects });
  });
}
