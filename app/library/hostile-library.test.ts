/** What somebody's program does to the room of a library costs its person no document. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf } from '../../shared/access/ids.ts';
import { clientIdsOf } from '../../shared/document/client-ranks.ts';
import { takeClocks } from '../../shared/document/testing/forged.ts';
import { addEntry, readEntries } from '../../shared/library/library.ts';
import { sealLibrary } from '../../shared/library/seal-library.ts';
import { setLibrarySecret } from '../../shared/library/sealer.ts';
import { crowd, nestedTypes, unwritable } from '../../shared/testing/hostile-updates.ts';
import { startTestServer, type TestServer } from '../replica/testing/sync-server.ts';
import { eventually, until } from '../replica/testing/until.ts';
import { type LibraryStore, openLibrary } from './library-store.ts';

const secret = createSecret();
const room = docIdOf(secret);
let server: TestServer;
let store: LibraryStore;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  globalThis.indexedDB = new IDBFactory();
  server = await startTestServer();
  store = openLibrary();
  await store.whenReady;
  sealLibrary(store.doc, secret);
  store.replica.goTo(secret, { serverUrl: server.url });
});

afterEach(async () => {
  await store.replica.close();
  await server.close();
  vi.restoreAllMocks();
});

function add(title: string): DocId {
  const key = createSecret();
  const docId = docIdOf(key);
  addEntry(store.doc, { docId, secret: key, title, now: 1 });
  return docId;
}

const isAllThere = (status: { server: string; unconfirmed: number }): boolean =>
  status.server === 'synced' && status.unconfirmed === 0;

/** What another device of the same person has in its list, with the secrets it can read. */
function titlesElsewhere(): string[] {
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(server.doc(room)));
  setLibrarySecret(other, secret);
  return readEntries(other)
    .map(({ title }) => title)
    .sort();
}

test('documents that were made offline arrive, whoever took the ids of this device', async () => {
  add('Known');
  await until(store.replica.status, isAllThere);
  await server.close();
  add('Made offline');
  for (const client of clientIdsOf(store.doc.clientID))
    takeClocks(server.doc(room), client, 1_000_000);
  await server.reopen();
  store.replica.retry();
  await eventually(() => titlesElsewhere().includes('Made offline'));
  add('Made after');
  await until(store.replica.status, isAllThere);
  const all = ['Known', 'Made after', 'Made offline'];
  expect(titlesElsewhere()).toEqual(all);
  expect(
    store
      .entries()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(all);
});

test.each([
  ...Object.entries(unwritable(7, 3_000)),
  ['nested types', nestedTypes(7, 3_000)] as const,
  ['items in each other’s way', crowd(7, 2_000, 'body')] as const,
])(
  '%s in the room end nothing: the list stays, and takes what comes after',
  async (_what, update) => {
    add('Before');
    await until(store.replica.status, isAllThere);
    server.tell(room, update);
    add('After');
    await eventually(() => titlesElsewhere().length === 2);
    expect(titlesElsewhere()).toEqual(['After', 'Before']);
    expect(
      store
        .entries()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['After', 'Before']);
  },
);
