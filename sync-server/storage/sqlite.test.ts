/** The embedded store, and what only it promises. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { DocId } from '../../shared/access/ids.ts';
import { collectGarbage } from '../testing/garbage.ts';
import { describeStorage } from './acceptance.ts';
import { DATABASE_FILE, openSqlite } from './sqlite.ts';
import { StorageUnavailable } from './storage.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftless-sqlite-'));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describeStorage('SQLite', () => {
  const folder = newFolder();
  return {
    open: async () => openSqlite(folder),
    loseUpdate: async (name, sequence) => {
      const database = new DatabaseSync(join(folder, DATABASE_FILE));
      database.prepare('DELETE FROM updates WHERE name = ? AND sequence = ?').run(name, sequence);
      database.close();
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

test('two servers cannot share a folder, one after the other can', async () => {
  const folder = newFolder();
  const first = openSqlite(folder);
  expect(() => openSqlite(folder)).toThrow(/in use by another server\. Stop that one, or/);
  await first.close();
  await openSqlite(folder).close();
});

test('a folder that cannot be one is named', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => openSqlite(file)).toThrow(`The data folder ${file} cannot be made.`);
});

test.each([
  ['of something else', 'no database, but long enough to be taken for one. '.repeat(40)],
  ['that was cut short', null],
])('a file %s is named, with what to do, and the folder is free again', async (_what, text) => {
  const folder = newFolder();
  const file = join(folder, DATABASE_FILE);
  await openSqlite(folder).close();
  if (text === null) truncateSync(file, 5_000);
  else writeFileSync(file, text);
  for (let times = 0; times < 2; times++) {
    expect(() => openSqlite(folder)).toThrow(
      new StorageUnavailable(
        `The database in ${folder} is damaged. npm run doctor tells what can be saved of it.`,
      ),
    );
  }
});

test('a database of a newer version is left alone', async () => {
  const folder = newFolder();
  await openSqlite(folder).close();
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(() => openSqlite(folder)).toThrow(/newer version/);
});

const DOC = DocId.parse('DocDocDocDocDocDoc1');

test('the file says to the second when a document was written in', async () => {
  const folder = newFolder();
  const storage = openSqlite(folder);
  await storage.createDocument(DOC, 0);
  const update = { name: DOC, docId: DOC, person: null, bytes: Buffer.from('a') };
  for (let receivedAt = 10_000; receivedAt <= 12_500; receivedAt += 100) {
    await storage.append([{ ...update, receivedAt }]);
  }
  await storage.close();
  const later = openSqlite(folder);
  expect(await later.findDocument(DOC)).toMatchObject({ updatedAt: 12_000 });
  await later.close();
});

test('what was written is not kept in memory, too', async () => {
  const megabytes = 1024 ** 2;
  const storage = openSqlite(newFolder());
  await storage.createDocument(DOC, 1);
  const write = async (length: number) => {
    const bytes = Buffer.alloc(length);
    await storage.append([{ name: DOC, docId: DOC, receivedAt: 1, person: null, bytes }]);
    await storage.compact(DOC, 1, bytes, 1);
  };
  await write(1);
  collectGarbage();
  const before = process.memoryUsage.rss();
  await write(128 * megabytes);
  collectGarbage();
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * megabytes);
  await storage.close();
});

test('a database that still marks each compacted row is taken over as it is', async () => {
  const folder = newFolder();
  const storage = openSqlite(folder);
  await storage.createDocument(DOC, 1);
  const row = { name: DOC, docId: DOC, receivedAt: 1, person: null };
  await storage.append(['a', 'b', 'c'].map((text) => ({ ...row, bytes: Buffer.from(text) })));
  await storage.compact(DOC, 2, Buffer.from('A+B'), 2);
  await storage.close();
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  database.exec(`ALTER TABLE updates ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX updates_to_fold ON updates (name, sequence) WHERE folded = 0;
    UPDATE updates SET folded = 1 WHERE sequence <= 2;
    ALTER TABLE updates DROP COLUMN is_beginning;
    ALTER TABLE updates DROP COLUMN stands_for; ALTER TABLE updates DROP COLUMN since;
    ALTER TABLE checkpoints DROP COLUMN history_bytes;
    ALTER TABLE checkpoints DROP COLUMN thinned_at;
    ALTER TABLE documents DROP COLUMN used_at; DROP TABLE looks;
    ALTER TABLE links DROP COLUMN hides_history;
    ALTER TABLE links DROP COLUMN suggests;
    ALTER TABLE links DROP COLUMN password_kdf;
    ALTER TABLE links DROP COLUMN former_password_hashes;
    DROP TABLE push_subscriptions; DROP TABLE history_looks;
    DROP TABLE person_keys; DROP TABLE events; PRAGMA user_version = 4;`);
  database.close();
  const later = openSqlite(folder);
  const log = await later.loadLog(DOC);
  expect(log.rows.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['c']);
  expect((await later.history(DOC)).map(({ compacted }) => compacted)).toEqual([true, true, false]);
  expect(await later.sizeOf(DOC)).toBe('A+B'.length + 1);
  await later.close();
});

test('readers from outside never hold up a commit: the database writes ahead', async () => {
  const folder = newFolder();
  const storage = openSqlite(folder);
  const database = new DatabaseSync(join(folder, DATABASE_FILE));
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
  await storage.close();
});
