/**
 * Faults in Yjs that nobody knows yet, for a server that a test starts as a program of its own:
 * loaded before it (`node --import`), in each of its threads.
 *
 * Invariant: only a text that says so meets one, and only where it is put into a document.
 */
import { Worker } from 'node:worker_threads';
import * as Y from 'yjs';
import { ALL_MEMORY, ENDLESS, WAITS } from './faults.ts';

/** So many that it does not take long. */
const PIECE = 10_000;
/** Computes for so long, and says so. */
const COMPUTES = `
  const { workerData } = require('node:worker_threads');
  for (let ms = 0; ms < 2_000; ) {
    const { user, system } = process.threadCpuUsage();
    ms = (user + system) / 1000;
  }
  Atomics.store(workerData, 0, 1);
  Atomics.notify(workerData, 0);
`;
const integrate = Y.Item.prototype.integrate;

Y.Item.prototype.integrate = function (this: Y.Item, ...given) {
  const { content } = this;
  const text = content instanceof Y.ContentString ? content.str : '';
  if (text.includes(ENDLESS)) for (;;);
  if (text.includes(ALL_MEMORY))
    for (let all = {}; ; ) all = { all, more: new Array(PIECE).fill(all) };
  if (text.includes(WAITS)) {
    const hasComputed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    new Worker(COMPUTES, { eval: true, workerData: hasComputed });
    Atomics.wait(hasComputed, 0, 0);
  }
  integrate.apply(this, given);
};
