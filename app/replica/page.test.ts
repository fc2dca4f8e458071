/** What a replica does when the page or its network comes and goes. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { createSecret, type DocId, docIdOf } from '../../shared/access/ids.ts';
import { openReplica, type Replica } from './open-replica.ts';
import { page, setOnline } from './testing/page.ts';
import { startTestServer, type TestServer } from './testing/sync-server.ts';
import { eventually, until } from './testing/until.ts';

let server: TestServer;
let replica: Replica;
let docId: DocId;

beforeEach(async () => {
  setOnline(true);
  globalThis.indexedDB = new IDBFactory();
  server = await startTestServer();
  const secret = createSecret();
  docId = docIdOf(secret);
  replica = openReplica({ name: docId, secret }, { serverUrl: server.url });
});

afterEach(async () => {
  await replica.close();
  await server.close();
});

const isSynced = ({ server: state }: { server: string }): boolean => state === 'synced';

test('without a network it is offline at once, and back at once with it', async () => {
  await until(replica.status, isSynced);
  setOnline(false);
  expect(replica.status.get().server).toBe('offline');
  replica.doc.getText('body').insert(0, 'offline');
  expect(replica.status.get()).toMatchObject({ server: 'offline', unconfirmed: 1 });
  await eventually(() => server.connections === 0);
  replica.retry();
  expect(replica.status.get().server).toBe('offline');
  setOnline(true);
  expect(replica.status.get().server).toBe('connecting');
  await until(replica.status, isSynced);
  expect(server.doc(docId).getText('body').toString()).toBe('offline');
});

test('a page that goes away takes its presence with it and leaves everything written', async () => {
  await until(replica.status, isSynced);
  replica.awareness.setLocalState({ person: 'somebody' });
  replica.doc.getText('body').insert(0, 'last');
  page.dispatchEvent(new Event('pagehide'));
  expect(replica.awareness.getLocalState()).toBeNull();
  const reader = new Y.Doc();
  const stored = new IndexeddbPersistence(`driftless:${docId}`, reader);
  await stored.whenSynced;
  expect(reader.getText('body').toString()).toBe('last');
  await stored.destroy();
  page.dispatchEvent(new Event('pageshow'));
  expect(replica.awareness.getLocalState()).toEqual({ person: 'somebody' });
});
