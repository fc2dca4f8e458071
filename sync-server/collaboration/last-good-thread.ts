/** The thread of `last-good.ts`: what is cheap and safe first, so that it is there if the rest is not. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Found, ToLookAt } from './last-good.ts';
import { lastGoodOf } from './stored-document.ts';

const { history, checkpoint } = workerData as ToLookAt;
const say = (found: Found): void => parentPort?.postMessage(found);

/** How much is tried where nothing was compacted: what hung the server is likely to be at the end. */
const SHARES = [1 / 2, 3 / 4, 7 / 8, 15 / 16, 31 / 32, 1] as const;

say('begin');
const compacted = history.filter((row) => row.compacted);
say(lastGoodOf(compacted, checkpoint));
if (compacted.length === 0) {
  // Where a row is gone, nothing tells what else is: such a document is never shown in part.
  const isGone = checkpoint === null && history.some(({ sequence }, at) => sequence !== at + 1);
  for (const share of isGone ? [] : SHARES) {
    say(lastGoodOf(history.slice(0, Math.ceil(history.length * share)), checkpoint));
  }
} else if (compacted.length < history.length) say(lastGoodOf(history, checkpoint));
