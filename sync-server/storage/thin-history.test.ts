/** History with less in it still makes the same document, and says who wrote what is there. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { keepPairs } from '../../shared/document/pairs.ts';
import { seededChance } from '../../shared/testing/fuzz.ts';
import type { HistoryRow } from './storage.ts';
import { deletionsOf, type Thinning, thin, withoutText } from './thin-history.ts';

const WORDS = ['a', 'word ', '🍎', '👩🏽‍🚀', 'שלום', '\n', 'e\u0301', '日本'];

/** What some people write and delete at once, as the rows of a log. */
function write(random: (below: number) => number, count: number) {
  const people = Array.from({ length: 3 }, (_, index) => {
    const doc = new Y.Doc();
    doc.clientID = index + 1;
    keepPairs(doc);
    return doc;
  });
  const rows: HistoryRow[] = [];
  for (let sequence = 1; sequence <= count; sequence++) {
    const at = random(people.length);
    const doc = people[at]!;
    const sent: Uint8Array[] = [];
    const take = (update: Uint8Array) => sent.push(update);
    doc.on('update', take);
    doc.transact(() => change(doc, random));
    doc.off('update', take);
    const bytes = sent.length > 0 ? Y.mergeUpdates(sent) : Uint8Array.of(0, 0);
    // Some are behind the others.
    for (const other of people) if (random(4) > 0) Y.applyUpdate(other, bytes);
    rows.push(row(sequence, `person ${at}`, bytes));
  }
  return rows;
}

function row(sequence: number, person: string | null, bytes: Uint8Array): HistoryRow {
  const receivedAt = sequence * 1_000;
  const since = receivedAt;
  const standsFor = 1;
  const quarantined = null;
  return {
    sequence,
    receivedAt,
    since,
    standsFor,
    person,
    compacted: true,
    isBeginning: false,
    quarantined,
    isDamaged: false,
    bytes,
  };
}

function change(doc: Y.Doc, random: (below: number) => number): void {
  const body = doc.getText('body');
  switch (random(7)) {
    case 0:
      doc.getMap('registers').set(`key ${random(3)}`, WORDS[random(WORDS.length)]);
      return;
    case 1:
      if (body.length > 0) body.format(random(body.length), 1, { bold: random(2) === 0 || null });
      return;
    case 2:
      doc.getArray('list').insert(0, [random(9), { deep: [1] }, 'x']);
      return;
    case 3:
    case 4: {
      const from = random(body.length + 1);
      body.delete(from, Math.min(random(9), body.length - from));
      return;
    }
    case 5: {
      const fragment = doc.getXmlFragment('default');
      if (fragment.length > 2) fragment.delete(0, 2);
      else fragment.insert(0, [new Y.XmlText('inside'), new Y.XmlElement('p')]);
      return;
    }
    default:
      body.insert(random(body.length + 1), WORDS[random(WORDS.length)]!);
  }
}

function documentOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  keepPairs(doc);
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
}

function told(doc: Y.Doc) {
  return {
    body: doc.getText('body').toDelta(),
    registers: doc.getMap('registers').toJSON(),
    list: doc.getArray('list').toJSON(),
    xml: doc.getXmlFragment('default').toString(),
    clocks: [...Y.decodeStateVector(Y.encodeStateVector(doc))].sort(),
  };
}

function replace(rows: readonly HistoryRow[], how: Thinning): HistoryRow[] {
  const thinned = thin(rows, how);
  const gone = new Set(thinned.flatMap(({ replaces }) => replaces));
  return [
    ...rows.filter(({ sequence }) => !gone.has(sequence)),
    ...thinned.map(({ row }) => ({ ...row, compacted: true, quarantined: null, isDamaged: false })),
  ].sort((a, b) => a.sequence - b.sequence);
}

describe('random histories', () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1);
  test.each(
    Array.from({ length: Number(process.env.FUZZ_RUNS ?? 40) }, (_, index) => seed + index),
  )('seed %i', (each) => {
    const random = seededChance(each);
    let rows = write(random, 60);
    const whole = documentOf(rows.map(({ bytes }) => bytes));
    const state = Y.encodeStateAsUpdate(whole);
    const bytesOf = () => rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const [period, deleted] of [
      [1_000, null],
      [7_000, null],
      [7_000, deletionsOf(state)],
      [90_000, deletionsOf(state)],
    ] as const) {
      const before = bytesOf();
      rows = replace(rows, {
        periodOf: ({ receivedAt }) => Math.floor(receivedAt / period),
        deleted,
      });
      const now = documentOf(rows.map(({ bytes }) => bytes));
      expect(told(now)).toEqual(told(whole));
      expect(now.store.pendingStructs).toBeNull();
      expect(rows.reduce((sum, { standsFor }) => sum + standsFor, 0)).toBe(60);
      expect(bytesOf()).toBeLessThanOrEqual(before);
    }
    // And what is offered later still fits.
    const later = documentOf(rows.map(({ bytes }) => bytes));
    later.getText('body').insert(0, 'more ');
    const more = Y.encodeStateAsUpdate(later, Y.encodeStateVector(whole));
    Y.applyUpdate(whole, more);
    expect(told(later)).toEqual(told(whole));
  });
});

test('what was typed and deleted in one row is gone, with both halves of an emoji', () => {
  // What was typed is in one update, and its deletion in the next one.
  const typed = new Y.Doc();
  typed.getText('body').insert(0, 'kept 🍎 secret words 🍏 kept');
  const first = Y.encodeStateAsUpdate(typed);
  const before = Y.encodeStateVector(typed);
  typed.getText('body').delete(8, 'secret words 🍏'.length);
  const second = Y.encodeStateAsUpdate(typed, before);
  const [thinned] = thin([row(1, 'anna', first), row(2, 'anna', second)], {
    periodOf: () => 1,
    deleted: null,
  });
  expect(thinned?.row).toMatchObject({ sequence: 2, since: 1_000, person: 'anna', standsFor: 2 });
  const { bytes } = thinned!.row;
  expect(Buffer.from(bytes).toString()).not.toContain('secret');
  expect(documentOf([bytes]).getText('body').toString()).toBe('kept 🍎  kept');
});

test('rows of several people stay theirs, and rows that are quarantined or damaged as they are', () => {
  const rows = write(seededChance(5), 12);
  rows[3] = { ...rows[3]!, quarantined: 'threw' };
  rows[5] = { ...rows[5]!, isDamaged: true };
  const thinned = thin(rows, { periodOf: () => 1, deleted: null });
  expect(new Set(thinned.map(({ row }) => row.person)).size).toBe(thinned.length);
  expect(thinned.flatMap(({ replaces }) => replaces)).not.toContain(4);
  expect(thinned.flatMap(({ replaces }) => replaces)).not.toContain(6);
});

test('an update without deletions is written as it was', () => {
  const update = Y.encodeStateAsUpdate(documentOf([write(seededChance(3), 1)[0]!.bytes]));
  expect(withoutText(update, null)).toEqual(update);
});
