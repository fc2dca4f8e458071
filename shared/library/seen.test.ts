/** Up to where documents were seen, as linked devices know it. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../access/ids.ts';
import { addEntry, ENTRIES, readEntry } from './library.ts';
import { registersOf } from './registers.ts';
import { readSeenUpTo, recordSeen } from './seen.ts';

const secret = createSecret();
const docId = docIdOf(secret);

function libraryWith(): Y.Doc {
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: 1 });
  return library;
}

function exchange(a: Y.Doc, b: Y.Doc): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const)
    Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
}

test('it goes on and never back, and is nothing of a document that is not kept', () => {
  const library = libraryWith();
  expect(readSeenUpTo(library, docId)).toBeNull();
  recordSeen(library, docId, { sequence: 7, at: 10 });
  recordSeen(library, docId, { sequence: 5, at: 20 });
  expect(readSeenUpTo(library, docId)).toEqual({ sequence: 7, at: 10 });
  const other = docIdOf(createSecret());
  recordSeen(library, other, { sequence: 7, at: 10 });
  expect(readSeenUpTo(library, other)).toBeNull();
});

test('linked devices know of each other, whichever wrote last', () => {
  const [desk, phone] = [libraryWith(), new Y.Doc()];
  exchange(desk, phone);
  recordSeen(desk, docId, { sequence: 7, at: 10 });
  exchange(desk, phone);
  recordSeen(phone, docId, { sequence: 9, at: 20 });
  exchange(desk, phone);
  for (const library of [desk, phone]) {
    expect(readSeenUpTo(library, docId)).toEqual({ sequence: 9, at: 20 });
    expect(readEntry(library, docId)).not.toBeNull();
  }
});

test.each([null, 'x', { sequence: 0, at: 1 }, { sequence: 1.5, at: 1 }, { sequence: 1 }, []])(
  'what says %j says nothing, and is written over',
  (value) => {
    const library = libraryWith();
    registersOf(library, ENTRIES).set(docId, 'seen', value);
    expect(readSeenUpTo(library, docId)).toBeNull();
    recordSeen(library, docId, { sequence: 3, at: 1 });
    expect(readSeenUpTo(library, docId)?.sequence).toBe(3);
  },
);
