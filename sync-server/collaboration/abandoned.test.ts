/**
 * Documents that nobody comes to, on a real server whose days are counted by the test: what is removed,
 * what stays, and how devices bring it again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, hashSecret } from '../../shared/access/ids.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import {
  call,
  makeLink,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from '../testing/server.ts';

const DAY_MS = 86_400_000;

// Nothing but the calendar: sockets, timers and the disk are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  await cleanUp();
  vi.useRealTimers();
});

/** Lets days pass, in which the server looks as it does, and removes nothing. */
async function passes(days: number, server: TestServer): Promise<void> {
  for (let half = 0; half < 2 * days; half++) {
    vi.setSystemTime(Date.now() + DAY_MS / 2);
    expect(await server.removeAbandoned()).toEqual([]);
  }
}

/** Whoever has no good secret is nobody, and hears whether it is there. */
async function expectThere(server: TestServer, { docId }: Owned): Promise<void> {
  const { body } = await call(server, 'GET', `/api/docs/${docId}`, createSecret());
  expect(body).toMatchObject({ error: { code: 'token_invalid' } });
}

/** Lets two days pass, after which the server removes these, and nothing else. */
async function removes(server: TestServer, expected: readonly Owned[]): Promise<void> {
  const removed: string[] = [];
  for (let half = 0; half < 4; half++) {
    vi.setSystemTime(Date.now() + DAY_MS / 2);
    removed.push(...(await server.removeAbandoned()));
  }
  // What was in memory for a moment longer goes with the next look.
  await until('removed', async () => {
    removed.push(...(await server.removeAbandoned()));
    return removed.length >= expected.length;
  });
  expect(removed.sort()).toEqual(expected.map(({ docId }) => docId).sort());
}

async function write(server: TestServer, owned: Owned, text: string) {
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  client.sendUpdate(textUpdate(text, client.doc));
  await until('stored', () => client.statuses.length === 1);
  return client;
}

/** Resolves when the server has noticed. */
async function leave(server: TestServer, ...clients: RawClient[]): Promise<void> {
  const gone = () => server.logLines.filter((line) => line.includes('"event":"gone"')).length;
  const before = gone();
  for (const { socket } of clients) socket.close();
  await until('noticed', () => gone() === before + clients.length);
}

/** Documents are let out of memory at once. */
const start30 = () => startServer({ abandonedAfterDays: 30, idleUnloadMs: 0 });

test('what nobody came to is removed, and a device brings all of it again', async () => {
  const server = await start30();
  const owned = newOwner();
  const never = newOwner();
  const path = `/api/docs/${owned.docId}`;
  const link = await makeLink(server, owned, 'editor');
  await makeLink(server, never, 'editor');
  const ana = await write(server, owned, 'what Ana wrote');
  const picture = Buffer.from('picture');
  const sha256 = Buffer.from(
    await crypto.subtle.digest('SHA-256', new Uint8Array(picture)),
  ).toString('hex');
  const send = () =>
    fetch(`${server.url}${path}/attachments/${sha256}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owned.secret}` },
      body: new Uint8Array(picture),
    });
  expect((await send()).status).toBe(200);
  const folder = join(server.folder, 'attachments', owned.docId);
  expect(existsSync(folder)).toBe(true);
  const ben = RawClient.sync(server, owned.docId, link.secret);
  await ben.synced();
  Y.applyUpdate(ana.doc, Y.encodeStateAsUpdate(ben.doc));
  await leave(server, ana, ben);

  await passes(29, server);
  await removes(server, [owned, never]);
  expect(existsSync(folder)).toBe(false);
  expect(server.logLines.join('')).toContain('abandoned document removed');

  // Ben wrote offline. Nobody can tell yet whose the document is; he keeps what he has.
  ben.doc.getText('body').insert(0, 'Ben was here: ');
  const early = RawClient.sync(server, owned.docId, link.secret);
  await early.whenGone();
  expect(early.closed?.reason).toBe('document_unknown');

  // Ana's device opens it, and sends what it has and what it made.
  const again = RawClient.sync(server, owned.docId, owned.secret);
  await again.synced();
  expect(bodyOf(again.doc)).toBe('');
  again.sendUpdate(Y.encodeStateAsUpdate(ana.doc));
  await until('stored', () => again.statuses.length === 1);
  const put = await call(server, 'PUT', `${path}/links/${link.id}`, owned.secret, {
    role: 'editor',
    secretHash: hashSecret(link.secret),
  });
  expect(put.status).toBe(200);
  expect((await send()).status).toBe(200);
  expect(existsSync(folder)).toBe(true);

  const back = RawClient.sync(server, owned.docId, link.secret);
  await back.synced();
  expect(bodyOf(back.doc)).toBe('what Ana wrote');
  back.sendUpdate(Y.encodeStateAsUpdate(ben.doc, Y.encodeStateVector(back.doc)));
  await until('everybody has both', () => bodyOf(again.doc) === 'Ben was here: what Ana wrote');
});

test('whoever is connected keeps a document, however long; so does whoever comes by a link', async () => {
  const server = await start30();
  const [open, visited, left] = [newOwner(), newOwner(), newOwner()];
  const ana = await write(server, open, 'open');
  await leave(server, await write(server, visited, 'visited'), await write(server, left, 'left'));
  const link = await makeLink(server, visited, 'viewer');
  await passes(20, server);
  const ben = RawClient.sync(server, visited.docId, link.secret);
  await ben.synced();
  await leave(server, ben);
  await passes(9, server);
  await removes(server, [left]);
  await passes(10, server);
  // A wrong secret is nobody.
  const stranger = RawClient.sync(server, visited.docId, createSecret());
  await stranger.whenGone();
  await passes(8, server);
  await removes(server, [visited]);
  await passes(20, server);
  ana.sendUpdate(textUpdate(' still', ana.doc));
  await until('stored', () => ana.statuses.length === 2);
  // From when she leaves, and not from when she came or wrote.
  await passes(20, server);
  await leave(server, ana);
  await passes(29, server);
  await removes(server, [open]);
});

test('days in which no server ran do not count, and nothing is removed where nobody asked for it', async () => {
  const first = await start30();
  const owned = newOwner();
  await leave(first, await write(first, owned, 'kept'));
  await passes(29, first);
  await first.stop();
  vi.setSystemTime(Date.now() + 300 * DAY_MS);
  const second = await startServer({ abandonedAfterDays: 30, dataDir: first.folder });
  await passes(29, second);
  await second.stop();
  const asked = await startServer({ dataDir: first.folder });
  vi.setSystemTime(Date.now() + 300 * DAY_MS);
  expect(await asked.removeAbandoned()).toEqual([]);
  expect((await call(asked, 'GET', `/api/docs/${owned.docId}`, owned.secret)).status).toBe(200);
});

test('days count from when somebody asked for it, whatever else was looked for before', async () => {
  const first = await startServer({ historyDays: 30, idleUnloadMs: 0 });
  const owned = newOwner();
  await leave(first, await write(first, owned, 'kept'));
  for (let half = 0; half < 80; half++) {
    vi.setSystemTime(Date.now() + DAY_MS / 2);
    await first.forgetHistory();
  }
  await first.stop();
  const second = await startServer({ abandonedAfterDays: 30, dataDir: first.folder });
  await passes(29, second);
  await expectThere(second, owned);
  await removes(second, [owned]);
});

test('nor do those that an earlier release counted for whatever it looked for', async () => {
  const first = await startServer({ idleUnloadMs: 0 });
  const owned = newOwner();
  await leave(first, await write(first, owned, 'kept'));
  await first.stop();
  vi.setSystemTime(Date.now() + 40 * DAY_MS);
  // It noted all of its looks in one row; this is what HISTORY_DAYS left there.
  const database = new DatabaseSync(join(first.folder, DATABASE_FILE));
  database.exec('DELETE FROM looks; DROP TABLE history_looks; PRAGMA user_version = 15');
  database
    .prepare('INSERT INTO looks (since, last) VALUES (?, ?)')
    .run(Date.now() - 40 * DAY_MS, Date.now());
  database.close();
  const second = await startServer({ abandonedAfterDays: 30, dataDir: first.folder });
  await passes(29, second);
  await expectThere(second, owned);
  await removes(second, [owned]);
});
