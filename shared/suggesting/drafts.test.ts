/** The drafts that a document lists: made, named, merged, discarded and taken up, by several apart. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { MAX_DRAFTS } from '../protocol/limits.ts';
import { bringBack, DraftFlow, mergeDraft, takeBackMerge } from './draft.ts';
import {
  addDraft,
  addDraftOf,
  discardDraft,
  followDrafts,
  readDraft,
  readDrafts,
  renameDraft,
  takeUpDraft,
} from './drafts.ts';

const ME = { name: 'whoever does it' };

test('is listed by its name with what became of it, wherever the document is', () => {
  const original = documentOf(['Alpha one']);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  const [ana, ben] = docs;
  const id = addDraft(ana, { name: '  A new\n plan ', at: 5, by: 'ana' })!;
  const other = addDraft(ben, { name: 'Another', at: 6, by: null })!;
  expect(addDraft(ben, { name: ' \n', at: 7, by: null })).toBeNull();
  let told = 0;
  const stop = followDrafts(ana, () => told++);
  mergeAll(docs);
  expect(told).toBe(1);
  for (const doc of docs)
    expect(readDrafts(doc)).toEqual([
      { id: other, name: 'Another', at: 6, by: null, state: 'open' },
      { id, name: 'A new plan', at: 5, by: 'ana', state: 'open' },
    ]);
  renameDraft(ben, id, 'A newer plan');
  renameDraft(ben, 'nothing here' as typeof id, 'No');
  discardDraft(ben, other, ME);
  mergeAll(docs);
  expect(told).toBe(3);
  expect(readDrafts(ana).map(({ name, state }) => [name, state])).toEqual([
    ['Another', 'rejected'],
    ['A newer plan', 'open'],
  ]);
  takeUpDraft(ana, other, ME);
  expect(readDraft(ana, other)?.state).toBe('open');
  stop();
});

test('nobody makes one more than there may be, and all that were made apart are listed', () => {
  const doc = documentOf(['Alpha one']);
  for (let at = 1; at < MAX_DRAFTS; at++)
    expect(addDraft(doc, { name: `Plan ${at}`, at, by: null })).not.toBeNull();
  const docs = [copyOf(doc, 10), copyOf(doc, 20)] as const;
  for (const [index, each] of docs.entries()) {
    expect(addDraft(each, { name: `Last ${index}`, at: 0, by: null })).not.toBeNull();
    expect(addDraft(each, { name: 'One more', at: 1, by: null })).toBeNull();
  }
  mergeAll(docs);
  for (const each of docs) {
    const names = readDrafts(each).map(({ name }) => name);
    expect(names).toHaveLength(MAX_DRAFTS + 1);
    expect(names.slice(-2).sort()).toEqual(['Last 0', 'Last 1']);
    expect(addDraft(each, { name: 'One more', at: 1, by: null })).toBeNull();
  }
});

test('what one just did goes into one at once, and undo has nothing of it any more', () => {
  const doc = copyOf(documentOf(['Alpha one', 'Bravo two']), 10);
  const ana = new ModelDriver(doc).type('Alpha', 'one', ' 👩‍👩‍👧').erase('Bravo', ' two');
  const written = ['Alpha one 👩‍👩‍👧', 'Bravo'];
  expect(sketch(doc)).toEqual(written);
  const told: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => told.push(update));
  const add = (steps: typeof ana.history.undoSteps) =>
    addDraftOf(doc, { name: 'Later', at: 5, by: null }, steps, ME);
  expect(add([])).toBeNull();
  expect(told).toEqual([]);
  const id = add(ana.history.undoSteps)!;
  expect(told).toHaveLength(1);
  const without = ['Alpha one', 'Bravo two'];
  expect(sketch(doc)).toEqual(without);
  for (let times = 0; times < 4; times++) ana.history.undo();
  expect(sketch(doc)).toEqual(without);
  const draft = new Y.Doc();
  new DraftFlow(draft, doc, id);
  bringBack(draft, doc, id);
  expect(sketch(draft)).toEqual(written);
  for (let times = 0; times < 4; times++) ana.history.redo();
  expect([sketch(doc), sketch(draft)]).toEqual([without, written]);
  mergeDraft(doc, draft, id, ME);
  expect(sketch(doc)).toEqual(written);
});

test('is merged where it is merged and discarded apart, since it stands in the text', () => {
  const original = documentOf(['Alpha one']);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  const [ana, ben] = docs;
  const id = addDraft(ana, { name: 'Plan', at: 5, by: null })!;
  mergeAll(docs);
  const draft = new Y.Doc();
  new DraftFlow(draft, ana, id);
  new ModelDriver(draft).type('Alpha', 'one', ' more');
  const merged = mergeDraft(ana, draft, id, ME)!;
  discardDraft(ben, id, ME);
  mergeAll(docs);
  for (const doc of docs) {
    expect(readDraft(doc, id)?.state).toBe('accepted');
    expect(sketch(doc)).toEqual(['Alpha one more']);
  }
  takeBackMerge(ana, draft, id, merged, ME);
  mergeAll(docs);
  for (const doc of docs) {
    expect(readDraft(doc, id)?.state).toBe('open');
    expect(sketch(doc)).toEqual(['Alpha one']);
  }
  expect(sketch(draft)).toEqual(['Alpha one more']);
});

test('anything at all may stand there, and is no draft', () => {
  const doc = new Y.Doc();
  const map = doc.getMap('drafts');
  const good = 'GoodGoodGood';
  map.set(`${good}:name`, 'Good');
  map.set(`${good}:at`, 1);
  for (const [key, value] of Object.entries({
    ':name': 'x',
    'short:name': 'x',
    'NoTimeNoTime:name': 'x',
    '../../../../:name': 'x',
    'OddNameOddNa:name': 7,
    'OddNameOddNa:at': 7,
    'OddTimeOddTi:name': 'x',
    'OddTimeOddTi:at': -1,
    'NoDayHasItNo:name': 'x',
    'NoDayHasItNo:at': Number.MAX_SAFE_INTEGER,
  }))
    map.set(key, value);
  expect(readDrafts(doc).map(({ id }) => id)).toEqual([good]);
  map.set(`${good}:by`, { odd: true });
  expect(readDraft(doc, good)?.by).toBeNull();
});
