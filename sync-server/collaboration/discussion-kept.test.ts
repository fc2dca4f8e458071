/**
 * What becomes of a discussion on a server: it is compacted, examined, copied and told as the text
 * is, and it goes when its document goes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { discussionOf } from '../../shared/access/document-name.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { copyDatabase, examine } from '../storage/sqlite-doctor.ts';
import { cleanUp, temporaryFolder, until } from '../testing/clean-up.ts';
import { RawClient, textUpdate } from '../testing/raw-client.ts';
import { call, newOwner, type Owned, startServer, type TestServer } from '../testing/server.ts';
import { saidIn, sayUpdate } from '../testing/talk.ts';

afterEach(cleanUp);

async function talkedAbout(
  server: TestServer,
  { docId, secret }: Owned,
  words: readonly string[],
): Promise<void> {
  const writer = RawClient.sync(server, docId, secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('written'));
  await until('written', () => writer.statuses.length === 1);
  const client = RawClient.sync(server, discussionOf(docId), secret);
  await client.synced();
  for (const said of words) client.sendUpdate(await sayUpdate(docId, said));
  await until('said', () => client.statuses.length === words.length);
  expect(client.statuses.every((status) => status === 1)).toBe(true);
  for (const one of [writer, client]) {
    one.socket.close();
    await one.whenGone();
  }
}

async function heard(server: TestServer, { docId, secret }: Owned): Promise<string[]> {
  const reader = RawClient.sync(server, discussionOf(docId), secret);
  await reader.synced();
  return saidIn(reader.doc, docId).split(' | ').sort();
}

const WORDS = Array.from({ length: 12 }, (_, index) => `said ${10 + index}`);

test('it is compacted, whole in the eyes of the doctor, in a backup, and the same afterwards', async () => {
  const server = await startServer({ compactAfterUpdates: 3, idleUnloadMs: 0 });
  const owned = newOwner();
  await talkedAbout(server, owned, WORDS);
  expect(await heard(server, owned)).toEqual(WORDS);
  const { folder } = server;
  await server.stop();
  const storage = openSqlite(folder);
  const stored = await storage.loadLog(discussionOf(owned.docId));
  expect(stored.checkpoint).not.toBeNull();
  expect(stored.rows.length).toBeLessThan(WORDS.length);
  await storage.close();
  const { fileTroubles, documents } = examine(folder);
  expect(fileTroubles).toEqual([]);
  const talk = documents.find(({ name }) => name === discussionOf(owned.docId));
  expect(talk).toMatchObject({ troubles: [], isWhole: true });
  const copy = temporaryFolder();
  copyDatabase(folder, copy);
  for (const from of [folder, copy]) {
    const again = await startServer({ dataDir: from });
    expect(await heard(again, owned)).toEqual(WORDS);
    await again.stop();
  }
});

test('its history is told to nobody, and that of the document says nothing of it', async () => {
  const server = await startServer();
  const owned = newOwner();
  await talkedAbout(server, owned, WORDS);
  const ofTalk = await fetch(`${server.url}/api/docs/${discussionOf(owned.docId)}/history`, {
    headers: { Authorization: `Bearer ${owned.secret}` },
  });
  expect(ofTalk.status).toBe(404);
  const ofText = await fetch(`${server.url}/api/docs/${owned.docId}/history`, {
    headers: { Authorization: `Bearer ${owned.secret}` },
  });
  expect(ofText.status).toBe(200);
  const told = Buffer.from(await ofText.arrayBuffer()).toString('latin1');
  expect(told).toContain('written');
  for (const words of WORDS) expect(told).not.toContain(words);
});

test('it goes when its document is deleted for everyone, and comes back from nowhere', async () => {
  const server = await startServer();
  const owned = newOwner();
  const other = newOwner();
  await talkedAbout(server, owned, WORDS);
  await talkedAbout(server, other, ['still said']);
  const open = RawClient.sync(server, discussionOf(owned.docId), owned.secret);
  await open.synced();
  expect((await call(server, 'DELETE', `/api/docs/${owned.docId}`, owned.secret)).status).toBe(200);
  await open.whenGone();
  expect(open.closed?.reason).toBe('document_deleted');
  const late = RawClient.sync(server, discussionOf(owned.docId), owned.secret);
  late.sendUpdate(await sayUpdate(owned.docId, 'once more'));
  await late.whenGone();
  expect(late.closed?.reason).toBe('document_deleted');
  const { folder } = server;
  const again = await server.restart();
  expect(await heard(again, other)).toEqual(['still said']);
  await again.stop();
  const storage = openSqlite(folder);
  const left = await storage.loadLog(discussionOf(owned.docId));
  expect({ rows: left.rows, checkpoint: left.checkpoint }).toEqual({ rows: [], checkpoint: null });
  await storage.close();
  const bytes = readdirSync(folder)
    .filter((name) => name.startsWith('driftless.sqlite'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  expect(bytes).not.toContain('said 10');
});
