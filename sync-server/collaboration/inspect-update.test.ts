/** What is said of an update before it is applied, against what happens when it is. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body, readBlocks } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { deleteBlocks } from '../../shared/document/operations/blocks.ts';
import { deleteText, insert } from '../../shared/document/operations/text.ts';
import { UndoHistory } from '../../shared/document/undo-history.ts';
import { collected, text, updateOf } from '../../shared/testing/hostile-updates.ts';
import { countConflicts } from './conflict-meter.ts';
import { canApply, inspect, inspectUpdate, knownIn } from './inspect-update.ts';
import { fill } from './stored-document.ts';

/** A tenth of what may be walked in one update. */
const FEW_STEPS = 50_000;

/** The same numbers in every run, so that a failure can be looked at again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Updates of three people who write at the same time, and a document that has the first half. */
function someDocument(random: () => number): { state: Y.Doc; updates: Uint8Array[] } {
  const updates: Uint8Array[] = [];
  for (let person = 0; person < 3; person++) {
    const doc = new Y.Doc();
    doc.clientID = 1_000 + person;
    for (const update of updates) Y.applyUpdate(doc, update);
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const text = doc.getText('body');
    for (let i = 0; i < 60; i++) {
      const at = Math.floor(random() * (text.length + 1));
      const choice = random();
      if (choice < 0.5) text.insert(at, 'abc');
      else if (choice < 0.6 && text.length > 3) text.delete(Math.min(at, text.length - 2), 2);
      else if (choice < 0.75) text.format(0, Math.min(text.length, 5), { bold: true });
      else if (choice < 0.85) text.insertEmbed(at, { object: 'block', id: 'x' });
      else if (choice < 0.95) doc.getMap('fields').set(`k${i}`, { value: i });
      else doc.getMap('nested').set('map', new Y.Map([['a', 1]]));
    }
  }
  const state = new Y.Doc();
  for (const update of updates.slice(0, updates.length / 2)) Y.applyUpdate(state, update);
  return { state, updates };
}

function changedBy(state: Y.Doc, update: Uint8Array): boolean {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(state));
  const before = Y.encodeStateAsUpdate(copy);
  Y.applyUpdate(copy, update);
  return !Buffer.from(before).equals(Buffer.from(Y.encodeStateAsUpdate(copy)));
}

test('of 5,000 damaged updates, every one that is let through can be applied', () => {
  const random = seeded(20_261_121);
  const { state, updates } = someDocument(random);
  const counts = new Map<string, number>();
  for (let i = 0; i < 5_000; i++) {
    const update = updates[Math.floor(random() * updates.length)]!.slice();
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
      update[Math.floor(random() * update.length)] = Math.floor(random() * 256);
    }
    const verdict = inspectUpdate(state, update);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (verdict === 'invalid' || verdict === 'unusual') continue;
    const hex = Buffer.from(update).toString('hex');
    expect([hex, canApply(state, update)]).toEqual([hex, true]);
    if (verdict === 'nothing-new') expect([hex, changedBy(state, update)]).toEqual([hex, false]);
  }
  // The test looks at all kinds, not only at what is refused.
  for (const verdict of ['invalid', 'additions', 'deletions', 'nothing-new', 'unusual']) {
    expect(counts.get(verdict), verdict).toBeGreaterThan(10);
  }
});

test('what people write is never refused, and what is known is told from what is new', () => {
  const { state, updates } = someDocument(seeded(4));
  updates.forEach((update, index) => {
    const verdict = inspectUpdate(state, update);
    if (index < updates.length / 2) expect(verdict).toBe('nothing-new');
    else expect(['additions', 'deletions', 'unusual']).toContain(verdict);
    if (verdict === 'unusual') expect(canApply(state, update)).toBe(true);
  });
  expect(inspectUpdate(state, Y.encodeStateAsUpdate(state))).toBe('nothing-new');
  expect(inspectUpdate(state, Uint8Array.of(0, 0))).toBe('nothing-new');
  expect(inspectUpdate(state, Y.mergeUpdates(updates))).not.toBe('nothing-new');
});

test('deletions alone are told from text with deletions', () => {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'abc');
  const server = new Y.Doc();
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  const before = Y.encodeStateVector(doc);
  doc.getText('body').delete(0, 1);
  expect(inspectUpdate(server, Y.encodeStateAsUpdate(doc, before))).toBe('deletions');
  doc.getText('body').insert(0, 'x');
  expect(inspectUpdate(server, Y.encodeStateAsUpdate(doc, before))).toBe('additions');
});

test('what refers to itself or to the future is refused', () => {
  // One item of client 5 at clock 0 whose left neighbour is its own clock 3.
  expect(inspectUpdate(new Y.Doc(), Uint8Array.of(1, 1, 5, 0, 132, 5, 3, 1, 97, 0))).toBe(
    'invalid',
  );
});

test('a client that an update speaks of twice is read as Yjs reads it, or not at all', () => {
  const twice = updateOf([
    { client: 5, structs: [text('first')] },
    { client: 5, clock: 5, structs: [text('second')] },
  ]);
  // Yjs takes the last one alone, and keeps it for when the first comes.
  const taken = new Y.Doc();
  Y.applyUpdate(taken, twice);
  expect(taken.store.pendingStructs).not.toBeNull();
  expect(inspect(new Y.Doc(), twice).verdict).toBe('invalid');
});

test('ranges that overlap are told, however an update is divided into them', () => {
  const document = new Y.Doc();
  Y.applyUpdate(document, updateOf([{ client: 5, structs: [collected(9), collected(9)] }]));
  const most = 1_000;
  const overlapping = (count: number) =>
    updateOf(
      [],
      Array.from({ length: count }, () => ({ client: 5, ranges: [[0, 18]] as const })),
    );
  expect(inspectUpdate(document, overlapping(most))).toBe('nothing-new');
  expect(inspectUpdate(document, overlapping(most + 1))).toBe('invalid');
});

test('of clients that the document does not know, what somebody has of them is left out', () => {
  const { state } = someDocument(seeded(1));
  const own = Y.decodeStateVector(Y.encodeStateVector(state));
  const [[first, clock] = [0, 0]] = own;
  const strangers = Array.from({ length: 1_000 }, (_, at) => [at + 1_000_000, 5] as const);
  const vector = Y.encodeStateVector(new Map([...strangers, [first, clock - 1]]));
  const known = knownIn(state, vector)!;
  expect(Y.decodeStateVector(known)).toEqual(new Map([[first, clock - 1]]));
  expect(Y.encodeStateAsUpdate(state, known)).toEqual(Y.encodeStateAsUpdate(state, vector));
  expect(knownIn(state, vector.slice(0, -1))).toBeNull();
});

/** A document of many paragraphs, and what somebody's device sends who works in all of them at once. */
function inAllOf(
  paragraphs: number,
  work: (doc: Y.Doc, body: Body) => void,
): [Y.Doc, Uint8Array[]] {
  const doc = new Y.Doc({ gc: false });
  createDocument(doc, {
    blocks: Array.from({ length: paragraphs }, (_, index) => ({
      type: 'paragraph',
      content: [{ text: `Paragraph ${index} has a stone 漢 in it.` }],
    })),
  });
  const server = new Y.Doc();
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  work(doc, new Body(doc));
  return [server, updates];
}

const everyId = (body: Body) => body.shown.map(({ id }) => id);

test.each<[string, (doc: Y.Doc, body: Body) => void]>([
  [
    'deletes all of it and takes that back',
    (doc, body) => {
      const history = new UndoHistory(doc, { origin: 'here' });
      doc.transact(() => deleteBlocks(body, everyId(body)), 'here');
      history.undo();
    },
  ],
  [
    'replaces a word in each',
    (doc, body) => {
      doc.transact(() => {
        for (const id of everyId(body)) {
          const at = body.read(body.shown[body.shownIndex(id)]!).content;
          const from = 'text' in at[0]! ? at[0].text.indexOf('stone') : 0;
          deleteText(body, id, from, 5);
          insert(body, id, from, 'bone');
        }
      });
    },
  ],
])('whoever %s is let in, and the document is loaded again', (_, work) => {
  const [server, updates] = inAllOf(10_000, work);
  const log = [Y.encodeStateAsUpdate(server), ...updates];
  for (const update of updates) {
    const { verdict, cuts } = inspect(server, update);
    expect(verdict).toMatch(/^(additions|deletions)$/);
    expect(cuts).toBeLessThan(FEW_STEPS);
    expect(countConflicts(FEW_STEPS, () => applyUpdate(server, update))).toBeLessThan(FEW_STEPS);
  }
  const rows = log.map((bytes, index) => ({ sequence: index + 1, bytes }));
  const loaded = new Y.Doc();
  fill(loaded, { checkpoint: null, rows, lastSequence: rows.length }, null);
  expect(readBlocks(loaded)).toEqual(readBlocks(server));
  expect(readBlocks(loaded)[9_999]?.content).toEqual([
    { text: expect.stringMatching(/^Paragraph 9999 has a (st|b)one 漢 in it\.$/) },
  ]);
});
