/** Somebody takes the next clocks of everybody's client ids: what people wrote arrives all the same. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { clientIdsOf } from '../../shared/document/client-ranks.ts';
import { takeClocks } from '../../shared/document/testing/forged.ts';
import { Ledger } from './ledger.ts';
import type { Replica } from './open-replica.ts';
import { TakenIds } from './taken-ids.ts';
import { oneDocument } from './testing/one-document.ts';
import type { TestServer } from './testing/sync-server.ts';
import { eventually, isAllThere, until } from './testing/until.ts';
import { decodeValidated } from './validated-update.ts';

const one = oneDocument();
const { open } = one;
let server: TestServer;
let docId: DocId;

beforeEach(() => {
  ({ server, docId } = one);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const body = (doc: Y.Doc) => doc.getText('body').toString();

/** Takes the next clocks of a client, and of the ids that rank higher, as an editor's program may. */
function take(client: number, clocks: number): void {
  for (const id of clientIdsOf(client)) takeClocks(server.doc(docId), id, clocks);
}

/** The same before somebody who is connected, who is told at once. */
function takeAndTell(client: number, clocks: number): void {
  const before = Y.encodeStateVector(server.doc(docId));
  take(client, clocks);
  server.tell(docId, Y.encodeStateAsUpdate(server.doc(docId), before));
}

/** What is written from now on is sent to nobody. */
const isApart = (status: { server: string }): boolean => status.server !== 'synced';

/** A device that has written what the server knows. */
async function openWithKnown(): Promise<Replica> {
  const replica = open();
  replica.doc.getText('body').insert(0, 'Known. ');
  await until(replica.status, isAllThere);
  return replica;
}

test('what was written offline arrives, and so does what is written after', async () => {
  const replica = await openWithKnown();
  const { clientID } = replica.doc;
  await server.close();
  replica.doc.getText('body').insert(7, 'Offline. ');
  replica.doc.getMap('fields').set('a:type', { value: 'heading' });
  take(clientID, 1_000_000);
  await server.reopen();
  replica.retry();
  await eventually(() => body(server.doc(docId)) === 'Known. Offline. ');
  expect(body(replica.doc)).toBe('Known. Offline. ');
  expect(replica.doc.clientID).not.toBe(clientID);
  replica.doc.getText('body').insert(16, 'After.');
  await until(replica.status, isAllThere);
  expect(body(server.doc(docId))).toBe('Known. Offline. After.');
  expect(server.doc(docId).getMap('fields').toJSON()).toEqual({ 'a:type': { value: 'heading' } });
});

test('of what was written offline nothing goes where only a few of the ids are taken', async () => {
  const replica = await openWithKnown();
  await server.close();
  await until(replica.status, isApart);
  replica.doc.getText('body').insert(7, 'Offline. ');
  takeClocks(server.doc(docId), replica.doc.clientID, 3);
  await server.reopen();
  replica.retry();
  await eventually(() => body(server.doc(docId)) === 'Known. Offline. ');
  await until(replica.status, isAllThere);
  expect(body(replica.doc)).toBe('Known. Offline. ');
});

test('what was written offline before the page was closed arrives as well', async () => {
  const first = await openWithKnown();
  const { clientID } = first.doc;
  await server.close();
  first.doc.getText('body').insert(7, 'Offline.');
  await until(first.status, ({ device }) => device === 'saved');
  await first.close();
  take(clientID, 1_000_000);
  await server.reopen();
  const second = open();
  await eventually(() => body(server.doc(docId)) === 'Known. Offline.');
  await until(second.status, isAllThere);
  expect(body(second.doc)).toBe('Known. Offline.');
});

test.each([3, 8])(
  'of what was written offline before the page was closed nothing goes where %i ids are taken',
  async (length) => {
    const first = await openWithKnown();
    const { clientID } = first.doc;
    await server.close();
    await until(first.status, isApart);
    first.doc.getText('body').insert(7, 'Offline.');
    await until(first.status, ({ device }) => device === 'saved');
    await first.close();
    takeClocks(server.doc(docId), clientID, length);
    await server.reopen();
    const second = open();
    await eventually(() => body(server.doc(docId)) === 'Known. Offline.');
    await until(second.status, isAllThere);
    expect(body(second.doc)).toBe('Known. Offline.');
  },
);

test('what was on its way when the page was closed, and deleted by others since, does not come back', async () => {
  const first = await openWithKnown();
  server.holdConfirmations();
  first.doc.getText('body').insert(7, 'Offline.');
  await eventually(() => body(server.doc(docId)) === 'Known. Offline.');
  await until(first.status, ({ device }) => device === 'saved');
  await first.close();
  server.confirm();
  server.doc(docId).getText('body').delete(7, 3);
  const second = open();
  await until(second.status, isAllThere);
  expect(body(second.doc)).toBe('Known. line.');
  expect(body(server.doc(docId))).toBe('Known. line.');
});

test('what is on its way while somebody takes the ids arrives once', async () => {
  const replica = await openWithKnown();
  server.holdConfirmations();
  replica.doc.getText('body').insert(7, 'Arrived. ');
  await eventually(() => body(server.doc(docId)) === 'Known. Arrived. ');
  const before = Y.encodeStateVector(server.doc(docId));
  take(replica.doc.clientID, 1000);
  replica.doc.getText('body').insert(16, 'Not known.');
  server.tell(docId, Y.encodeStateAsUpdate(server.doc(docId), before));
  server.confirm();
  await eventually(() => body(server.doc(docId)) === 'Known. Arrived. Not known.');
  await until(replica.status, isAllThere);
  expect(body(replica.doc)).toBe('Known. Arrived. Not known.');
});

test('what is on its way while somebody takes only a few of the ids arrives once', async () => {
  const replica = await openWithKnown();
  server.holdConfirmations();
  const before = Y.encodeStateVector(server.doc(docId));
  take(replica.doc.clientID, 3);
  // It is sent before this device hears of that, and the server takes its beginning for known.
  server.loseNextUpdate();
  const frames = server.frames.length;
  replica.doc.getText('body').insert(7, 'On its way.');
  await eventually(() => server.frames.length > frames);
  server.tell(docId, Y.encodeStateAsUpdate(server.doc(docId), before));
  await eventually(() => body(server.doc(docId)) === 'Known. On its way.');
  server.confirm();
  await until(replica.status, isAllThere);
  expect(body(replica.doc)).toBe('Known. On its way.');
});

test('what the server has is not written again, whoever takes the clocks after it', async () => {
  const replica = await openWithKnown();
  const { clientID } = replica.doc;
  await server.close();
  replica.doc.getText('body').insert(7, 'Offline. ');
  await server.reopen();
  replica.retry();
  await until(replica.status, isAllThere);
  const written = Y.getState(replica.doc.store, clientID);
  takeAndTell(clientID, 1_000_000);
  await eventually(() => replica.doc.clientID !== clientID);
  replica.doc.getText('body').insert(16, 'After.');
  await until(replica.status, isAllThere);
  expect(body(server.doc(docId))).toBe('Known. Offline. After.');
  const gone = replica.doc.store.clients
    .get(clientID)
    ?.filter(({ id, deleted }) => deleted && id.clock < written);
  expect(gone).toEqual([]);
});

test('what was written again and taken again arrives, after a restart too', async () => {
  const first = await openWithKnown();
  await server.close();
  first.doc.getText('body').insert(7, 'Offline. ');
  first.doc.getMap('fields').set('a:type', { value: 'heading' });
  take(first.doc.clientID, 1_000_000);
  await server.reopen();
  first.retry();
  for (let times = 0; times < 2; times++) {
    // The server says what it has, hears of nothing, and is told that somebody else took these ids.
    server.loseNextExchange();
    await eventually(() => !server.isLosing);
    const { clientID } = first.doc;
    takeAndTell(clientID, 1_000_000);
    await eventually(() => first.doc.clientID !== clientID);
  }
  server.loseNextExchange();
  await eventually(() => !server.isLosing);
  const { clientID } = first.doc;
  await until(first.status, ({ device }) => device === 'saved');
  await first.close();
  take(clientID, 1_000_000);
  const second = open();
  await until(second.status, isAllThere);
  await eventually(() => body(server.doc(docId)) === 'Known. Offline. ');
  expect(server.doc(docId).getMap('fields').toJSON()).toEqual({ 'a:type': { value: 'heading' } });
  expect(body(second.doc)).toBe('Known. Offline. ');
});

test('what is written beside what was written again arrives at once', async () => {
  const replica = await openWithKnown();
  await server.close();
  replica.doc.getText('body').insert(7, 'Offline.');
  take(replica.doc.clientID, 1_000_000);
  await server.reopen();
  replica.retry();
  await eventually(() => body(server.doc(docId)) === 'Known. Offline.');
  await until(replica.status, isAllThere);
  replica.doc.getText('body').insert(7, 'Beside. ');
  replica.doc.getText('body').insert(23, ' Behind.');
  await until(replica.status, isAllThere);
  expect(body(server.doc(docId))).toBe('Known. Beside. Offline. Behind.');
  expect(body(replica.doc)).toBe('Known. Beside. Offline. Behind.');
});

test('what another tab may have sent, others may take back before this one has sent it', () => {
  const doc = new Y.Doc();
  const ledger = new Ledger({ put: () => {}, merge: () => {} }, 'this session');
  ledger.restore(new Map(), doc);
  doc.on('afterTransaction', (transaction: Y.Transaction) => void ledger.addOwn(transaction));
  doc.getText('body').insert(0, 'Ana was here.');
  doc.getMap('fields').set('a:type', 'heading');
  // A tab that was opened now takes it for a session before it.
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const record = { count: 1, ends: [[doc.clientID, 14]], deletions: [] };
  const otherLedger = new Ledger({ put: () => {}, merge: () => {} }, 'another session');
  otherLedger.restore(new Map([['pending:this session', record]]), other);
  otherLedger.noteOtherTabs();
  doc.getText('body').insert(13, ' Twice.');
  // The other tab sends it; of two who set the same the server's copy of it keeps one.
  ledger.noteOtherTabs();
  const ben = new Y.Doc();
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(doc));
  const before = Y.encodeStateVector(ben);
  ben.getMap('fields').set('a:type', 'quote');
  ben.getText('body').delete(0, 4);
  const taken = new TakenIds(doc, ledger);
  expect(taken.inState(Y.decodeStateVector(Y.encodeStateVector(ben)))).toBeNull();
  for (const known of [before, undefined]) {
    const update = decodeValidated(Y.encodeStateAsUpdate(ben, known));
    expect(taken.inUpdate(update)).toBeNull();
    const elsewhere = decodeValidated(
      Y.encodeStateAsUpdate(ben, known && Y.encodeStateVector(other)),
    );
    expect(new TakenIds(other, otherLedger).inUpdate(elsewhere)).toBeNull();
  }
});

test('an update that knows of what was never sent has it looked at, once, before anything is written again', () => {
  const doc = new Y.Doc();
  const ledger = new Ledger({ put: () => {}, merge: () => {} }, 'this session');
  ledger.restore(new Map(), doc);
  doc.on('afterTransaction', (transaction: Y.Transaction) => void ledger.addOwn(transaction));
  doc.getText('body').insert(0, 'Ana was here.');
  // A worker of this browser sent it, and Ben had it before this page heard what the server has.
  const ben = new Y.Doc();
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(doc));
  ben.getText('body').delete(0, 4);
  const update = decodeValidated(Y.encodeStateAsUpdate(ben, Y.encodeStateVector(doc)));
  // One who only says that it is deleted is not believed.
  for (const [server, isOwn] of [
    [ben, true],
    [new Y.Doc(), false],
  ] as const) {
    const taken = new TakenIds(doc, ledger);
    expect(taken.isToBeLookedAtIn(update)).toBe(true);
    taken.look(server);
    expect(taken.isToBeLookedAtIn(update)).toBe(false);
    expect(taken.inUpdate(update) === null).toBe(isOwn);
  }
});

test('a value that lost against another one on its way may be heard of as deleted, words may not', () => {
  const doc = new Y.Doc();
  const ledger = new Ledger({ put: () => {}, merge: () => {} }, 'this session');
  ledger.restore(new Map(), doc);
  doc.on('afterTransaction', (transaction: Y.Transaction) => void ledger.addOwn(transaction));
  doc.getMap('fields').set('a:type', 'quote');
  doc.getMap('fields').set('a:type', 'heading');
  const written = Y.encodeStateVector(doc);
  doc.getText('body').insert(0, 'Ana');
  ledger.markAllSent(doc);
  const server = new Y.Doc();
  server.clientID = 2 ** 32 - 1;
  server.getMap('fields').set('a:type', 'table');
  // What is told to everybody is what has become of it, and not always what took its place.
  let told: Uint8Array = new Uint8Array();
  server.on('update', (update: Uint8Array) => {
    told = update;
  });
  Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
  expect(server.getMap('fields').toJSON()).toEqual({ 'a:type': 'table' });
  const taken = new TakenIds(doc, ledger);
  expect(taken.isToBeLookedAtIn(decodeValidated(told))).toBe(false);
  expect(taken.inUpdate(decodeValidated(told))).toBeNull();
  server.getText('body').delete(0, 3);
  const gone = decodeValidated(Y.encodeStateAsUpdate(server, written));
  expect(taken.inUpdate(gone)).not.toBeNull();
});

test('words are not taken for a value that lost because they were written behind one', () => {
  const doc = new Y.Doc();
  const ledger = new Ledger({ put: () => {}, merge: () => {} }, 'this session');
  ledger.restore(new Map(), doc);
  doc.on('afterTransaction', (transaction: Y.Transaction) => void ledger.addOwn(transaction));
  doc.getMap('fields').set('a:type', 'heading');
  doc.getText('body').insert(0, 'Ana was here.');
  ledger.markAllSent(doc);
  // Somebody who knows where the value stands calls it deleted, and all that comes after it.
  const forger = new Y.Doc();
  const { clientID } = doc;
  const fields = forger.getMap('fields');
  forger.transact((transaction) => {
    const deleted = new Y.ContentDeleted(14);
    const id = Y.createID(clientID, 0);
    new Y.Item(id, null, null, null, null, fields, 'a:type', deleted).integrate(transaction, 0);
  });
  const taken = new TakenIds(doc, ledger).inUpdate(decodeValidated(Y.encodeStateAsUpdate(forger)));
  expect(taken).not.toBeNull();
});

test('what is on this device without a record of it is no reason to write anything again', () => {
  const ben = new Y.Doc();
  ben.getText('body').insert(0, 'Ben was here.');
  // Another tab has it from the server, and has not kept yet that the server has it.
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(ben));
  const ledger = new Ledger({ put: () => {}, merge: () => {} }, 'this session');
  ledger.restore(new Map(), doc);
  expect(ledger.count).toBe(1);
  const before = Y.encodeStateVector(ben);
  ben.getText('body').delete(0, 13);
  ben.getText('body').insert(0, 'Nobody was.');
  const taken = new TakenIds(doc, ledger);
  const claimed = Y.decodeStateVector(Y.encodeStateVector(ben));
  expect(taken.inState(claimed)).toBeNull();
  ledger.setServerClocks(claimed);
  const update = decodeValidated(Y.encodeStateAsUpdate(ben, before));
  expect(taken.inUpdate(update)).toBeNull();
});
