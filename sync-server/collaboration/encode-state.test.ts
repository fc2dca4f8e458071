/** Writing out what a client lacks: the same as Yjs writes, into memory of its size. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readClientFrame } from '../../shared/protocol/messages.ts';
import { LETTERS } from '../../shared/testing/alphabet.ts';
import { type Chance, seededChance } from '../../shared/testing/seeded.ts';
import { encodeState, encodeStateFrame } from './encode-state.ts';

const NOTHING_KNOWN: Uint8Array = Uint8Array.of(0);

function long(chance: Chance): string {
  const letter = LETTERS[chance(LETTERS.length)]!;
  return letter.repeat(1 + (chance(4) === 0 ? chance(60_000) : chance(5)));
}

/** Vitest's own comparison takes seconds for what is long. */
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Two people write and delete; what one of them sent comes in part, so that some of it waits. */
function someDocument(chance: Chance): { document: Y.Doc; vectors: Uint8Array[] } {
  const [document, other] = [new Y.Doc(), new Y.Doc()];
  document.clientID = 1 + chance(2 ** 32);
  other.clientID = 1 + chance(2 ** 32);
  const vectors: Uint8Array[] = [NOTHING_KNOWN];
  for (let act = 0; act < 20; act++) {
    const doc = chance(2) === 0 ? document : other;
    const text = doc.getText('body');
    if (chance(3) === 0 && text.length > 0) text.delete(chance(text.length), 1);
    else if (chance(4) === 0) doc.getMap('map').set(String(chance(3)), { some: long(chance) });
    else text.insert(chance(text.length + 1), long(chance));
    if (doc === document) vectors.push(Y.encodeStateVector(document));
    else if (chance(3) === 0) Y.applyUpdate(document, Y.encodeStateAsUpdate(other));
  }
  let last: Uint8Array = NOTHING_KNOWN;
  other.on('update', (update: Uint8Array) => {
    last = update;
  });
  for (let act = chance(3); act > 0; act--) other.getText('body').insert(0, long(chance));
  // What is missing in between may be a deletion or what was written.
  if (last !== NOTHING_KNOWN) Y.applyUpdate(document, last);
  return { document, vectors };
}

describe('random documents', () => {
  const first = Number(process.env.FUZZ_SEED ?? 1);
  const runs = Number(process.env.FUZZ_RUNS ?? 60);
  test.each(Array.from({ length: runs }, (_, index) => first + index))('seed %i', (seed) => {
    const chance = seededChance(seed);
    const { document, vectors } = someDocument(chance);
    for (const vector of vectors) {
      const expected = Y.encodeStateAsUpdate(document, vector);
      const { length } = expected;
      for (const room of [
        0,
        length - 1,
        length,
        length + 1,
        2 * length + 100_000,
        chance(length),
      ]) {
        expect(isSame(encodeState(document, room, vector), expected)).toBe(true);
        const frame = readClientFrame(encodeStateFrame(document, room, vector));
        expect(frame?.kind === 'update' && isSame(frame.update, expected)).toBe(true);
      }
    }
  });
});

test('some of the random documents wait for what never came', () => {
  const documents = Array.from({ length: 60 }, (_, seed) => someDocument(seededChance(seed)));
  const waiting = documents.filter(({ document }) => document.store.pendingStructs !== null);
  expect(waiting.length).toBeGreaterThan(5);
});

test('a large document is written where it stays, and holds no more than that', () => {
  const document = new Y.Doc();
  document.getText('body').insert(0, 'ক'.repeat(1_000_000));
  const { length } = Y.encodeStateAsUpdate(document);
  for (const encode of [encodeState, encodeStateFrame]) {
    // Copied, it would have a memory of exactly its size.
    expect(encode(document, length + 5_000).buffer.byteLength).toBeGreaterThan(length + 4_000);
    const tooLarge = encode(document, 3 * length);
    expect(tooLarge.buffer.byteLength - tooLarge.length).toBeLessThan(10);
    const tooSmall = encode(document, length / 2);
    expect(tooSmall.buffer.byteLength - tooSmall.length).toBeLessThan(10);
  }
});
