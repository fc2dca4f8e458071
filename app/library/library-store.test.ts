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
import { librarySecret } from '../../shared/library/sealing.ts';
import { eventually } from '../replica/testing/until.ts';
import { type LibraryStore, openLibrary } from './library-store.ts';
import { DEVICE_FACT, SECRET_FACT } from './link-facts.ts';

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

test('a tab that was linked while it read its library seals what it has before it connects', async () => {
  const library = new Y.Doc();
  const stored = new IndexeddbPersistence(`driftless:${LIBRARY_NAME}`, library);
  await stored.whenSynced;
  const secret = createSecret();
  addEntry(library, { docId: docIdOf(secret), secret, title: 'Kept in plain', now: 1 });
  await stored.destroy();

  const store = open();
  const link = { secret: createSecret(), device: 'AbCdEfGhIjKl' };
  // Another tab of this browser, which this one is too slow to hear later.
  const other = new BroadcastChannel('driftless-library');
  other.postMessage(link);
  await store.whenReady;
  await eventually(() => librarySecret(store.doc) === link.secret);
  other.close();
  expect(titlesOf(store)).toEqual(['Kept in plain']);
  expect(store.entries()[0]?.secret).toBe(secret);
  const said = new TextDecoder('latin1').decode(Y.encodeStateAsUpdate(store.doc));
  expect(said).not.toContain(secret);
});

test('what a tab wrote in plain without knowing of the link is sealed at the next start', async () => {
  const link = { secret: createSecret(), device: 'AbCdEfGhIjKl' };
  const store = open();
  await store.whenReady;
  store.replica.keepFact(SECRET_FACT, link.secret);
  store.replica.keepFact(DEVICE_FACT, link.device);
  const secret = createSecret();
  addEntry(store.doc, { docId: docIdOf(secret), secret, title: 'In plain', now: 1 });
  await store.replica.close();
  opened = [];

  const again = open();
  await again.whenReady;
  expect(again.link()).toEqual(link);
  expect(again.entries().map((entry) => entry.secret)).toEqual([secret]);
  const said = new TextDecoder('latin1').decode(Y.encodeStateAsUpdate(again.doc));
  expect(said).not.toContain(secret);
});
