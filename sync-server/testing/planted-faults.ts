/**
 * Faults in Yjs that nobody knows yet, for a server that a test starts as a program of its own:
 * loaded before it (`node --import`), in each of its threads.
 *
 * Invariant: only a text that says so meets one, and only where it is put into a document.
 */
import * as Y from 'yjs';
import { ALL_MEMORY, ENDLESS } from './faults.ts';

/** So many that it does not take long. */
const PIECE = 10_000;
const integrate = Y.Item.prototype.integrate;

Y.Item.prototype.integrate = function (this: Y.Item, ...given) {
  const { content } = this;
  const text = content instanceof Y.ContentString ? content.str : '';
  if (text.includes(ENDLESS)) for (;;);
  if (text.includes(ALL_MEMORY))
    for (let all = {}; ; ) all = { all, more: new Array(PIECE).fill(all) };
  integrate.apply(this, given);
};
