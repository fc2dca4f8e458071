/** What people are told of a document's history, by a real server. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, personIdOf } from '../../shared/access/ids.ts';
import { writeExchange } from '../../shared/protocol/exchange.ts';
import { type HistoryEntry, readHistoryPage } from '../../shared/protocol/history.ts';
import { PERSON_HEADER } from '../../shared/protocol/http.ts';
import { cleanUp } from '../testing/clean-up.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';

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

test('nobody is told without a link that opens the document', async () => {
  const server = await startServer();
  const owned = newOwner();
  const path = `/api/docs/${owned.docId}/history`;
  await new Writer().write(server, owned, 'secret');
  const codeOf = async (secret?: string, at = path) =>
    ((await call(server, 'GET', at, secret)).body as { error: { code: string } }).error.code;
  expect(await codeOf()).toBe('token_missing');
  expect(await codeOf(createSecret())).toBe('token_invalid');
  const link = await makeLink(server, owned, 'editor');
  await call(server, 'DELETE', `/api/docs/${owned.docId}/links/${link.id}`, owned.secret);
  expect(await codeOf(link.secret)).toBe('link_revoked');
  expect(await codeOf(owned.secret, `/api/docs/${owned.docId}.discussion/history`)).toBe(
    'document_unknown',
  );
  for (const after of ['-1', '1.5', 'x', '1e400', '9007199254740993'])
    expect(await codeOf(owned.secret, `${path}?after=${after}`), after).toBe('request_invalid');
  await call(server, 'DELETE', `/api/docs/${owned.docId}`, owned.secret);
  expect(await codeOf(owned.secret)).toBe('document_deleted');
  const other = newOwner();
  expect(await codeOf(other.secret, `/api/docs/${other.docId}/history`)).toBe('document_unknown');
});
