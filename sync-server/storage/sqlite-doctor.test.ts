/** What a damaged database still has is found, said and saved. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { DocId } from '../../shared/access/ids.ts';
import { cleanUp, onCleanUp, temporaryFolder } from '../testing/clean-up.ts';
import { bodyOf, textUpdate } from '../testing/raw-client.ts';
import { newOwner } from '../testing/server.ts';
import { DATABASE_FILE, openSqlite } from './sqlite.ts';
import { copyDatabase, examine, recover } from './sqlite-doctor.ts';
import { StorageDamaged } from './storage.ts';

afterEach(cleanUp);

const NAME = DocId.parse('DocDocDocDocDocDoc1');

/** A database with one update for each word, each from a device of its own. */
async function storeWords(words: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const storage = openSqlite(folder);
  await storage.createDocument(NAME, 1);
  await storage.append(
    words.map((word) => ({
      name: NAME,
      docId: NAME,
      receivedAt: 1,
      person: null,
      bytes: textUpdate(word),
    })),
  );
  await storage.close();
  return folder;
}

function damageRow(folder: string, sequence: number): void {
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  const row = database.prepare('SELECT bytes FROM updates WHERE sequence = ?').get(sequence);
  const bytes = (row!.bytes as Uint8Array).slice();
  // A letter of the text: the update can still be read, and would say something else.
  bytes[bytes.length - 2]! ^= 1;
  database.prepare('UPDATE updates SET bytes = ? WHERE sequence = ?').run(bytes, sequence);
  database.close();
}

async function textIn(folder: string): Promise<string> {
  const storage = openSqlite(folder);
  const { checkpoint, rows } = await storage.loadLog(NAME);
  await storage.close();
  const document = new Y.Doc();
  if (checkpoint) Y.applyUpdate(document, checkpoint.state);
  for (const { bytes } of rows) Y.applyUpdate(document, bytes);
  return bodyOf(document);
}

test('one damaged row is found, and everything else is recovered', async () => {
  const folder = await storeWords(['one ', 'two ', 'three ']);
  expect(examine(folder).documents).toMatchObject([{ troubles: [], isWhole: true }]);
  damageRow(folder, 2);
  await expect(textIn(folder)).rejects.toBeInstanceOf(StorageDamaged);
  const found = examine(folder);
  expect(found.documents).toMatchObject([
    { name: NAME, troubles: ['Update 2 is not what was written.'], isWhole: false },
  ]);
  const to = join(temporaryFolder(), 'new');
  mkdirSync(to);
  expect(await recover(folder, to)).toEqual([]);
  const text = await textIn(to);
  expect(text.length).toBe('one three '.length);
  expect(text).toContain('one ');
  expect(text).toContain('three ');
  // Nobody wrote it when it was recovered.
  expect(found.documents[0]?.history).toMatchObject({ changes: 3, since: 1, isForgotten: false });
  const [again] = examine(to).documents;
  expect(again).toMatchObject({ troubles: [], isWhole: true });
  expect(again?.history).toEqual({ changes: 0, bytes: 0, since: null, isForgotten: true });
});

test('who stands behind an id, and which browsers are told of what, is recovered, too', async () => {
  const folder = await storeWords(['one ']);
  const before = openSqlite(folder);
  expect(await before.pinPersonKey('ana', 'hers', false, 1)).toBe('hers');
  const push = { person: 'ana', linkId: null, endpoint: 'https://push', p256dh: 'p', auth: 'a' };
  await before.putPush({ ...push, docId: NAME, at: 1 });
  await before.close();
  const to = join(temporaryFolder(), 'new');
  mkdirSync(to);
  expect(await recover(folder, to)).toEqual([]);
  const after = openSqlite(to);
  onCleanUp(() => after.close());
  // Nobody else signs for her now.
  expect(await after.pinPersonKey('ana', 'of somebody else', false, 2)).toBe('hers');
  expect(await after.pushesOf(NAME, ['ana'])).toMatchObject([push]);
});

test('a damaged row that a checkpoint holds, too, costs nothing', async () => {
  const folder = await storeWords(['one ', 'two ']);
  const storage = openSqlite(folder);
  const { rows } = await storage.loadLog(NAME);
  await storage.compact(NAME, 2, Y.mergeUpdates(rows.map(({ bytes }) => bytes)), 2);
  await storage.close();
  const before = await textIn(folder);
  damageRow(folder, 1);
  expect(await textIn(folder)).toBe(before);
  expect(examine(folder).documents).toMatchObject([{ isWhole: true }]);
});

test('a copy can be made while the database is in use', async () => {
  const folder = await storeWords(['one ']);
  const storage = openSqlite(folder);
  const to = temporaryFolder();
  copyDatabase(folder, to);
  await storage.close();
  expect(await textIn(to)).toBe('one ');
});

test('a store that is larger than the memory is looked at one document after the other', async () => {
  const [count, size] = [96, 3 * 1024 * 1024];
  const folder = temporaryFolder();
  const storage = openSqlite(folder);
  const update = { receivedAt: 1, person: null, bytes: textUpdate('x'.repeat(size)) };
  for (let at = 0; at < count; at++) {
    const { docId } = newOwner();
    await storage.createDocument(docId, 1);
    await storage.append([{ ...update, name: docId, docId }]);
  }
  await storage.close();
  const program = `
    import { examine } from ${JSON.stringify(new URL('./sqlite-doctor.ts', import.meta.url).href)};
    const before = process.memoryUsage.rss();
    const { documents } = examine(${JSON.stringify(folder)});
    const more = process.resourceUsage().maxRSS * 1024 - before;
    console.log(JSON.stringify({ whole: documents.filter(({ isWhole }) => isWhole).length, more }));
  `;
  const run = promisify(execFile);
  const words = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, words, { env: { PATH: process.env.PATH } });
  const { whole, more } = JSON.parse(stdout) as { whole: number; more: number };
  expect(whole).toBe(count);
  expect(more).toBeLessThan(count * size);
});
