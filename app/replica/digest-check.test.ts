/** What is shown here is held against what the server says, and mended where it is something else. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import type { Replica } from './open-replica.ts';
import type { ReplicaStatus } from './status.ts';
import { oneDocument } from './testing/one-document.ts';
import type { TestServer } from './testing/sync-server.ts';
import { eventually, isAllThere, until } from './testing/until.ts';

const one = oneDocument();
const { open } = one;
let server: TestServer;
let docId: DocId;

beforeEach(() => {
  ({ server, docId } = one);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // The whole of a document comes over HTTP, which this server does not speak.
  vi.stubGlobal('fetch', async () => {
    const doc = server.doc(docId);
    const body = writeExchange({
      stateVector: Y.encodeStateVector(doc),
      update: Y.encodeStateAsUpdate(doc),
    });
    const headers = { 'Content-Type': 'application/octet-stream', 'Driftless-Role': 'editor' };
    return new Response(body, { headers });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const body = (doc: Y.Doc) => doc.getText('body').toString();
const isSynced = (status: { server: string }): boolean => status.server === 'synced';

test('that it is the same is said with the time, and anew after each change', async () => {
  const replica = open();
  replica.doc.getText('body').insert(0, 'one');
  await until(replica.status, isSynced);
  expect(replica.status.get().checkedAt).toBe(null);
  server.tellDigest(docId);
  await until(replica.status, ({ checkedAt }) => checkedAt !== null);
  expect(replica.status.get().differs).toBe(false);
  // Of a server that does not say.
  expect(replica.status.get().checkedSequence).toBe(null);
  server.tellDigest(docId, undefined, 7);
  await until(replica.status, ({ checkedSequence }) => checkedSequence === 7);
  // What is not the same says nothing of what is here.
  replica.doc.getText('body').insert(0, 'two ');
  server.tellDigest(docId, undefined, 8);
  await until(replica.status, isSynced);
  expect(replica.status.get().checkedSequence).toBe(7);
  expect(server.reported).toEqual([]);
});

test('a digest of another kind, and one of something that changes meanwhile, says nothing', async () => {
  const replica = open();
  replica.doc.getText('body').insert(0, 'one');
  await until(replica.status, isSynced);
  server.tellDigest(docId, '2.other');
  server.tellDigest(docId, '1.0000000000000000');
  replica.doc.getText('body').insert(0, 'two ');
  await until(replica.status, isSynced);
  server.tellDigest(docId);
  await until(replica.status, ({ checkedAt }) => checkedAt !== null);
  expect(server.reported).toEqual([]);
});

test('words that the server took for deleted are written again, and the host is told', async () => {
  const replica = open();
  replica.doc.getText('body').insert(0, 'Mine. ');
  await until(replica.status, isSynced);
  // Whatever it was that had the server think so, nobody told this device.
  server.doc(docId).getText('body').delete(0, 6);
  const { clientID } = replica.doc;
  server.tellDigest(docId);
  await eventually(() => body(server.doc(docId)) === 'Mine. ');
  await until(replica.status, isSynced);
  server.tellDigest(docId);
  await until(replica.status, ({ checkedAt }) => checkedAt !== null);
  expect(body(replica.doc)).toBe('Mine. ');
  expect(replica.doc.clientID).not.toBe(clientID);
  expect(server.reported).toHaveLength(1);
  expect(replica.status.get().differs).toBe(false);
});

test.each([3, 8, 1000])(
  'words of an earlier session arrive where somebody else wrote %i signs under their ids',
  async (length) => {
    const first = open();
    first.doc.getText('body').insert(0, 'Known. ');
    await until(first.status, isSynced);
    const { clientID } = first.doc;
    await server.close();
    first.doc.getText('body').insert(7, 'Offline.');
    await until(first.status, ({ device }) => device === 'saved');
    await first.close();
    const forger = new Y.Doc();
    Y.applyUpdate(forger, Y.encodeStateAsUpdate(server.doc(docId)));
    forger.clientID = clientID;
    forger.getText('body').insert(7, 'x'.repeat(length));
    Y.applyUpdate(server.doc(docId), Y.encodeStateAsUpdate(forger));
    await server.reopen();
    const second = open();
    await until(second.status, isSynced);
    server.tellDigest(docId);
    await eventually(() => body(server.doc(docId)).includes('Offline.'));
    await until(second.status, isSynced);
    server.tellDigest(docId);
    await until(second.status, ({ checkedAt }) => checkedAt !== null);
    expect(body(second.doc)).toBe(body(server.doc(docId)));
    expect(body(second.doc).split('Offline.')).toHaveLength(2);
    expect(second.status.get().differs).toBe(false);
  },
);

/** As a build of long ago cut it: in the memory of one device, with the same clocks. */
function show(doc: Y.Doc, text: string, where = 'body'): void {
  const first = doc.getText(where)._start;
  if (first?.content instanceof Y.ContentString) first.content.str = text;
}

test.each(['the device', 'the server'])(
  'an emoji that %s shows in halves is whole again, for both',
  async (who) => {
    const replica = open();
    const places = ['body', 'title'];
    for (const where of places) replica.doc.getText(where).insert(0, 'Letter 🎈');
    await until(replica.status, isSynced);
    for (const where of places)
      show(who === 'the device' ? replica.doc : server.doc(docId), 'Letter \ufffd\ufffd', where);
    server.tellDigest(docId);
    const read = (doc: Y.Doc) => places.map((where) => doc.getText(where).toString());
    await eventually(() => read(server.doc(docId)).join() === read(replica.doc).join());
    expect(read(replica.doc)).toEqual(['Letter 🎈', 'Letter 🎈']);
    await until(replica.status, isSynced);
    server.tellDigest(docId);
    await until(replica.status, ({ checkedAt }) => checkedAt !== null);
    expect(server.reported).toHaveLength(1);
    expect(replica.status.get().differs).toBe(false);
  },
);

/** Has both say what they have until they have settled what differs. */
async function settle(replica: Replica, fits: (status: ReplicaStatus) => boolean): Promise<void> {
  await eventually(() => {
    if (isSynced(replica.status.get())) server.tellDigest(docId);
    return fits(replica.status.get());
  });
}

test("what only reads otherwise, and is nobody's words, is as on the server, also after a restart", async () => {
  const replica = open();
  replica.doc.getText('body').insert(0, 'Letter 🎈');
  await until(replica.status, isAllThere);
  // No character that was cut, and nothing that somebody wrote.
  show(replica.doc, 'Letter \ufffd?');
  await settle(replica, ({ checkedAt }) => checkedAt !== null);
  expect(body(replica.doc)).toBe('Letter 🎈');
  expect(server.reported.length).toBeGreaterThan(0);
  expect(replica.status.get().differs).toBe(false);
  await until(replica.status, ({ device }) => device === 'saved');
  await replica.close();
  await server.close();
  const again = open();
  await again.whenLoaded;
  expect(body(again.doc)).toBe('Letter 🎈');
  await server.reopen();
});

test('words of others that only this device has are kept, and it is said that they differ', async () => {
  const replica = open();
  server.doc(docId).getText('body').insert(0, 'Letter');
  server.tell(docId, Y.encodeStateAsUpdate(server.doc(docId)));
  await eventually(() => body(replica.doc) === 'Letter');
  show(replica.doc, 'Better');
  await settle(replica, ({ differs }) => differs);
  expect(body(replica.doc)).toBe('Better');
  expect(body(server.doc(docId))).toBe('Letter');
});
