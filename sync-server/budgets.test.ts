/** What all documents together may take of the memory and of the disk, and what becomes of the rest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FRAME } from '../shared/protocol/messages.ts';
import { newDatabase } from '../shared/testing/postgres.ts';
import { DiskSpace } from './storage/disk-space.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import { memoryLog, newOwner, type Owned, startServer, type TestServer } from './testing/server.ts';

afterEach(cleanUp);

const MB = 1024 * 1024;
const NEVER_MS = 86_400_000;

async function come(server: TestServer, { docId, secret }: Owned): Promise<RawClient> {
  const client = RawClient.sync(server, docId, secret);
  await client.synced();
  return client;
}

/** Somebody has it open, with a megabyte in it. */
async function opened(server: TestServer, owned: Owned): Promise<RawClient> {
  const client = await come(server, owned);
  client.sendUpdate(textUpdate('x'.repeat(MB)));
  await until('stored', () => client.statuses.length === 1);
  return client;
}

/** Each with a megabyte in it, in this order. */
async function leave(server: TestServer, owned: readonly Owned[]): Promise<void> {
  for (const each of owned) {
    const client = await opened(server, each);
    client.socket.close();
    await client.whenGone();
  }
  const left = () => server.logLines.filter((line) => line.includes('"gone"')).length;
  await until('left', () => left() === owned.length);
}

/** Whether it went out of memory, which is when it is compacted. */
const isGone = (server: TestServer, { docId }: Owned) =>
  server.logLines.some((line) => line.includes('log compacted') && line.includes(docId));

test('documents that nobody has open go where others need their room, the oldest first', async () => {
  const server = await startServer({ maxOpenDocumentBytes: 6.5 * MB, idleUnloadMs: NEVER_MS });
  const left = Array.from({ length: 3 }, newOwner);
  await leave(server, left);
  for (let more = 0; more < 4; more++) await opened(server, newOwner());
  expect(left.map((each) => isGone(server, each))).toEqual([false, false, false]);
  const last = await come(server, newOwner());
  await until('the first one went', () => isGone(server, left[0]!));
  expect([isGone(server, left[1]!), isGone(server, left[2]!), last.gone]).toEqual(
    Array(3).fill(false),
  );
  // It comes back whole, and the next one goes for it.
  const again = await come(server, left[0]!);
  expect(bodyOf(again.doc)).toHaveLength(MB);
});

test('documents that nobody has open take half of the room, the oldest go first', async () => {
  const server = await startServer({ maxOpenDocumentBytes: 4.5 * MB, idleUnloadMs: NEVER_MS });
  const left = Array.from({ length: 3 }, newOwner);
  await leave(server, left);
  await until('the first one went', () => isGone(server, left[0]!));
  expect(left.slice(1).map((each) => isGone(server, each))).toEqual([false, false]);
});

test('where all are open one more has to wait, and comes in when one of them was left', async () => {
  const server = await startServer({ maxOpenDocumentBytes: 1.5 * MB, idleUnloadMs: NEVER_MS });
  const open = await Promise.all([1, 2].map(() => opened(server, newOwner())));
  const late = newOwner();
  const refused = RawClient.sync(server, late.docId, late.secret);
  await refused.whenGone();
  expect(refused.closed?.reason).toBe('server_busy');
  expect(open.map(({ gone }) => gone)).toEqual([false, false]);
  open[0]?.sendUpdate(textUpdate('and more'));
  await until('stored', () => open[0]?.statuses.length === 2);
  open[1]?.socket.close();
  await until('let in', async () => !(await come(server, late)).gone);
});

test('documents in which nothing is take room, too', async () => {
  const server = await startServer({ maxOpenDocumentBytes: MB, idleUnloadMs: NEVER_MS });
  let refused: string | undefined;
  for (let more = 0; refused === undefined && more < 100; more++)
    refused = (await come(server, newOwner())).closed?.reason;
  expect(refused).toBe('server_busy');
});

test('a disk with little room takes nothing in, and says so; all of it can be read', async () => {
  const before = await startServer();
  const owned = newOwner();
  await opened(before, owned);
  await before.stop();

  const low = {
    dataDir: before.folder,
    minFreeDiskBytes: Number.MAX_SAFE_INTEGER,
    stopTimeoutMs: 100,
  };
  const server = await startServer(low);
  const client = await come(server, owned);
  expect(bodyOf(client.doc)).toHaveLength(MB);
  const health = () => client.received.filter(({ type }) => type === FRAME.store).length;
  client.sendUpdate(textUpdate('waits'));
  await until('told', () => health() > 0);
  expect(client.statuses).toEqual([]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(server.logLines.join()).toContain('the disk has too little room');
  const path = `${server.url}/api/docs/${owned.docId}/attachments/${'0'.repeat(64)}`;
  const headers = { Authorization: `Bearer ${owned.secret}` };
  const answer = await fetch(path, { method: 'POST', headers, body: 'a picture' });
  expect(await answer.json()).toMatchObject({ error: { code: 'storage_failed' } });
});

test('a container on a full disk is not restarted: its people go on reading', async () => {
  const server = await startServer({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  const [, asked] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...words] = JSON.parse(asked ?? '') as string[];
  const env = { PATH: process.env.PATH, PORT: new URL(server.url).port };
  const ask = spawn(process.execPath, words, { env, stdio: 'inherit' });
  expect(await once(ask, 'exit')).toEqual([0, null]);
});

test('of a disk on which nothing is kept nothing is said', async () => {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const dataDir = join(temporaryFolder(), 'made at the start');
  const server = await startServer({
    ...{ dataDir, databaseUrl: url },
    minFreeDiskBytes: Number.MAX_SAFE_INTEGER,
  });
  await opened(server, newOwner());
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.logLines.filter((line) => line.includes('the disk'))).toEqual([]);
});

test('a disk is said to have little room once, and room again once', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const space = await DiskSpace.of(folder, Number.MAX_SAFE_INTEGER, memoryLog(lines));
  await space.look();
  space.close();
  expect(space.isLow).toBe(true);
  expect(lines).toHaveLength(1);
  const roomy = await DiskSpace.of(folder, 0, memoryLog(lines));
  roomy.close();
  expect(roomy.isLow).toBe(false);
});
