/** Histories that were told once, in a database of the browser. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { forgetHistory, type KeptPage, keepHistory, readHistory } from './kept-histories.ts';

const [one, two, three] = [0, 7, 9].map((after) => ({ after, bytes: Uint8Array.of(after, 1) })) as [
  KeptPage,
  KeptPage,
  KeptPage,
];

test('a history is read as it was told, with what came behind it, until it is forgotten', async () => {
  expect(await readHistory('a')).toBeNull();
  await keepHistory('a', 0, { at: 5, pages: [one, two] });
  await keepHistory('b', 0, { at: 6, pages: [one] });
  await keepHistory('a', 9, { at: 7, pages: [three] });
  expect(await readHistory('a')).toEqual({ at: 7, pages: [one, two, three] });
  await forgetHistory('a');
  expect(await readHistory('a')).toBeNull();
  expect(await readHistory('b')).toEqual({ at: 6, pages: [one] });
});

test('what is told anew leaves nothing of what was told before', async () => {
  await keepHistory('c', 0, { at: 1, pages: [one, two, three] });
  await keepHistory('c', 0, { at: 2, pages: [one] });
  expect(await readHistory('c')).toEqual({ at: 2, pages: [one] });
});
