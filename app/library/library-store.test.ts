/** The library of this device, with a browser's storage. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { forget } from '../../shared/library/arrange.ts';
import { addEntry, LIBRARY_NAME, recordTitle } from '../../shared/library/library.ts';
import { setLibrarySecret } from '../../shared/library/sealer.ts';
import { type LibraryStore, openLibrary } from './library-store.ts';

let opened: LibraryStore[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(async () => {
  for (const store of opened) await store.replica.close();
  opened = [];
});

function open(): LibraryStore {
  const store = openLibrary();
  opened.push(store);
  return store;
}

function add(library: Y.Doc, title: string) {
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(library, { docId, secret, title, now: 1 });
  return docId;
}

const titlesOf = (store: LibraryStore) => store.entries().map(({ title }) => title);

test('what is stored is there at once when it is ready, and every change after that', async () => {
  const library = new Y.Doc();
  const stored = new IndexeddbPersistence(`driftless:${LIBRARY_NAME}`, library);
  await stored.whenSynced;
  const first = add(library, 'First');
  const second = add(library, 'Second');
  await stored.destroy();

  const store = open();
  const seen: string[][] = [];
  store.subscribe(() => seen.push(titlesOf(store)));
  await store.whenReady;
  expect(titlesOf(store)).toEqual(['First', 'Second']);
  expect(new Set(seen.map(String))).toEqual(new Set(['', 'First,Second']));
  const before = store.entries();
  expect(store.entries()).toBe(before);
  recordTitle(store.doc, second, 'Another');
  forget(store.doc, first);
  expect(titlesOf(store)).toEqual(['Another']);
  expect(before).toHaveLength(2);
});

test('a document whose secret cannot be read for now stays as it was, until it can', async () => {
  const store = open();
  await store.whenReady;
  const docId = add(store.doc, 'Ours');
  expect(titlesOf(store)).toEqual(['Ours']);
  // Elsewhere it is sealed with a key that this device has not heard of yet.
  const key = createSecret();
  const there = new Y.Doc();
  Y.applyUpdate(there, Y.encodeStateAsUpdate(store.doc));
  setLibrarySecret(there, key);
  recordTitle(there, docId, 'Renamed there');
  Y.applyUpdate(store.doc, Y.encodeStateAsUpdate(there));
  expect(titlesOf(store)).toEqual(['Ours']);
  setLibrarySecret(store.doc, key);
  recordTitle(store.doc, docId, 'Renamed here');
  expect(titlesOf(store)).toEqual(['Renamed here']);
});
