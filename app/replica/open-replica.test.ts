/** Replicas as the screens use them: this device, a real server and other tabs together. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf, draftOf } from '../../shared/access/document-name.ts';
import { createSecret, type DocId, DraftId, docIdOf } from '../../shared/access/ids.ts';
import {
  expectReplica,
  FLOWS_IN,
  isOpenHere,
  openLocalReplica,
  openReplica,
  type Replica,
  type ReplicaOptions,
} from './open-replica.ts';
import { fillDisk } from './testing/full-disk.ts';
import { startTestServer, type TestServer } from './testing/sync-server.ts';
import { eventually, until } from './testing/until.ts';
import { hasUnsentMark } from './unsent-marks.ts';

let server: TestServer;
let secret: string;
let docId: DocId;
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

function open(options: ReplicaOptions = {}, as = secret): Replica {
  const replica = openReplica({ name: docId, secret: as }, { serverUrl: server.url, ...options });
  opened.push(replica);
  return replica;
}

function text(replica: Replica): Y.Text {
  return replica.doc.getText('body');
}

const isSynced = (status: { server: string; unconfirmed: number }): boolean =>
  status.server === 'synced';

test('what is said about a document goes to its discussion, and nothing of it to the document', async () => {
  const name = discussionOf(docId);
  const talk = openReplica({ name, secret }, { serverUrl: server.url });
  opened.push(talk);
  const body = open();
  text(talk).insert(0, 'said');
  text(body).insert(0, 'written');
  await until(talk.status, (status) => isSynced(status) && status.unconfirmed === 0);
  await until(body.status, (status) => isSynced(status) && status.unconfirmed === 0);
  expect(server.doc(name).getText('body').toString()).toBe('said');
  expect(server.doc(docId).getText('body').toString()).toBe('written');
  const unchecked = [
    // @ts-expect-error A text that nobody checked names no document.
    () => openReplica({ name: `${docId}.discussion`, secret }),
    // @ts-expect-error What is known of a document before it is opened is known of its body.
    () => expectReplica(name),
  ];
  expect(unchecked).toHaveLength(2);
});

test('what flows in from another document is kept and sent, and is nothing that was written here', async () => {
  const name = draftOf(docId, DraftId.parse('0123456789aB'));
  const draft = openReplica({ name, secret }, { serverUrl: server.url });
  opened.push(draft);
  await until(draft.status, isSynced);
  const other = new Y.Doc();
  other.on('update', (update) => Y.applyUpdate(draft.doc, update, FLOWS_IN));
  server.holdConfirmations();
  other.getText('body').insert(0, 'flows in');
  expect(draft.status.get().unconfirmed).toBe(0);
  expect(hasUnsentMark(name)).toBe(false);
  server.confirm();
  const there = () => server.doc(name).getText('body').toString();
  await eventually(() => there() === 'flows in');
  // What was written here builds on it, and is confirmed by itself.
  text(draft).insert(5, ' and on');
  expect(draft.status.get().unconfirmed).toBe(1);
  await until(draft.status, (status) => isSynced(status) && status.unconfirmed === 0);
  expect(there()).toBe('flows and on in');
  await draft.close();
  const again = openReplica({ name, secret }, { serverUrl: server.url, staysHere: true });
  opened.push(again);
  await again.whenLoaded;
  expect(text(again).toString()).toBe('flows and on in');
});

test('the save state of a document speaks for its discussion, and for it alone no more', async () => {
  const body = open();
  const talk = openReplica({ name: discussionOf(docId), secret }, { serverUrl: server.url });
  opened.push(talk);
  await until(body.status, isSynced);
  await until(talk.status, isSynced);
  const end = body.include(talk);
  expect(isSynced(body.status.get())).toBe(true);
  server.holdConfirmations();
  text(talk).insert(0, 'said');
  expect(body.status.get()).toMatchObject({ device: 'saving', server: 'sending', unconfirmed: 1 });
  await until(talk.status, (status) => status.device === 'saved');
  expect(body.status.get()).toMatchObject({ device: 'saved', server: 'sending', unconfirmed: 1 });
  server.confirm();
  await until(body.status, (status) => isSynced(status) && status.unconfirmed === 0);
  end();
  server.holdConfirmations();
  text(talk).insert(0, 'more');
  expect(body.status.get()).toMatchObject({ device: 'saved', server: 'synced', unconfirmed: 0 });
});

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
  const replica = openAfresh({ name: docId, secret }, { serverUrl: server.url });
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

test('what only the memory has is not let go of: it is sent, or found where it was', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const asks = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, asks[name].bind(asks));
  const isAsked = () => !asks.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  try {
    await server.close();
    const one = open();
    await until(one.status, ({ device }) => device === 'failed');
    expect(isAsked()).toBe(false);
    text(one).insert(0, 'nowhere else');
    expect(isAsked()).toBe(true);
    await one.close();
    expect(isAsked()).toBe(true);
    const other = open();
    expect(text(other).toString()).toBe('nowhere else');
    await other.close();
    await server.reopen();
    await eventually(() => server.doc(docId).getText('body').toString() === 'nowhere else');
    await eventually(() => !isOpenHere(docId));
    expect(isAsked()).toBe(false);
    expect(hasUnsentMark(docId)).toBe(false);
    await eventually(() => server.connections === 0);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('what could not be kept when it was left is kept once there is room, and then let go of', async () => {
  const one = open({ staysHere: true });
  await one.whenLoaded;
  const { put, add } = IDBObjectStore.prototype;
  const noRoom = () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  };
  Object.assign(IDBObjectStore.prototype, { put: noRoom, add: noRoom });
  text(one).insert(0, 'kept in the end');
  await until(one.status, ({ device }) => device === 'failed');
  await one.close();
  expect(isOpenHere(docId)).toBe(true);
  Object.assign(IDBObjectStore.prototype, { put, add });
  one.retry();
  await eventually(() => !isOpenHere(docId));
  const again = open({ staysHere: true });
  await again.whenLoaded;
  expect(text(again).toString()).toBe('kept in the end');
});

test('what finds no room is not let go of while it is tried again, nor when something small finds some', async () => {
  const makeRoom = fillDisk();
  try {
    const one = open({ staysHere: true });
    await one.whenLoaded;
    text(one).insert(0, 'nowhere else');
    await until(one.status, ({ device }) => device === 'failed');
    await one.close();
    const other = open();
    await other.close();
    // Notes beside the text are written meanwhile.
    await eventually(() => server.doc(docId).getText('body').toString() === 'nowhere else');
    await eventually(() => !isOpenHere(docId));
  } finally {
    makeRoom();
  }
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
