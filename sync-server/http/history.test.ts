/** What people are told of a document's history, by a real server. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, hashSecret, personIdOf, randomId } from '../../shared/access/ids.ts';
import { HIDDEN_HISTORY_HEADER, writeExchange } from '../../shared/protocol/exchange.ts';
import { type HistoryEntry, readHistoryPage } from '../../shared/protocol/history.ts';
import { AccessEvents, DocumentChanges, PERSON_HEADER } from '../../shared/protocol/http.ts';
import { FRAME } from '../../shared/protocol/messages.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { cleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { RawClient } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';
import { sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

/** Less than a frame, and more than a page. */
const LARGE = 1_200_000;

/** Somebody who writes in a document over HTTP. */
class Writer {
  readonly #key = createSecret();
  readonly id = personIdOf(this.#key);

  async write(server: TestServer, { docId, secret }: Owned, text: string): Promise<void> {
    const doc = new Y.Doc();
    doc.getText('body').insert(0, text);
    const answer = await fetch(`${server.url}/api/docs/${docId}/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, [PERSON_HEADER]: this.#key },
      body: writeExchange({ stateVector: Uint8Array.of(0), update: Y.encodeStateAsUpdate(doc) }),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
}

async function pageOf(server: TestServer, { docId }: Owned, secret: string, after = 0) {
  const answer = await fetch(`${server.url}/api/docs/${docId}/history?after=${after}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Cache-Control')).toContain('no-store');
  const page = readHistoryPage(new Uint8Array(await answer.arrayBuffer()));
  return page ?? expect.fail('no page');
}

/** All of it, and in how many pages it came. */
async function historyOf(server: TestServer, owned: Owned, secret: string) {
  const entries: HistoryEntry[] = [];
  let pages = 0;
  for (let after: number | null = 0; after !== null; pages++) {
    const page = await pageOf(server, owned, secret, after);
    entries.push(...page.entries);
    after = page.next;
  }
  return { entries, pages };
}

async function statusOfHistory(server: { url: string }, { docId }: Owned, secret: string) {
  const answer = await fetch(`${server.url}/api/docs/${docId}/history`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

function textOf(entries: readonly HistoryEntry[]): string {
  const doc = new Y.Doc();
  for (const { update } of entries) if (update) Y.applyUpdate(doc, update);
  return doc.getText('body').toString();
}

test('whoever may read is told who wrote what, and when', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [ana, ben] = [new Writer(), new Writer()];
  const before = Date.now();
  await ana.write(server, owned, 'Ana 🍎 ');
  await ben.write(server, owned, 'Ben ');
  const viewer = await makeLink(server, owned, 'viewer');
  const { entries } = await historyOf(server, owned, viewer.secret);
  expect(entries.map(({ person }) => person)).toEqual([ana.id, ben.id]);
  for (const { since, at } of entries) {
    expect(since).toBeGreaterThanOrEqual(before);
    expect(at).toBeGreaterThanOrEqual(since);
  }
  expect([...textOf(entries)].sort()).toEqual([...'Ana 🍎 Ben '].sort());
});

test('many small changes come in several pages, so that others have their turn between them', async () => {
  const folder = temporaryFolder();
  const storage = openSqlite(folder);
  const owned = newOwner();
  const { docId } = owned;
  await storage.createDocument(docId, 1);
  const row = { name: docId, docId, receivedAt: 1, person: null, bytes: Uint8Array.of(0, 0) };
  await storage.append(Array(5_001).fill(row));
  await storage.close();
  const server = await startServer({ dataDir: folder });
  const first = await pageOf(server, owned, owned.secret);
  expect(first.entries).toHaveLength(5_000);
  const { entries } = await historyOf(server, owned, owned.secret);
  expect(entries.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 5_001 }, (_, at) => at + 1),
  );
});

test('who wrote since a row is told, without what', async () => {
  const server = await startServer();
  const owned = newOwner();
  const [ana, ben] = [new Writer(), new Writer()];
  await ana.write(server, owned, 'Ana');
  await ben.write(server, owned, 'Ben');
  await ben.write(server, owned, 'Ben again');
  const viewer = await makeLink(server, owned, 'viewer');
  const since = async (after: number) => {
    const path = `/api/docs/${owned.docId}/changes?after=${after}`;
    const { body } = await call(server, 'GET', path, viewer.secret);
    return DocumentChanges.parse(body)
      .writers.map(({ person, sequence }) => [person, sequence])
      .sort(([, a], [, b]) => Number(a) - Number(b));
  };
  expect(await since(0)).toEqual([
    [ana.id, 1],
    [ben.id, 3],
  ]);
  expect(await since(1)).toEqual([[ben.id, 3]]);
  expect(await since(3)).toEqual([]);
});

test('who said something about it since a row is told beside it', async () => {
  const server = await startServer();
  const owned = newOwner();
  const ana = new Writer();
  await ana.write(server, owned, 'Ana');
  const viewer = await makeLink(server, owned, 'viewer');
  const talkedSince = async (after: number) => {
    const path = `/api/docs/${owned.docId}/changes?after=1&talkedAfter=${after}`;
    const { body } = await call(server, 'GET', path, viewer.secret);
    const { writers, talkers } = DocumentChanges.parse(body);
    expect(writers).toEqual([]);
    return talkers?.map(({ sequence }) => sequence);
  };
  expect(await talkedSince(0)).toEqual([]);
  const answer = await fetch(`${server.url}/api/docs/${discussionOf(owned.docId)}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owned.secret}` },
    body: writeExchange({
      stateVector: Uint8Array.of(0),
      update: await sayUpdate(owned.docId, 'Really?'),
    }) as Uint8Array<ArrayBuffer>,
  });
  expect(answer.status).toBe(200);
  expect(await talkedSince(0)).toEqual([1]);
  expect(await talkedSince(1)).toEqual([]);
});

test('a long one comes in pages, and a page goes on behind any row', async () => {
  const server = await startServer();
  const owned = newOwner();
  const ana = new Writer();
  const text = 'a long text '.repeat(35_000);
  for (let count = 0; count < 4; count++) await ana.write(server, owned, text);
  const { entries, pages } = await historyOf(server, owned, owned.secret);
  expect(entries).toHaveLength(4);
  expect(pages).toBeGreaterThan(1);
  const page = await pageOf(server, owned, owned.secret, entries[2]!.sequence);
  expect(page.entries).toEqual([entries[3]]);
});

test('one larger than a page comes alone', async () => {
  const server = await startServer();
  const owned = newOwner();
  await new Writer().write(server, owned, 'x'.repeat(LARGE));
  const { entries } = await historyOf(server, owned, owned.secret);
  expect(textOf(entries)).toHaveLength(LARGE);
});

test('what is damaged is told as such, and the rest comes', async () => {
  const server = await startServer();
  const owned = newOwner();
  const ana = new Writer();
  for (const text of ['one', 'two', 'three']) await ana.write(server, owned, text);
  await server.stop();
  const database = new DatabaseSync(join(server.folder, 'driftless.sqlite'));
  database
    .prepare("UPDATE updates SET bytes = x'0000' WHERE name = ? AND sequence = 2")
    .run(owned.docId);
  database.close();
  const again = await server.restart();
  const { entries } = await historyOf(again, owned, owned.secret);
  expect(entries.map(({ update }) => update !== null)).toEqual([true, false, true]);
  expect(entries.map(({ person }) => person)).toEqual([ana.id, ana.id, ana.id]);
});

test('whoever came with a link that leaves it out is told nothing of it, from that moment on', async () => {
  const server = await startServer();
  const owned = newOwner();
  await new Writer().write(server, owned, 'told to some');
  const links = `/api/docs/${owned.docId}/links`;
  const path = `/api/docs/${owned.docId}/history`;
  const { id, secret } = await makeLink(server, owned, 'editor');
  const change = (body: object) => call(server, 'PATCH', `${links}/${id}`, owned.secret, body);
  const statusOf = (bearer: string) => statusOfHistory(server, owned, bearer);
  expect(await statusOf(secret)).toBe(200);
  const client = RawClient.sync(server, owned.docId, secret);
  await client.synced();
  const flags = () =>
    client.received.filter(({ type }) => type === FRAME.role).map(({ body }) => body.at(-1) === 1);
  expect(flags().at(-1)).toBe(false);
  expect((await change({ hidesHistory: true })).body).toMatchObject({ id, hidesHistory: true });
  await until('told', () => flags().at(-1) === true);
  const refused = await call(server, 'GET', path, secret);
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'history_hidden' } } });
  expect(await statusOf(owned.secret)).toBe(200);
  // What else is changed leaves it as it is, over a restart, too, and who polls hears of it.
  expect((await change({ role: 'viewer' })).body).toMatchObject({ hidesHistory: true });
  const again = await server.restart();
  expect((await call(again, 'GET', path, secret)).status).toBe(403);
  const polled = await fetch(`${again.url}/api/docs/${owned.docId}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: writeExchange({ stateVector: Uint8Array.of(0), update: new Uint8Array() }),
  });
  expect(polled.headers.get(HIDDEN_HISTORY_HEADER)).not.toBeNull();
  await polled.arrayBuffer();
  const shown = await call(again, 'PATCH', `${links}/${id}`, owned.secret, { hidesHistory: false });
  expect(shown.body).toMatchObject({ hidesHistory: false });
  expect(await statusOfHistory(again, owned, secret)).toBe(200);
  const { body } = await call(again, 'GET', `/api/docs/${owned.docId}/events`, owned.secret);
  const { events } = AccessEvents.parse(body);
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['history-hidden', 'history-shown']),
  );
});

test('a link is made without it, and nobody but the owner can have it shown', async () => {
  const server = await startServer();
  const owned = newOwner();
  await new Writer().write(server, owned, 'told to some');
  const secret = createSecret();
  const path = `/api/docs/${owned.docId}/links/${randomId(12)}`;
  const wanted = { role: 'editor', secretHash: hashSecret(secret), hidesHistory: true };
  // Once more is the same, and an app that knows nothing of it changes nothing.
  const { hidesHistory: _unknown, ...older } = wanted;
  for (const body of [wanted, wanted, older])
    expect((await call(server, 'PUT', path, owned.secret, body)).body).toMatchObject({
      hidesHistory: true,
    });
  const history = `/api/docs/${owned.docId}/history`;
  for (const what of [history, `/api/docs/${owned.docId}/changes`])
    expect((await call(server, 'GET', what, secret)).status).toBe(403);
  expect((await call(server, 'PATCH', path, secret, { hidesHistory: false })).status).toBe(403);
  for (const hidesHistory of ['no', 0, null])
    expect((await call(server, 'PATCH', path, owned.secret, { hidesHistory })).status).toBe(400);
  expect((await call(server, 'GET', history, secret)).status).toBe(403);
});

test.each(['history', 'changes'])(
  'nobody is told the %s without a link that opens the document',
  async (what) => {
    const server = await startServer();
    const owned = newOwner();
    const path = `/api/docs/${owned.docId}/${what}`;
    await new Writer().write(server, owned, 'secret');
    const codeOf = async (secret?: string, at = path) =>
      ((await call(server, 'GET', at, secret)).body as { error: { code: string } }).error.code;
    expect(await codeOf()).toBe('token_missing');
    expect(await codeOf(createSecret())).toBe('token_invalid');
    const link = await makeLink(server, owned, 'editor');
    await call(server, 'DELETE', `/api/docs/${owned.docId}/links/${link.id}`, owned.secret);
    expect(await codeOf(link.secret)).toBe('link_revoked');
    expect(await codeOf(owned.secret, `/api/docs/${owned.docId}.discussion/${what}`)).toBe(
      'document_unknown',
    );
    for (const after of ['-1', '1.5', 'x', '1e400', '9007199254740993'])
      expect(await codeOf(owned.secret, `${path}?after=${after}`), after).toBe('request_invalid');
    await call(server, 'DELETE', `/api/docs/${owned.docId}`, owned.secret);
    expect(await codeOf(owned.secret)).toBe('document_deleted');
    const other = newOwner();
    expect(await codeOf(other.secret, `/api/docs/${other.docId}/${what}`)).toBe('document_unknown');
  },
);
