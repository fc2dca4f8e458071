/** A document that cannot be loaded is shown as it was when it was last whole, and harms no other. */
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { DATABASE_FILE } from '../storage/sqlite.ts';
import { cleanUp, until } from '../testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from '../testing/raw-client.ts';
import { newOwner, type Owned, startServer, type TestServer } from '../testing/server.ts';
import { DamagedDocuments } from './damaged-documents.ts';

afterEach(cleanUp);

const FOLD_AFTER = 10;
const WORDS = Array.from({ length: 16 }, (_, at) => `${at} `);

/** A server that is down, with a document of which the first updates are compacted. */
async function write(): Promise<{ server: TestServer; owned: Owned; upTo: number }> {
  const server = await startServer({ compactAfterUpdates: FOLD_AFTER });
  const owned = newOwner();
  const client = RawClient.sync(server, owned.docId, owned.secret);
  await client.synced();
  const doc = new Y.Doc();
  let sent = 0;
  const send = async (words: string[]) => {
    for (const word of words) client.sendUpdate(textUpdate(word, doc));
    sent += words.length;
    await until('stored', () => client.statuses.length === sent);
  };
  await send(WORDS.slice(0, FOLD_AFTER));
  const upToIn = () => Number(rowIn(server, 'SELECT up_to FROM checkpoints').up_to ?? 0);
  await until('compacted', () => upToIn() > 0);
  const upTo = upToIn();
  await send(WORDS.slice(FOLD_AFTER, FOLD_AFTER + 5));
  // A stop in order compacts what is there: the checkpoint of before is put back.
  const kept = rowIn(server, 'SELECT * FROM checkpoints');
  await server.stop();
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database
    .prepare('UPDATE checkpoints SET up_to = ?, state = ?, crc = ?')
    .run(kept.up_to!, kept.state!, kept.crc!);
  database.close();
  return { server, owned, upTo };
}

function rowIn({ folder }: TestServer, sql: string): Record<string, SQLOutputValue> {
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  try {
    return database.prepare(sql).get() ?? {};
  } finally {
    database.close();
  }
}

function damage({ folder }: TestServer, ...statements: string[]): void {
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  for (const statement of statements) database.exec(statement);
  database.close();
}

const FLIPPED_CHECKPOINT = "UPDATE checkpoints SET state = CAST(x'070707' AS BLOB)";
const FLIPPED_ROW = `UPDATE updates SET bytes = CAST(x'070707' AS BLOB) WHERE sequence = ${FOLD_AFTER + 3}`;

describe.each(['sync', 'multiplexed'] as const)('by %s', (door) => {
  test('the last good state is shown, and nothing is taken in', async () => {
    const { server, owned, upTo } = await write();
    damage(server, FLIPPED_ROW);
    const again = await server.restart();
    for (let visit = 0; visit < 3; visit++) {
      const reader = RawClient[door](again, owned.docId, owned.secret);
      reader.sendUpdate(textUpdate('not taken'));
      await reader.whenGone();
      expect(reader.ended ?? reader.closed?.reason).toBe('document_damaged');
      expect(upTo).toBe(FOLD_AFTER);
      expect(bodyOf(reader.doc)).toBe(WORDS.slice(0, FOLD_AFTER + 2).join(''));
      expect(reader.statuses).toEqual([]);
    }
    // It is looked for once, not by everybody who asks.
    expect(again.logLines.filter((line) => line.includes('document shown as it was'))).toHaveLength(
      1,
    );
    const other = newOwner();
    const fine = RawClient[door](again, other.docId, other.secret);
    await fine.synced();
    fine.sendUpdate(textUpdate('mine'));
    await until('stored', () => fine.statuses.length === 1);
  });
});

test('a checkpoint that is damaged is made again of the history, to be shown', async () => {
  const { server, owned } = await write();
  damage(server, FLIPPED_CHECKPOINT);
  const reader = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await reader.whenGone();
  expect(reader.closed).toEqual({ code: 4424, reason: 'document_damaged' });
  expect(bodyOf(reader.doc)).toBe(WORDS.slice(0, FOLD_AFTER + 5).join(''));
});

test('one that was never compacted is shown up to the first damaged change', async () => {
  const { server, owned } = await write();
  damage(server, 'DELETE FROM checkpoints', FLIPPED_ROW);
  const reader = RawClient.sync(await server.restart(), owned.docId, owned.secret);
  await reader.whenGone();
  expect(reader.closed).toEqual({ code: 4424, reason: 'document_damaged' });
  expect(bodyOf(reader.doc)).toBe(WORDS.slice(0, FOLD_AFTER + 2).join(''));
});

test.each([
  ['is not what was written', FLIPPED_CHECKPOINT],
  // What was written, and Yjs throws on it.
  ['cannot be read', `${FLIPPED_CHECKPOINT}, crc = NULL`],
])('where the checkpoint %s, and rows of it are gone, it is said for good', async (_, flipped) => {
  const { server, owned } = await write();
  damage(server, flipped, 'DELETE FROM updates WHERE sequence = 2');
  const again = await server.restart();
  for (let visit = 0; visit < 2; visit++) {
    const reader = RawClient.sync(again, owned.docId, owned.secret);
    await reader.whenGone();
    expect(reader.closed).toEqual({ code: 4424, reason: 'document_damaged' });
    expect(bodyOf(reader.doc)).toBe('');
  }
  expect(again.logLines.filter((line) => line.includes('document not loaded'))).toHaveLength(1);
  const answer = await fetch(`${again.url}/api/docs/${owned.docId}/sync`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owned.secret}` },
    body: Uint8Array.of(1, 0, 2, 0, 0),
  });
  expect(await answer.json()).toMatchObject({ error: { code: 'document_damaged' } });
});

test('what is kept of damaged documents is bounded, and not kept for long', () => {
  const damaged = new DamagedDocuments();
  const name = (at: number) => `${at}` as DocumentName;
  for (let at = 0; at < 100; at++) damaged.note(name(at), new Uint8Array(1_000_000), 1_000);
  const known = Array.from({ length: 100 }, (_, at) => damaged.of(name(at), 1_001));
  expect(known.filter((found) => found !== null).length).toBeLessThanOrEqual(50);
  expect(known.at(-1)).not.toBeNull();
  expect(damaged.of(name(99), 60_000)).toBeNull();
});

test('one that was noted by a clock that was ahead is tried again when that is set right', () => {
  const damaged = new DamagedDocuments();
  const name = 'one' as DocumentName;
  damaged.note(name, null, 7_200_000);
  expect(damaged.of(name, 7_201_000)).not.toBeNull();
  expect(damaged.of(name, 1_000)).toBeNull();
});
