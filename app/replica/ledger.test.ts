/** What counts as unconfirmed, and what is kept of it. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { hostileValue } from '../../shared/document/testing/hostile.ts';
import { AS_LONG_AS_ASKED, fuzz, mutatedBytes } from '../../shared/testing/fuzz.ts';
import { Ledger } from './ledger.ts';

/** Facts in memory, with the merging that the store beside a document does. */
function createFacts() {
  const stored = new Map<string, unknown>();
  return {
    stored,
    put(key: string, make: () => unknown) {
      const value = make();
      if (value === undefined) stored.delete(key);
      else stored.set(key, structuredClone(value));
    },
    merge(key: string, merge: (before: unknown) => unknown) {
      this.put(key, () => merge(stored.get(key)));
    },
  };
}

/** A document whose own changes a ledger notes. */
function createSession(facts: ReturnType<typeof createFacts>, session: string, state?: Uint8Array) {
  const doc = new Y.Doc();
  if (state) Y.applyUpdate(doc, state, 'storage');
  const ledger = new Ledger(facts, session);
  ledger.restore(new Map(facts.stored), doc);
  doc.on('update', (_update, origin, _doc, transaction) => {
    if (origin === 'tab') ledger.addFromTab(transaction);
    else if (origin === null) ledger.addOwn(transaction);
  });
  return { doc, ledger, text: doc.getText('body') };
}

test('changes count one by one, and are gone when they are confirmed', () => {
  const facts = createFacts();
  const { ledger, text } = createSession(facts, 'one');
  text.insert(0, 'ab');
  text.insert(2, 'c');
  text.delete(0, 1);
  expect(ledger.count).toBe(3);
  ledger.confirm(ledger.all());
  expect(ledger.count).toBe(0);
  expect([...facts.stored.keys()]).toEqual(['ownIds']);
});

test('what is sent on its way is not mixed with what is written after', () => {
  const { ledger, text } = createSession(createFacts(), 'one');
  text.insert(0, 'a');
  const sent = ledger.all();
  for (const change of sent) change.sent = true;
  text.insert(1, 'b');
  ledger.confirm(sent);
  expect(ledger.count).toBe(1);
});

test('a later session finds the count of the sessions before it, deletions included', () => {
  const facts = createFacts();
  const first = createSession(facts, 'one');
  first.text.insert(0, 'abc');
  first.ledger.confirm(first.ledger.all());
  first.ledger.keepServerClocks();
  first.text.delete(0, 1);
  first.text.insert(2, 'd');
  const state = Y.encodeStateAsUpdate(first.doc);
  const second = createSession(facts, 'two', state);
  expect(second.ledger.count).toBe(2);
  const deleted = new Map([[first.doc.clientID, [[0, 1]]]]);
  expect(second.ledger.unconfirmedDeletions()).toEqual(deleted);
  second.text.insert(0, 'e');
  const third = createSession(facts, 'three', Y.encodeStateAsUpdate(second.doc));
  expect(third.ledger.count).toBe(3);
  third.ledger.confirm(third.ledger.all());
  third.ledger.keepServerClocks();
  const fourth = createSession(facts, 'four', Y.encodeStateAsUpdate(third.doc));
  expect(fourth.ledger.count).toBe(0);
});

test('text without a record of it, as a crash leaves it, counts as unconfirmed', () => {
  const facts = createFacts();
  const other = new Y.Doc();
  other.getText('body').insert(0, 'crashed');
  const { ledger } = createSession(facts, 'one', Y.encodeStateAsUpdate(other));
  expect(ledger.count).toBe(1);
});

test('a record that cannot be read is left alone and hides nothing', () => {
  const facts = createFacts();
  facts.stored.set('pending:x', { count: 'many' });
  facts.stored.set('confirmed', new Uint8Array([250, 1]));
  facts.stored.set('syncedAt', 'yesterday');
  const other = new Y.Doc();
  other.getText('body').insert(0, 'text');
  const { ledger } = createSession(facts, 'one', Y.encodeStateAsUpdate(other));
  expect(ledger.count).toBe(1);
  expect(ledger.syncedAt).toBeNull();
  expect(facts.stored.has('pending:x')).toBe(true);
});

test('what came from another tab is confirmed when the server sends it back', () => {
  const facts = createFacts();
  const tab = new Y.Doc();
  const updates: Uint8Array[] = [];
  tab.on('update', (update) => updates.push(update));
  tab.getText('body').insert(0, 'abcdef');
  tab.getText('body').delete(1, 2);
  const { doc, ledger } = createSession(facts, 'one');
  for (const update of updates) Y.applyUpdate(doc, update, 'tab');
  expect(ledger.count).toBe(2);
  ledger.receive(Y.decodeUpdate(updates[0]!));
  expect(ledger.count).toBe(2);
  ledger.receive(Y.decodeUpdate(updates[1]!));
  expect(ledger.count).toBe(0);
});

test('the record of a tab that wrote more since is not removed by another', () => {
  const facts = createFacts();
  const alive = createSession(facts, 'alive');
  alive.text.insert(0, 'a');
  const other = createSession(facts, 'other', Y.encodeStateAsUpdate(alive.doc));
  alive.ledger.confirm(alive.ledger.all());
  alive.text.delete(0, 1);
  other.ledger.confirm(other.ledger.all());
  expect(other.ledger.count).toBe(0);
  const later = createSession(facts, 'later', Y.encodeStateAsUpdate(alive.doc));
  expect(later.ledger.all()).toContainEqual(expect.objectContaining({ count: 1, ends: new Map() }));
});

test('what is not confirmed is known by its clocks, also in a later session', () => {
  const facts = createFacts();
  const first = createSession(facts, 'one');
  const { clientID: client } = first.doc;
  first.text.insert(0, 'sent');
  first.ledger.confirm(first.ledger.all());
  first.ledger.keepServerClocks();
  expect(first.ledger.unconfirmedRanges()).toEqual(new Map());
  first.text.insert(4, ' and not');
  const expected = new Map([[client, [[4, 8]]]]);
  expect(first.ledger.unconfirmedRanges()).toEqual(expected);
  const second = createSession(facts, 'two', Y.encodeStateAsUpdate(first.doc));
  expect(second.ledger.unconfirmedRanges()).toEqual(expected);
});

test('what an update leaves out between two things it brings is not on the server', () => {
  const facts = createFacts();
  const earlier = createSession(facts, 'one');
  const updates: Uint8Array[] = [];
  earlier.doc.on('update', (update) => updates.push(update));
  for (const letter of 'abc') earlier.text.insert(0, letter);
  const { ledger } = createSession(facts, 'two', Y.encodeStateAsUpdate(earlier.doc));
  expect(ledger.count).toBe(3);
  ledger.receive(Y.decodeUpdate(Y.mergeUpdates([updates[0]!, updates[2]!])));
  expect(ledger.count).toBe(3);
  ledger.receive(Y.decodeUpdate(updates[1]!));
  ledger.receive(Y.decodeUpdate(updates[2]!));
  expect(ledger.count).toBe(0);
});

test('facts that no version has written count as none', AS_LONG_AS_ASKED, async () => {
  const facts = createFacts();
  const earlier = createSession(facts, 'one');
  earlier.text.insert(0, 'abc');
  earlier.text.delete(1, 1);
  earlier.ledger.keepServerClocks();
  earlier.ledger.markSynced(1);
  const state = Y.encodeStateAsUpdate(earlier.doc);
  const bytes = Y.encodeStateVector(new Map([[7, 3]]));
  await fuzz({
    runs: 300,
    make: (chance) => {
      const stored = new Map(facts.stored);
      for (const key of [...stored.keys(), 'pending:x', '__proto__']) {
        const how = chance(4);
        if (how === 0) stored.set(key, hostileValue(chance));
        else if (how === 1) stored.set(key, mutatedBytes(chance, [bytes]));
        else if (how === 2) {
          const pairs = () =>
            Array.from({ length: chance(3) }, () => [chance(9), hostileValue(chance)]);
          stored.set(key, { count: hostileValue(chance), ends: pairs(), deletions: pairs() });
        }
      }
      return stored;
    },
    check: (stored) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, state, 'storage');
      const ledger = new Ledger(createFacts(), 'two');
      ledger.restore(stored, doc);
      expect(Number.isSafeInteger(ledger.count)).toBe(true);
      ledger.unconfirmedRanges();
      ledger.unconfirmedDeletions();
      ledger.receive(Y.decodeUpdate(state));
      ledger.keepAll();
      ledger.confirm(ledger.all());
      expect(ledger.count).toBe(0);
    },
    smaller: (stored) =>
      [...stored.keys()].map((key) => new Map([...stored].filter(([k]) => k !== key))),
    show: (stored) => JSON.stringify([...stored]),
  });
});
