/** The search over stored documents, with a browser's storage and real documents. */
import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { createDocument } from '../../shared/document/create.ts';
import { writeTitle } from '../../shared/document/text.ts';
import { watchHandles } from '../replica/testing/lost-handle.ts';
import { IndexStore } from './index-store.ts';
import { LibrarySearch } from './library-search.ts';

let all: Set<string>;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  all = new Set();
});

const opened: LibrarySearch[] = [];
afterEach(() => {
  for (const search of opened.splice(0)) search.close();
});

async function store(docId: string, title: string, ...lines: string[]): Promise<Y.Doc> {
  const doc = new Y.Doc();
  const stored = new IndexeddbPersistence(`driftless:${docId}`, doc);
  await stored.whenSynced;
  createDocument(doc, {
    title,
    blocks: lines.map((text) => ({ type: 'paragraph', content: [{ text }] })),
  });
  await stored.destroy();
  all.add(docId);
  return doc;
}

async function openSearch(): Promise<LibrarySearch> {
  const search = await LibrarySearch.open();
  opened.push(search);
  await search.keepOnly(all);
  await search.whenIdle();
  return search;
}

async function found(search: LibrarySearch, query: string): Promise<string[]> {
  return (await search.find(query)).results.map(({ docId }) => docId).sort();
}

/** Everything that is kept, as text. */
async function kept(): Promise<string> {
  const db = new IndexStore();
  const [facts, index] = await Promise.all([db.facts(), db.index()]);
  const texts = await Promise.all([...facts.keys()].map((docId) => db.text(docId)));
  db.close();
  return JSON.stringify([texts, index?.index]);
}

test('documents are found by all words of title and text, in any order, with a piece of it', async () => {
  await store('a', 'Trip to Ágnes', 'First line', 'The café by the harbour opens late');
  await store('b', 'Harbour', 'No coffee');
  await store('c', 'Other', '東京の港で会う');
  const search = await openSearch();
  expect(await found(search, 'harb')).toEqual(['a', 'b']);
  expect(await found(search, 'HARB cafe agnes')).toEqual(['a']);
  expect(await found(search, 'harbour tokyo')).toEqual([]);
  expect(await found(search, '港')).toEqual(['c']);
  const { results } = await search.find('late cafe');
  const { text, marks } = results[0]!.excerpt!;
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['café', 'late']);
});

test('nearly so is found only where nothing is written just so', async () => {
  await store('a', '', 'The lighthouse');
  await store('b', '', 'The lighthose');
  const search = await openSearch();
  expect(await found(search, 'lighthouse')).toEqual(['a']);
  expect(await found(search, 'lighthousse')).not.toEqual([]);
});

test('what was read before is not read anew, and what changed since is', async () => {
  const doc = await store('a', 'Alpha', 'first words');
  await store('b', 'Beta', 'second words');
  const first = await openSearch();
  await first.keep();
  first.close();
  const stored = new IndexeddbPersistence('driftless:a', doc);
  await stored.whenSynced;
  writeTitle(doc, 'Gamma');
  await stored.destroy();
  const again = await openSearch();
  // Nobody said that it has changed.
  expect(await found(again, 'alpha')).toEqual(['a']);
  again.close();
  const marks = new IndexStore();
  await marks.markChanged(['a']);
  marks.close();
  const marked = await openSearch();
  expect(await found(marked, 'alpha')).toEqual([]);
  expect(await found(marked, 'gamma words')).toEqual(['a']);
  expect(await found(marked, 'words')).toEqual(['a', 'b']);
});

test('what ends before the index is kept is found all the same', async () => {
  await store('a', 'Alpha', 'words');
  (await openSearch()).close();
  expect(await found(await openSearch(), 'alpha')).toEqual(['a']);
});

test('of a document that is gone nothing is kept', async () => {
  await store('a', 'Alpha', 'confidential');
  await store('b', 'Beta', 'words');
  const search = await openSearch();
  await search.keep();
  expect(await kept()).toContain('confidential');
  all.delete('a');
  await search.keepOnly(all);
  expect(await kept()).not.toContain('confidential');
  expect(await found(search, 'confidential')).toEqual([]);
  expect(await found(search, 'words')).toEqual(['b']);
});

test('a search whose database the browser closed goes on finding, reading and keeping', async () => {
  await store('a', 'Alpha', 'words');
  const handles = watchHandles();
  const search = await openSearch();
  forceCloseDatabase(handles.find(({ name }) => name === 'driftless-search') as never);
  expect(await found(search, 'words')).toEqual(['a']);
  await store('b', 'Beta', 'more words');
  search.changed(['b']);
  await search.keepOnly(all);
  await search.whenIdle();
  expect(await found(search, 'words')).toEqual(['a', 'b']);
  expect(await kept()).toContain('more words');
});
