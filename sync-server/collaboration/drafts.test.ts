/**
 * Drafts of a document on a server: who may read and write them, what somebody can do there who sends
 * whatever they like, that the document flows into one through several at once, and what becomes of
 * them.
 */
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { draftOf } from '../../shared/access/document-name.ts';
import { createSecret, DraftId } from '../../shared/access/ids.ts';
import { ROLES } from '../../shared/access/roles.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { copyOf, documentOf, sketch } from '../../shared/document/testing/sketch.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { MAX_DRAFTS_APART } from '../../shared/protocol/limits.ts';
import { SUBPROTOCOL } from '../../shared/protocol/messages.ts';
import { DraftFlow, mergeDraft } from '../../shared/suggesting/draft.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { copyDatabase, examine } from '../storage/sqlite-doctor.ts';
import { cleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { call, makeLink, newOwner, type Owned, startServer } from '../testing/server.ts';

afterEach(cleanUp);

const ID = DraftId.parse('DraftDraft01');
const LINES = ['Alpha one', 'Bravo two'];

/** Sends all that a document has and the server lacks, and waits for the word that it is stored. */
async function send(client: RawClient, doc: Y.Doc): Promise<void> {
  const before = client.statuses.length;
  client.sendUpdate(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(client.doc)));
  await until('it is answered', () => client.statuses.length > before || client.gone);
  expect(client.closed).toBeNull();
  expect(client.statuses.at(-1)).toBe(1);
  Y.applyUpdate(client.doc, Y.encodeStateAsUpdate(doc));
}

async function stored(server: { ws: string }, name: string, secret: string): Promise<Y.Doc> {
  const reader = RawClient.sync(server, name, secret);
  await reader.synced();
  expect(reader.closed).toBeNull();
  const doc = copyOf(reader.doc, 99);
  reader.socket.close();
  await reader.whenGone();
  return doc;
}

/** A document with a draft of it that says more. */
async function drafted(server: { ws: string }, { docId, secret }: Owned) {
  const document = documentOf(LINES);
  const body = RawClient.sync(server, docId, secret);
  await body.synced();
  await send(body, document);
  const draft = new Y.Doc();
  new DraftFlow(draft, document, ID);
  new ModelDriver(draft).type('Alpha', 'one', ' drafted');
  const client = RawClient.sync(server, draftOf(docId, ID), secret);
  await client.synced();
  await send(client, draft);
  return { document, body, draft, client };
}

test.each(ROLES)(
  'a %s reads a draft, and writes it where the document could be written',
  async (role) => {
    const server = await startServer();
    const owned = newOwner();
    const { draft } = await drafted(server, owned);
    const name = draftOf(owned.docId, ID);
    const secret = role === 'owner' ? owned.secret : (await makeLink(server, owned, role)).secret;
    const client = RawClient.sync(server, name, secret);
    await client.synced();
    expect(sketch(client.doc)).toEqual(['Alpha one drafted', 'Bravo two']);
    new ModelDriver(draft).type('Bravo', 'two', '!');
    if (role === 'editor' || role === 'owner') await send(client, draft);
    else {
      client.sendUpdate(Y.encodeStateAsUpdate(draft, Y.encodeStateVector(client.doc)));
      await client.whenGone();
      expect(client.closed).toEqual({ code: ERRORS.role_too_low.close, reason: 'role_too_low' });
    }
    const shown = [
      'Alpha one drafted',
      role === 'editor' || role === 'owner' ? 'Bravo two!' : LINES[1],
    ];
    expect(sketch(await stored(server, name, owned.secret))).toEqual(shown);
    // Nothing of it is in the document, nor in another draft.
    expect(sketch(await stored(server, owned.docId, owned.secret))).toEqual(LINES);
    const other = await stored(
      server,
      draftOf(owned.docId, DraftId.parse('DraftDraft02')),
      owned.secret,
    );
    expect(other.store.clients.size).toBe(0);
  },
);

test('nobody gets in without a secret of its document, nor by a name that is none', async () => {
  const server = await startServer();
  const owned = newOwner();
  await drafted(server, owned);
  const name = draftOf(owned.docId, ID);
  for (const secret of [null, createSecret(), newOwner().secret]) {
    const client = RawClient.sync(server, name, secret);
    await client.whenGone();
    expect(client.doc.store.clients.size).toBe(0);
  }
  for (const odd of [`${name}x`, `${owned.docId}.draft-`, `${name}.discussion`]) {
    const client = RawClient.sync(server, odd, owned.secret);
    await client.whenGone();
    expect(client.closed?.reason).toBe('document_unknown');
  }
  const { status } = await call(server, 'GET', `/api/docs/${name}/history`, owned.secret);
  expect(status).toBe(404);
});

test('what is no update, or too much of one, ends whoever sends it, and the draft stays', async () => {
  const server = await startServer({ maxDocumentBytes: 20_000 });
  const owned = newOwner();
  await drafted(server, owned);
  const name = draftOf(owned.docId, ID);
  const hostile = [
    Uint8Array.of(1, 2, 3, 4),
    crypto.getRandomValues(new Uint8Array(400)),
    textUpdate('x'.repeat(30_000)),
  ];
  for (const update of hostile) {
    const client = RawClient.sync(server, name, owned.secret);
    await client.synced();
    client.sendUpdate(update);
    await client.whenGone();
    expect(['update_invalid', 'document_full']).toContain(client.closed?.reason);
  }
  expect(sketch(await stored(server, name, owned.secret))[0]).toBe('Alpha one drafted');
});

test('the document flows in through several at once, and nobody writes under the ids of another', async () => {
  const server = await startServer();
  const owned = newOwner();
  const { document, draft } = await drafted(server, owned);
  const name = draftOf(owned.docId, ID);
  const comes = async (doc: Y.Doc) => {
    const client = RawClient.sync(server, name, owned.secret, SUBPROTOCOL, createSecret());
    await client.synced();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(client.doc));
    return client;
  };
  const [ana, ben] = [copyOf(draft, 71), copyOf(draft, 72)];
  for (const doc of [ana, ben]) new DraftFlow(doc, document, ID);
  const [anasClient, bensClient] = [await comes(ana), await comes(ben)];
  // Both pass on what a third writes in the document, now one and now the other first.
  const writer = new ModelDriver(document);
  for (const text of ['a', 'b', 'c', 'd']) {
    writer.type('Bravo', 'two', text);
    const both = [
      [anasClient, ana],
      [bensClient, ben],
    ] as const;
    for (const [client, doc] of text < 'c' ? both : [...both].reverse()) await send(client, doc);
  }
  for (const text of ['1', '2']) {
    new ModelDriver(ana).type('Alpha', 'drafted', text);
    await send(anasClient, ana);
  }
  const written = ['Alpha one drafted21', 'Bravo twodcba'];
  expect(sketch(await stored(server, name, owned.secret))).toEqual(written);
  // Ana's next ids, by somebody else who is there.
  const forged = copyOf(ana, 73);
  forged.clientID = ana.clientID;
  new ModelDriver(forged).type('Alpha', 'drafted', 'forged');
  bensClient.sendUpdate(Y.encodeStateAsUpdate(forged, Y.encodeStateVector(ana)));
  await bensClient.whenGone();
  expect(bensClient.closed?.reason).toBe('rate_limited');
  const end = await stored(server, name, owned.secret);
  expect(sketch(end)).toEqual(written);
  mergeDraft(document, end, ID, {});
  expect(sketch(document)).toEqual(written);
});

test('a document has so many of them, and no more', async () => {
  const server = await startServer();
  const owned = newOwner();
  await drafted(server, owned);
  await server.stop();
  const storage = openSqlite(server.folder);
  const nameOf = (index: number) =>
    draftOf(owned.docId, DraftId.parse(`Draft${String(index).padStart(7, '0')}`));
  await storage.append(
    Array.from({ length: MAX_DRAFTS_APART - 1 }, (_, index) => ({
      ...{ name: nameOf(index), docId: owned.docId, receivedAt: 1, person: null },
      bytes: textUpdate('x'),
    })),
  );
  await storage.close();
  const again = await startServer({ dataDir: server.folder });
  const one = RawClient.sync(again, nameOf(MAX_DRAFTS_APART), owned.secret);
  await one.whenGone();
  expect(one.closed?.reason).toBe('document_full');
  const known = await stored(again, draftOf(owned.docId, ID), owned.secret);
  expect(sketch(known)[0]).toBe('Alpha one drafted');
});

test('who may only read keeps nobody from beginning one, whatever they open', async () => {
  const server = await startServer();
  const owned = newOwner();
  await drafted(server, owned);
  const viewer = await makeLink(server, owned, 'viewer');
  const nameOf = (index: number) =>
    draftOf(owned.docId, DraftId.parse(`Draft${String(index).padStart(7, '0')}`));
  const opened = Array.from({ length: MAX_DRAFTS_APART }, (_, index) =>
    RawClient.sync(server, nameOf(index), viewer.secret),
  );
  await Promise.all(opened.map((client) => client.synced()));
  const begun = RawClient.sync(server, nameOf(MAX_DRAFTS_APART), owned.secret);
  await begun.synced();
  expect(begun.closed).toBeNull();
  await send(begun, documentOf(LINES));
  // They read those that are there, and wait for no more that nobody has begun.
  const reader = RawClient.sync(server, nameOf(MAX_DRAFTS_APART), viewer.secret);
  await reader.synced();
  expect(sketch(reader.doc)).toEqual(LINES);
  const waiting = RawClient.sync(server, nameOf(MAX_DRAFTS_APART + 1), viewer.secret);
  await waiting.whenGone();
  expect(waiting.closed?.reason).toBe('server_busy');
});

test('it is compacted, whole in the eyes of the doctor, in a backup, and goes with its document', async () => {
  const server = await startServer({ compactAfterUpdates: 3, idleUnloadMs: 0 });
  const owned = newOwner();
  const { draft, client, body } = await drafted(server, owned);
  const name = draftOf(owned.docId, ID);
  const person = new ModelDriver(draft);
  for (const digit of '12345678') {
    person.type('Alpha', 'drafted', digit);
    await send(client, draft);
  }
  const shown = sketch(draft);
  for (const each of [client, body]) {
    each.socket.close();
    await each.whenGone();
  }
  const { folder } = server;
  await server.stop();
  const storage = openSqlite(folder);
  expect((await storage.loadLog(name)).checkpoint).not.toBeNull();
  await storage.close();
  const { fileTroubles, documents } = examine(folder);
  expect(fileTroubles).toEqual([]);
  const found = documents.find((each) => each.name === name);
  expect(found).toMatchObject({ troubles: [], isWhole: true });
  const copy = temporaryFolder();
  copyDatabase(folder, copy);
  const restored = await startServer({ dataDir: copy });
  expect(sketch(await stored(restored, name, owned.secret))).toEqual(shown);
  await restored.stop();

  const again = await startServer({ dataDir: folder });
  const open = RawClient.sync(again, name, owned.secret);
  await open.synced();
  expect(sketch(open.doc)).toEqual(shown);
  const gone = await call(again, 'DELETE', `/api/docs/${owned.docId}`, owned.secret);
  expect(gone.status).toBe(200);
  await open.whenGone();
  expect(open.closed?.reason).toBe('document_deleted');
  const late = RawClient.sync(again, name, owned.secret);
  late.sendUpdate(Y.encodeStateAsUpdate(draft));
  await late.whenGone();
  expect(late.closed?.reason).toBe('document_deleted');
  await again.stop();
  const left = openSqlite(folder);
  expect(await left.namesOf(owned.docId)).toEqual([]);
  await left.close();
});
