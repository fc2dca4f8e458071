/** Copies of what was seen, in a database of the browser. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { forgetSeen, keepSeen, noteSeen, readSeen, type SeenCopy } from './seen-copies.ts';

const COPY: SeenCopy = { at: 5, sequence: 7, writers: [], state: Uint8Array.of(1, 2, 3) };

test('a copy is read as it was kept, with what was noted since, until it is forgotten', async () => {
  expect(await readSeen('one')).toBeNull();
  await keepSeen('one', COPY);
  await keepSeen('two', { ...COPY, at: 6 });
  expect(await readSeen('one')).toEqual(COPY);
  await Promise.all(
    [1, 2, 3].map((writer) =>
      noteSeen('one', (facts) => ({ ...facts, writers: [...facts.writers, writer] })),
    ),
  );
  expect((await readSeen('one'))?.writers).toEqual([1, 2, 3]);
  await keepSeen('one', { ...COPY, sequence: 9 });
  expect(await readSeen('one')).toEqual({ ...COPY, sequence: 9 });
  await forgetSeen('one');
  expect(await readSeen('one')).toBeNull();
  expect((await readSeen('two'))?.at).toBe(6);
});

test('of what was never kept nothing is noted', async () => {
  await noteSeen('three', (facts) => ({ ...facts, sequence: 1 }));
  expect(await readSeen('three')).toBeNull();
});
