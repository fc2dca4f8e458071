/**
 * Random histories through the editor: carets, keys and pasting on several devices, delivered late
 * and out of order. After every step the view shows what a fresh read of the document gives.
 */
import { expect, test } from 'vitest';
import { broken, tell, tryHistory } from '../../../shared/document/testing/random-history.ts';
import { editorHands } from '../testing/editor-hands.ts';
import { KEPT_HISTORIES } from '../testing/kept-histories.ts';

const OPERATIONS = 100;
const HISTORIES = 60;
/** Making a history that failed small takes a while. */
const LIMIT_MS = 600_000;

test.each(Object.entries(KEPT_HISTORIES))('%s', (_, history) => {
  expect(broken(history, editorHands)).toBeNull();
});

const firstSeed = Math.floor(Math.random() * 2 ** 31);
const seeds = Array.from({ length: HISTORIES }, (_, index) => firstSeed + index);

test.each(seeds)(
  'two to five editors, seed %i',
  (seed) => {
    const fault = tryHistory(seed, OPERATIONS, editorHands);
    if (fault) throw new Error(tell(fault));
  },
  LIMIT_MS,
);
