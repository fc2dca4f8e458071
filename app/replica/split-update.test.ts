/** Updates cut into frames say the same, in order, with nothing left waiting. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { mayHaveMoreToCome, splitUpdate } from './split-update.ts';

/** Applies the parts one by one, each of which must find what it builds on. */
function applyInOrder(parts: Uint8Array[], base?: Uint8Array): Y.Doc {
  // Nobody reads this document meanwhile, as on a server, so it does not tidy up formatting.
  const doc = new Y.Doc();
  if (base) Y.applyUpdate(doc, base);
  for (const part of parts) {
    Y.applyUpdate(doc, part);
    expect(doc.store.pendingStructs).toBeNull();
    expect(doc.store.pendingDs).toBeNull();
  }
  return doc;
}

/** A repeatable source of numbers from 0 up to, not including, `below`. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Several people who write, delete, format and set values, and hear of each other now and then. */
function writeTogether(seed: number, steps: number): Y.Doc[] {
  const random = createRandom(seed);
  const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
  for (const doc of docs) {
    doc.getMap('fields');
    doc.getArray('list');
  }
  for (let step = 0; step < steps; step++) {
    const doc = docs[random(docs.length)]!;
    const text = doc.getText('body');
    const at = random(text.length + 1);
    const kind = random(8);
    if (kind < 4) text.insert(at, 'é漢a\n'.repeat(1 + random(30)));
    else if (kind === 4) text.delete(at, Math.min(random(60), text.length - at));
    else if (kind === 5) text.format(at, Math.min(random(40), text.length - at), { bold: true });
    else if (kind === 6)
      doc.getMap('fields').set(`k${random(5)}`, { value: 'v'.repeat(random(90)) });
    else doc.getArray<number>('list').push(Array.from({ length: random(50) }, (_, n) => n));
    if (random(5) === 0) {
      const from = docs[random(docs.length)]!;
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(from, Y.encodeStateVector(doc)));
    }
  }
  const [first, ...others] = docs as [Y.Doc, ...Y.Doc[]];
  for (const other of others) Y.applyUpdate(first, Y.encodeStateAsUpdate(other));
  return docs;
}

/** Each character of the text with its attributes, however the text is cut into runs. */
function formatted(doc: Y.Doc): string[] {
  const runs = doc.getText('body').toDelta() as { insert: string; attributes?: object }[];
  return runs.flatMap(({ insert, attributes }) =>
    [...insert].map((character) => `${character}${JSON.stringify(attributes ?? {})}`),
  );
}

test('an update that fits is left as it is', () => {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'short');
  const update = Y.encodeStateAsUpdate(doc);
  expect(splitUpdate(update, update.length)).toEqual([update]);
});

test('one long text is cut between characters', () => {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, '😀ü'.repeat(20_000));
  const update = Y.encodeStateAsUpdate(doc);
  const parts = splitUpdate(update, 5000);
  expect(parts.length).toBeGreaterThan(update.length / 5000);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(5000);
  expect(applyInOrder(parts).getText('body').toString()).toBe('😀ü'.repeat(20_000));
});

test('whatever several people wrote together arrives in parts as it would have whole', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const [doc, late] = writeTogether(seed, 150) as [Y.Doc, Y.Doc];
    const base = Y.encodeStateAsUpdate(late);
    const whole = Y.encodeStateAsUpdate(doc);
    const missing = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(late));
    for (const [update, from] of [
      [whole, undefined],
      [missing, base],
    ] as const) {
      const parts = splitUpdate(update, 1200);
      for (const [index, part] of parts.entries()) {
        expect(part.length, `seed ${seed}`).toBeLessThanOrEqual(1200);
        if (index < parts.length - 1) expect(mayHaveMoreToCome(part, 1200)).toBe(true);
      }
      const arrived = applyInOrder(parts, from);
      arrived.getMap('fields');
      arrived.getArray('list');
      expect(formatted(arrived), `seed ${seed}`).toEqual(formatted(doc));
      expect(arrived.toJSON(), `seed ${seed}`).toEqual(doc.toJSON());
      expect(Y.encodeStateVector(arrived)).toEqual(Y.encodeStateVector(doc));
      expect(
        Y.equalDeleteSets(
          Y.createDeleteSetFromStructStore(arrived.store),
          Y.createDeleteSetFromStructStore(doc.store),
        ),
      ).toBe(true);
    }
  }
});

test('very many deletions alone are cut, too', () => {
  const doc = new Y.Doc();
  const text = doc.getText('body');
  text.insert(0, 'ab'.repeat(4000));
  const before = Y.encodeStateAsUpdate(doc);
  const known = Y.encodeStateVector(doc);
  doc.transact(() => {
    for (let at = 0; at < 4000; at++) text.delete(at, 1);
  });
  const parts = splitUpdate(Y.encodeStateAsUpdate(doc, known), 2000);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(2000);
  expect(applyInOrder(parts, before).getText('body').toString()).toBe('b'.repeat(4000));
});

test('an object that cannot be cut and does not fit is refused by name', () => {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'before');
  doc.getText('body').insertEmbed(6, { object: 'image', src: 'x'.repeat(9000) });
  expect(() => splitUpdate(Y.encodeStateAsUpdate(doc), 4000)).toThrow(
    new CatalogueError('payload_too_large'),
  );
});
