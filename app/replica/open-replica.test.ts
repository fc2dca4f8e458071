/** Replicas as the screens use them: this device, a real server and other tabs together. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import {
  expectReplica,
  openLocalReplica,
  openReplica,
  type Replica,
  type Surroundings,
} from './open-replica.ts';
import { startTestServer, type TestServer } from './testing/sync-server.ts';
import { eventually, until } from './testing/until.ts';

let server: TestServer;
let secret: string;
let docId: string;
let devices: IDBFactory[];
const opened: Replica[] = [];

beforeEach(async () => {
  server = await startTestServer();
  secret = createSecret();
  docId = docIdOf(secret);
  devices = [new IDBFactory(), new IDBFactory()];
  globalThis.indexedDB = devices[0]!;
});

afterEach(async () => {
  server.confirm();
  await Promise.all(opened.splice(0).map((replica) => replica.close()));
  await server.close();
});

function open(surroundings: Surroundings = {}, as = secret): Replica {
  const replica = openReplica({ docId, secret: as }, { serverUrl: server.url, ...surroundings });
  opened.push(replica);
  return replica;
}

function text(replica: Replica): Y.Text {
  return replica.doc.getText('body');
}

const isSynced = (status: { server: string; unconfirmed: number }): boolean =>
  status.server === 'synced';

test('not even while a change is being made is it said that the server has everything', async () => {
  const replica = open();
  await until(replica.status, isSynced);
  const said: string[] = [];
  replica.status.subscribe(() => said.push(replica.status.get().server));
  text(replica).insert(0, 'one');
  expect(said.length).toBeGreaterThan(0);
  expect(said).not.toContain('synced');
});

test('what is written is saved here, confirmed there, and counts as neither before', async () => {
  server.holdConfirmations();
  const replica = open();
  await replica.whenLoaded;
  text(replica).insert(0, 'one');
  expect(replica.status.get()).toMatchObject({ device: 'saving', unconfirmed: 1 });
  await until(replica.status, (status) => status.device === 'saved');
  await eventually(() => server.doc(docId).getText('body').toString() === 'one');
  expect(replica.status.get().server).not.toBe('synced');
  expect(replica.status.get().unconfirmed).toBe(1);
  server.confirm();
  const status = await until(replica.status, isSynced);
  expect(status).toMatchObject({ unconfirmed: 0, refusal: null, device: 'saved' });
  expect(status.syncedAt).toBeTypeOf('number');
  await replica.whenSynced;
});

test('where what connects cannot be loaded it is offline, and what was written is sent once it can', async () => {
  vi.resetModules();
  vi.doMock('./connection.ts', () => {
    throw new Error('not reachable');
  });
  const { openReplica: openAfresh } = await import('./open-replica.ts');
  const replica = openAfresh({ docId, secret }, { serverUrl: server.url });
  opened.push(replica);
  text(replica).insert(0, 'early');
  await until(replica.status, (status) => status.server === 'offline');
  text(replica).insert(5, ' bird');
  expect(replica.status.get().unconfirmed).toBe(2);
  vi.doUnmock('./connection.ts');
  replica.retry();
  await until(replica.status, isSynced);
  expect(server.doc(docId).getText('body').toString()).toBe('early bird');
});

test('what is here is read before the link is known, and nobody hears of it until then', async () => {
  const first = open();
  text(first).insert(0, 'here');
  await until(first.status, isSynced);
  await first.close();
  await eventually(() => server.connections === 0);

  await expectReplica(docId);
  expect(server.connections).toBe(0);
  const second = open();
  expect(text(second).toString()).toBe('here');
  await until(second.status, isSynced);
  text(second).insert(4, ' and there');
  await until(second.status, isSynced);
  expect(server.doc(docId).getText('body').toString()).toBe('here and there');
});

test('a change after the first exchange is sending until the server says it is durable', async () => {
  const replica = open();
  await until(replica.status, isSynced);
  server.holdConfirmations();
  text(replica).insert(0, 'a');
  text(replica).insert(1, 'b');
  expect(replica.status.get()).toMatchObject({ server: 'sending', unconfirmed: 2 });
  await eventually(() => server.doc(docId).getText('body').toString() === 'ab');
  expect(replica.status.get()).toMatchObject({ server: 'sending', unconfirmed: 2 });
  server.confirm();
  await until(replica.status, isSynced);
});

test('the count of unconfirmed changes is the same after a reload offline', async () => {
  const first = open();
  await until(first.status, isSynced);
  text(first).insert(0, 'kept');
  await until(first.status, isSynced);
  await server.close();
  await until(first.status, (status) => status.server === 'offline');
  for (const key of ['x', 'y', 'z']) text(first).insert(0, key);
  expect(first.status.get().unconfirmed).toBe(3);
  await first.close();

  const second = open();
  await second.whenLoaded;
  expect(text(second).toString()).toBe('zyxkept');
  expect(second.status.get().unconfirmed).toBe(3);
  expect(second.doc.clientID).not.toBe(first.doc.clientID);
  await server.reopen();
  second.retry();
  await until(second.status, isSynced);
  expect(server.doc(docId).getText('body').toString()).toBe('zyxkept');
  await second.close();

  await server.close();
  const third = open();
  await third.whenLoaded;
  expect(third.status.get().unconfirmed).toBe(0);
  await server.reopen();
});

test('a deletion made offline counts after a reload, too', async () => {
  const first = open();
  text(first).insert(0, 'abcdef');
  await until(first.status, isSynced);
  await server.close();
  await until(first.status, (status) => status.server === 'offline');
  text(first).delete(1, 2);
  expect(first.status.get().unconfirmed).toBe(1);
  await first.close();
  const second = open();
  await second.whenLoaded;
  expect(second.status.get().unconfirmed).toBe(1);
  await server.reopen();
  second.retry();
  await until(second.status, isSynced);
  expect(second.status.get().unconfirmed).toBe(0);
  expect(server.doc(docId).getText('body').toString()).toBe('adef');
});

test('two holders in one tab share one replica, which lives until the last lets go', async () => {
  const one = open();
  const other = open();
  expect(other.doc).toBe(one.doc);
  await until(one.status, isSynced);
  await one.close();
  await one.close();
  text(other).insert(0, 'still');
  await until(other.status, isSynced);
  expect(server.doc(docId).getText('body').toString()).toBe('still');
  await other.close();
  await eventually(() => server.connections === 0);
});

test('a replica that is closed and opened again in the same turn stays open', async () => {
  const one = open();
  const closing = one.close();
  const other = open();
  await closing;
  expect(other.doc).toBe(one.doc);
  await until(other.status, isSynced);
});

test('two devices get the same text', async () => {
  const here = open();
  await until(here.status, isSynced);
  globalThis.indexedDB = devices[1]!;
  // The other device holds a link of its own, so the tabs' channel does not connect the two.
  const there = open({}, createSecret());
  await until(there.status, isSynced);
  expect(there.hasContent()).toBe(false);
  text(here).insert(0, 'hello');
  await until(there.status, () => there.hasContent());
  expect(text(there).toString()).toBe('hello');
  text(there).insert(5, '!');
  await eventually(() => text(here).toString() === 'hello!');
});

test('erasing removes the copy on this device', async () => {
  const replica = open();
  text(replica).insert(0, 'gone');
  await until(replica.status, isSynced);
  await replica.erase();
  expect((await devices[0]!.databases()).length).toBe(0);
});

test('a document of this device only is saved and never claims a server', async () => {
  const library = openLocalReplica('library');
  opened.push(library);
  await library.whenLoaded;
  library.doc.getMap('entries').set('a', 1);
  await until(library.status, (status) => status.device === 'saved');
  expect(library.status.get()).toMatchObject({ server: 'offline', unconfirmed: 0 });
  await library.whenSynced;
  await library.close();
  const again = openLocalReplica('library');
  opened.push(again);
  await again.whenLoaded;
  expect(again.doc.getMap('entries').get('a')).toBe(1);
});

test('a document of this device only goes on in a room that a secret owns, and back', async () => {
  const local = openLocalReplica('library');
  opened.push(local);
  await local.whenLoaded;
  local.doc.getMap('entries').set('before', 1);
  local.keepFact('library secret', secret);
  local.goTo(secret, { serverUrl: server.url });
  await until(local.status, isSynced);
  local.doc.getMap('entries').set('there', 2);
  await until(local.status, isSynced);
  const there = server.doc(docId).getMap('entries');
  expect(there.toJSON()).toEqual({ before: 1, there: 2 });
  expect(local.status.get().unconfirmed).toBe(0);

  local.goTo(null);
  expect(local.status.get()).toMatchObject({ server: 'offline', unconfirmed: 0 });
  local.doc.getMap('entries').set('after', 3);
  await until(local.status, (status) => status.device === 'saved');
  await eventually(() => server.connections === 0);
  expect(there.has('after')).toBe(false);
  await local.close();

  const again = openLocalReplica('library');
  opened.push(again);
  await again.whenLoaded;
  expect(again.fact('library secret')).toBe(secret);
  again.goTo(secret, { serverUrl: server.url });
  await until(again.status, isSynced);
  expect(there.get('after')).toBe(3);
});
