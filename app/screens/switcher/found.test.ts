/** What the switcher offers, and in which order. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { addEntry, moveToTrash, readEntry, recordOpened } from '../../../shared/library/library.ts';
import { findDocuments, MOST_RECENT, reachable } from './found.ts';

const library = new Y.Doc();
const add = (title: string, now: number, blank = false) => {
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, title, now, blank });
  return docId;
};
const all = (ids: readonly ReturnType<typeof add>[]) => ids.map((id) => readEntry(library, id)!);

test('what was opened last comes first, without what is open, thrown away or only begun', () => {
  const old = add('Old', 1);
  const open = add('Open', 2);
  const used = add('Used', 3);
  const trashed = add('Trashed', 4);
  const begun = add('', 5, true);
  recordOpened(library, old, 9);
  moveToTrash(library, trashed, 10);
  const found = reachable(all([old, open, used, trashed, begun]), open);
  expect(found.map(({ title }) => title)).toEqual(['Old', 'Used']);
  const many = Array.from({ length: 20 }, (_, at) => add(`Many ${at}`, 20 + at));
  expect(findDocuments(reachable(all(many), null), ' ', [])).toHaveLength(MOST_RECENT);
});

test('titles come before texts, and nothing twice', () => {
  const [a, b, c] = [add('Harbour', 1), add('Café', 2), add('Other', 3)];
  const entries = reachable(all([a!, b!, c!]), null);
  const excerpt = { text: 'the cafe', block: 'x' };
  const inTexts = [a, b, 'unknown'].map((docId) => ({ docId: String(docId), excerpt }));
  const found = findDocuments(entries, 'cafe', inTexts);
  expect(found.map(({ entry, excerpt }) => [entry.title, excerpt?.block])).toEqual([
    ['Café', undefined],
    ['Harbour', 'x'],
  ]);
});
