/** What is confirmed is on disk; what is not on disk is not confirmed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { FRAME, SYNC } from '../../shared/protocol/messages.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { newOwner, startServer } from '../testing/server.ts';

afterEach(cleanUp);

function openDatabase(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: 0 });
  onCleanUp(() => database.isOpen && database.close());
  return database;
}

/** The text that the file holds, read with a connection of its own. */
function storedText(database: DatabaseSync, docId: DocId): string {
  const doc = new Y.Doc();
  const rows = database.prepare('SELECT bytes FROM updates WHERE name = ?').all(docId);
  for (const { bytes } of rows) Y.applyUpdate(doc, bytes as Uint8Array);
  return bodyOf(doc);
}

test('when a confirmation arrives, its update is in the file', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const database = openDatabase(server.folder);
  const seen: string[] = [];
  client.socket.on('message', (data) => {
    if (new Uint8Array(data as ArrayBuffer)[0] === FRAME.syncStatus) {
      seen.push(storedText(database, owned.docId));
    }
  });
  const writer = new Y.Doc();
  for (const word of ['one ', 'two ', 'three ']) {
    client.sendUpdate(textUpdate(word, writer));
    const expected = seen.length + 1;
    await until('confirmed', () => seen.length === expected);
  }
  expect(seen).toEqual(['one ', 'one two ', 'one two three ']);
});

test('many updates sent at once share transactions, and each gets its own confirmation', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = new Y.Doc();
  for (let i = 0; i < 300; i++) client.sendUpdate(textUpdate('x', writer));
  await until('all are confirmed', () => client.statuses.length === 300);
  expect(new Set(client.statuses)).toEqual(new Set([1]));
  const database = openDatabase(server.folder);
  const { rows } = database.prepare('SELECT COUNT(*) AS rows FROM updates').get() as {
    rows: number;
  };
  expect(rows).toBe(300);
});

test('an update that brings nothing new is confirmed and not logged', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const writer = new Y.Doc();
  const update = textUpdate('once', writer);
  const before = Y.encodeStateVector(writer);
  writer.getText('body').delete(0, 2);
  const deletion = Y.encodeStateAsUpdate(writer, before);
  for (const bytes of [update, deletion]) client.sendUpdate(bytes);
  await until('stored', () => client.statuses.length === 2);
  for (const bytes of [update, deletion, Y.encodeStateAsUpdate(writer), Uint8Array.of(0, 0)]) {
    client.sendUpdate(bytes);
  }
  await until('all are confirmed', () => client.statuses.length === 6);
  expect(client.statuses).toEqual([1, 1, 1, 1, 1, 1]);
  const database = openDatabase(server.folder);
  expect(database.prepare('SELECT sequence FROM updates').all()).toHaveLength(2);
});

test('a plain y-websocket client is sent no confirmations', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret, 'y-websocket');
  await client.synced();
  client.sendUpdate(textUpdate('plain'));
  await until('it comes back as news', () => bodyOf(client.doc) === 'plain');
  await client.synced();
  const types = new Set(client.received.map(({ type }) => type));
  expect([...types].filter((type) => ![0, 1, 3].includes(type))).toEqual([]);
  expect(client.socket.protocol).toBe('y-websocket');
});

test('a failing store confirms and shows nothing, and catches up when it recovers', async () => {
  const server = await startServer();
  const owned = newOwner();
  const writer = RawClient.sync(server, owned.docId, owned.secret);
  const reader = RawClient.sync(server, owned.docId, owned.secret);
  await writer.synced();
  await reader.synced();

  const blocker = openDatabase(server.folder);
  blocker.exec('BEGIN IMMEDIATE');
  const typed = new Y.Doc();
  writer.sendUpdate(textUpdate('held ', typed));
  writer.sendUpdate(textUpdate('back', typed));
  await until('the store has refused', () =>
    server.logLines.some((line) => line.includes('store does not take updates')),
  );
  await reader.synced();
  await until('the writer hears of it', () => writer.count(FRAME.store) === 1);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(writer.statuses).toEqual([]);
  expect(bodyOf(reader.doc)).toBe('');
  expect(writer.gone).toBe(false);

  blocker.exec('ROLLBACK');
  await until('confirmed', () => writer.statuses.length === 2);
  expect(writer.statuses).toEqual([1, 1]);
  const told = writer.received.filter(({ type }) => type === FRAME.store);
  expect(told.map(({ body }) => body[0])).toEqual([0, 1]);
  await until('shown', () => bodyOf(reader.doc) === 'held back');
  expect(storedText(blocker, owned.docId)).toBe('held back');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('answers come in the order of what they answer, also while the store makes them wait', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const answered = client.received.length;
  const blocker = openDatabase(server.folder);
  blocker.exec('BEGIN IMMEDIATE');
  const typed = new Y.Doc();
  client.sendUpdate(textUpdate('first ', typed));
  client.sendStateVector();
  client.sendUpdate(Uint8Array.of(0, 0));
  client.sendUpdate(textUpdate('second', typed));
  await until('the store has refused', () =>
    server.logLines.some((line) => line.includes('store does not take updates')),
  );
  const answers = () =>
    client.received.slice(answered).flatMap(({ type, body }) => {
      if (type === FRAME.syncStatus) return ['confirmed'];
      return type === FRAME.sync && body[0] === SYNC.step2 ? ['state'] : [];
    });
  expect(answers()).toEqual([]);
  blocker.exec('ROLLBACK');
  await until('all are answered', () => answers().length === 4);
  expect(answers()).toEqual(['confirmed', 'state', 'confirmed', 'confirmed']);
});

test('a stop while the store fails ends in time, and confirms nothing', async () => {
  const server = await startServer({ stopTimeoutMs: 300 });
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const blocker = openDatabase(server.folder);
  blocker.exec('BEGIN IMMEDIATE');
  client.sendUpdate(textUpdate('lost to the server only'));
  await until('the store has refused', () =>
    server.logLines.some((line) => line.includes('store does not take updates')),
  );
  await server.stop();
  await client.whenGone();
  expect(client.statuses).toEqual([]);
  expect(client.closed?.code).toBeGreaterThanOrEqual(4500);
});

test('a stop stores what has arrived and sends clients away so that they come back', async () => {
  const server = await startServer();
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  client.sendUpdate(textUpdate('just in time'));
  await until('arrived', () => client.statuses.length === 1);
  const next = await server.restart();
  await client.whenGone();
  expect(client.closed).toEqual({ code: 4529, reason: 'server_busy' });
  const again = RawClient.sync(next, owned.docId, owned.secret);
  await again.synced();
  expect(bodyOf(again.doc)).toBe('just in time');
});

async function startProcess(folder: string): Promise<{ child: ChildProcess; ws: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onCleanUp(() => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /"url":"([^"]+)"/.exec(output);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });
  return { child, ws: url.replace('http', 'ws') };
}

test('a server killed right after confirming still has the text', async () => {
  const folder = temporaryFolder();
  const owned = newOwner();
  const words: string[] = [];
  const writer = new Y.Doc();
  for (let round = 0; round < 3; round++) {
    const { child, ws } = await startProcess(folder);
    const client = RawClient.sync({ ws }, owned.docId, owned.secret);
    await client.synced();
    expect(bodyOf(client.doc)).toBe(words.join(''));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    words.push(`round ${round}. `);
    // Killed in the very turn in which the confirmation is read.
    client.socket.on('message', (data) => {
      if (new Uint8Array(data as ArrayBuffer)[0] === FRAME.syncStatus) child.kill('SIGKILL');
    });
    client.sendUpdate(textUpdate(words.at(-1)!, writer));
    await gone;
    expect(client.statuses).toEqual([1]);
  }
  const { child, ws } = await startProcess(folder);
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(`${ws}/sync`, owned.docId, doc, {
    protocols: ['y-websocket', `token.${owned.secret}`],
    disableBc: true,
  });
  onCleanUp(() => provider.destroy());
  await until('loaded', () => provider.synced);
  expect(bodyOf(doc)).toBe(words.join(''));
  provider.destroy();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
