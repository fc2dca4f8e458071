/** What of a document its named moments keep, also where somebody makes them up. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { addVersion, momentOf } from '../../shared/document/versions.ts';
import type { Range } from '../storage/thin-history.ts';
import { keptMomentsOf } from './kept-moments.ts';

const AT = 1_000;

/** A moment to the character, as anybody can write one. */
function madeUp(states: ReadonlyMap<number, number>, gone: ReadonlyMap<number, Range[]>) {
  const deleted = Y.createDeleteSet();
  for (const [client, ranges] of gone)
    deleted.clients.set(
      client,
      ranges.map(({ clock, len }) => ({ clock, len })),
    );
  const snapshot = Y.encodeSnapshot(new Y.Snapshot(deleted, new Map(states)));
  return Uint8Array.of(2, ...snapshot);
}

function name(doc: Y.Doc, moment: Uint8Array): void {
  addVersion(doc, { name: 'named', at: AT, by: null, moment });
}

function lengthOf(ranges: readonly Range[] = []): number {
  return ranges.reduce((sum, { len }) => sum + len, 0);
}

test('what there was at each moment is kept, and nothing that was gone then or came later', () => {
  const doc = new Y.Doc();
  const { clientID: client } = doc;
  const text = doc.getText('body');
  text.insert(0, 'one two three');
  text.delete(0, 4);
  name(doc, momentOf(doc));
  text.insert(0, 'later ');
  const kept = keptMomentsOf(Y.encodeStateAsUpdate(doc));
  expect(kept.times).toEqual([AT]);
  expect(kept.alive.get(client)).toEqual([{ clock: 4, len: 'two three'.length }]);
  expect(kept.maybe.size).toBe(0);
  name(doc, momentOf(doc));
  const both = keptMomentsOf(Y.encodeStateAsUpdate(doc)).alive.get(client);
  expect(lengthOf(both)).toBeGreaterThan(lengthOf(kept.alive.get(client)));
});

test('moments that tell of what the document never had cost nothing', () => {
  const doc = new Y.Doc();
  doc.getText('body').insert(0, 'word');
  for (let at = 0; at < 300; at++) {
    const strangers = Array.from({ length: 4_000 }, (_, n) => [1 + at * 4_000 + n, 9] as const);
    name(doc, madeUp(new Map([...strangers, [doc.clientID, 2 ** 40]]), new Map()));
  }
  const state = Y.encodeStateAsUpdate(doc);
  const { times, alive } = keptMomentsOf(state);
  expect(times).toHaveLength(300);
  const end = Y.getState(doc.store, doc.clientID);
  expect([...alive]).toEqual([[doc.clientID, [{ clock: 0, len: end }]]]);
});

test('where moments tell more stretches apart than can be looked after, all between is kept', () => {
  const doc = new Y.Doc();
  const { clientID: client } = doc;
  const [windows, each] = [60, 5_000];
  doc.getText('body').insert(0, 'x'.repeat(windows * each * 2));
  for (let at = 0; at < windows; at++) {
    const from = at * each * 2;
    const gone = Array.from({ length: each }, (_, n) => ({ clock: from + 2 * n, len: 1 }));
    if (from > 0) gone.unshift({ clock: 0, len: from });
    name(doc, madeUp(new Map([[client, from + 2 * each]]), new Map([[client, gone]])));
  }
  const kept = keptMomentsOf(Y.encodeStateAsUpdate(doc)).alive.get(client) ?? [];
  expect(kept.length).toBeLessThanOrEqual(200_000);
  // Every other character was there at one of them.
  expect(lengthOf(kept)).toBeGreaterThanOrEqual(windows * each);
  for (let clock = 1; clock < windows * each * 2; clock += 10_001) {
    const isKept = kept.some((range) => range.clock <= clock && clock < range.clock + range.len);
    expect(isKept || clock % 2 === 0).toBe(true);
  }
});
