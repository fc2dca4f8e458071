/** Everything from a data folder into PostgreSQL and back, as `npm run doctor -- --copy` does it. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../shared/access/document-name.ts';
import { newDatabase } from '../shared/testing/postgres.ts';
import { copyStore } from './copy-store.ts';
import { openPostgres } from './storage/postgres.ts';
import { OneConnection } from './storage/postgres-connections.ts';
import { DATABASE_FILE } from './storage/sqlite.ts';
import { cleanUp, onCleanUp, temporaryFolder, until } from './testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import {
  call,
  makeLink,
  memoryLog,
  newOwner,
  type Owned,
  startServer,
  type TestServer,
} from './testing/server.ts';
import { sayUpdate } from './testing/talk.ts';
import { wire } from './testing/wire.ts';

afterEach(async () => {
  vi.useRealTimers();
  await cleanUp();
});

/** All rows of a data folder, as text. */
function rowsOf(folder: string): string[] {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  try {
    return [
      'documents',
      'updates',
      'checkpoints',
      'links',
      'events',
      'person_keys',
      'push_subscriptions',
    ].flatMap((table) =>
      database
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) =>
          [table, ...Object.entries(row).map(([name, value]) => `${name}=${asText(value)}`)].join(
            ' ',
          ),
        )
        .sort(),
    );
  } finally {
    database.close();
  }
}

function asText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}

test('what a server has, while it runs, is the same in PostgreSQL, and the same again back in a folder', async () => {
  const server = await startServer({ compactAfterUpdates: 3 });
  const owner = newOwner();
  const writer = RawClient.sync(server, owner.docId, owner.secret);
  await writer.synced();
  const text = new Y.Doc();
  for (const word of ['one ', 'two ', 'thr\u00e9e \u{1f469}\u200d\u{1f680} ', 'four ']) {
    writer.sendUpdate(textUpdate(word, text));
  }
  const talk = RawClient.sync(server, discussionOf(owner.docId), owner.secret);
  await talk.synced();
  talk.sendUpdate(await sayUpdate(owner.docId, 'said'));
  await until('stored', () => writer.statuses.length === 4 && talk.statuses.length === 1);
  // One whose people may suggest, which is not noted, and one whose people may not.
  const suggesting = await makeLink(server, owner, 'commenter');
  const commenting = await makeLink(server, owner, 'commenter');
  // In its name there is the one character that only one of the stores keeps.
  const notSuggesting = { suggests: false, label: 'For\0 Ben' };
  const linkAt = (id: string) => `/api/docs/${owner.docId}/links/${id}`;
  await call(server, 'PATCH', linkAt(commenting.id), owner.secret, notSuggesting);
  const link = await makeLink(server, owner, 'viewer');
  await call(server, 'DELETE', `/api/docs/${owner.docId}/links/${link.id}`, owner.secret);
  const picture = new Uint8Array(randomBytes(600_000));
  const name = createHash('sha256').update(picture).digest('hex');
  const at = `/api/docs/${owner.docId}/attachments/${name}`;
  const headers = { Authorization: `Bearer ${owner.secret}` };
  expect((await fetch(server.url + at, { method: 'POST', headers, body: picture })).status).toBe(
    200,
  );
  const gone = newOwner();
  const other = RawClient.sync(server, gone.docId, gone.secret);
  await other.synced();
  await call(server, 'DELETE', `/api/docs/${gone.docId}`, gone.secret);

  const keys = new DatabaseSync(join(server.folder, DATABASE_FILE));
  keys.exec(`INSERT INTO person_keys VALUES ('ana', 'k1', 1, 5), ('ben', 'k2', 0, 6)`);
  keys.exec(
    `INSERT INTO push_subscriptions VALUES ('d', 'https://push', 'ana', NULL, 'p', 'a', 5)`,
  );
  keys.close();

  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  // What it still does by itself is done: nothing of it comes between the copy and the look at it.
  await until('it has compacted, and looked at the history', () =>
    rowsOf(server.folder).some((row) => /^checkpoints .*thinned_at=\d/.test(row)),
  );
  const before = rowsOf(server.folder);
  expect(await copyStore(server.folder, url)).toMatchObject({ documents: 2, files: 1 });
  // What is there already is not mixed with it.
  await expect(copyStore(server.folder, url)).rejects.toThrow(
    'There are documents in that database already.',
  );

  const folder = join(temporaryFolder(), 'back');
  expect(await copyStore(url, folder)).toMatchObject({ documents: 2, files: 1 });
  expect(rowsOf(folder)).toEqual(before.map((row) => row.replaceAll('\0', '')));
  await server.stop();
  expect(readFileSync(join(folder, 'attachments', owner.docId, name))).toEqual(
    Buffer.from(picture),
  );

  // A server on either of them has all of it.
  const said = bodyOf(text);
  for (const settings of [{ dataDir: folder }, { databaseUrl: url }]) {
    const later = await startServer(settings);
    const reader = RawClient.sync(later, owner.docId, owner.secret);
    await reader.synced();
    expect(bodyOf(reader.doc)).toBe(said);
    reader.sendUpdate(textUpdate('more ', reader.doc));
    await until('it goes on', () => reader.statuses.length === 1);
    const deleted = RawClient.sync(later, gone.docId, gone.secret);
    await deleted.whenGone();
    expect(deleted.closed?.reason).toBe('document_deleted');
    const revoked = RawClient.sync(later, owner.docId, link.secret);
    await revoked.whenGone();
    expect(revoked.closed?.reason).toBe('link_revoked');
    const { body } = await call(later, 'GET', `/api/docs/${owner.docId}/links`, owner.secret);
    const maySuggest = ({ id }: { id: string }) =>
      (body as { links: { id: string; suggests: boolean }[] }).links.find((one) => one.id === id)
        ?.suggests;
    expect([maySuggest(suggesting), maySuggest(commenting)]).toEqual([true, false]);
    const found = await fetch(later.url + at, { headers });
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(picture);
  }
});

test('a column or a table that would be left behind stops everything, and so does a wrong address', async () => {
  const server = await startServer();
  await server.stop();
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const database = new DatabaseSync(join(server.folder, DATABASE_FILE));
  database.exec('ALTER TABLE links ADD COLUMN later_thing TEXT');
  database.close();
  await expect(copyStore(server.folder, url)).rejects.toThrow(
    'links.later_thing would be left behind',
  );
  const more = new DatabaseSync(join(server.folder, DATABASE_FILE));
  more.exec('ALTER TABLE links DROP COLUMN later_thing; CREATE TABLE later_table (a TEXT)');
  more.close();
  await expect(copyStore(server.folder, url)).rejects.toThrow('later_table would be left behind');
  const nowhere = 'postgres://127.0.0.1:1/x';
  await expect(copyStore(server.folder, nowhere)).rejects.toThrow('No PostgreSQL answers');
  await expect(copyStore(server.folder, temporaryFolder())).rejects.toThrow(
    'Name a data folder and a database',
  );
});

/** A picture of so many bytes in the document; resolves with its name. */
async function addPicture(server: TestServer, owner: Owned, bytes = 1_000): Promise<string> {
  const body = new Uint8Array(randomBytes(bytes));
  const name = createHash('sha256').update(body).digest('hex');
  const at = `${server.url}/api/docs/${owner.docId}/attachments/${name}`;
  const headers = { Authorization: `Bearer ${owner.secret}` };
  expect((await fetch(at, { method: 'POST', headers, body })).status).toBe(200);
  return name;
}

/** As one is that was listed, and went with its document before it was opened. */
function leaveGone(folder: string, { docId }: Owned): void {
  symlinkSync('/nowhere/at-all', join(folder, 'attachments', docId, 'ab'.repeat(32)));
}

const backup = (from: string, to: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['sync-server/doctor.ts', '--backup', from, to], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

test('a picture whose document is deleted meanwhile stays behind, and nothing else does', async () => {
  const server = await startServer();
  const owner = newOwner();
  const name = await addPicture(server, owner);
  leaveGone(server.folder, owner);
  const to = join(temporaryFolder(), 'backup');
  expect(backup(server.folder, to)).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(to, 'attachments', owner.docId, name))).toBe(true);
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  expect(await copyStore(server.folder, url)).toMatchObject({ documents: 1, files: 1 });
});

/** Resolves when a query like this one waits for somebody else; no clock is needed for it. */
async function untilHeldUp(look: OneConnection, query: string): Promise<void> {
  for (;;) {
    const { rows } = await look.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
      [query],
    );
    if (rows.length > 0) return;
  }
}

test('out of a database everything comes as it was at one moment, pictures too', async () => {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  const server = await startServer({ databaseUrl: url });
  const owner = newOwner();
  const name = await addPicture(server, owner);
  const [outside, look] = [new OneConnection(url), new OneConnection(url)];
  onCleanUp(() => Promise.all([outside.close(), look.close()]));
  await outside.query('BEGIN');
  await outside.query('LOCK TABLE attachment_pieces IN ACCESS EXCLUSIVE MODE');
  const folder = join(temporaryFolder(), 'new');
  const copied = copyStore(url, folder);
  await untilHeldUp(look, '%FROM attachment_pieces%');
  for (const table of ['attachments', 'attachment_pieces'])
    await outside.query(`DELETE FROM ${table} WHERE doc_id = $1`, [owner.docId]);
  await outside.query('COMMIT');
  expect(await copied).toMatchObject({ documents: 1, files: 1 });
  expect(readFileSync(join(folder, 'attachments', owner.docId, name))).toHaveLength(1_000);
});

test('a copy that fails leaves nothing behind, so that it can be made again', async () => {
  const server = await startServer();
  const owner = newOwner();
  const name = await addPicture(server, owner);
  const path = join(server.folder, 'attachments', owner.docId, name);
  const picture = readFileSync(path);
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  writeFileSync(path, 'other bytes');
  await expect(copyStore(server.folder, url)).rejects.toThrow('is not the same in the database');
  writeFileSync(path, picture);
  expect(await copyStore(server.folder, url)).toMatchObject({ files: 1 });

  const connection = new OneConnection(url);
  onCleanUp(() => connection.close());
  const folder = join(temporaryFolder(), 'new');
  await connection.query(`UPDATE attachment_pieces SET bytes = 'other'`);
  await expect(copyStore(url, folder)).rejects.toThrow('is not the file it is named after');
  await connection.query('UPDATE attachment_pieces SET bytes = $1', [picture]);
  expect(await copyStore(url, folder)).toMatchObject({ files: 1 });

  // Its bucket does not answer.
  const env = {
    ...{ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b' },
    ...{ S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
  };
  const to = join(temporaryFolder(), 'backup');
  expect(backup(server.folder, to, env)).toMatchObject({ status: 1 });
  expect(backup(server.folder, to)).toMatchObject({ status: 0, stderr: '' });
});

/** A database with so many rows of a megabyte each in one document, and as many checkpoints. */
async function heavyDatabase(rows: number): Promise<{ url: string; docId: string }> {
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  await (await openPostgres(url, memoryLog([]))).close();
  const { docId } = newOwner();
  const connection = new OneConnection(url);
  const bytes = `DECODE(REPEAT('5a', 1048576), 'hex')`;
  const all = `GENERATE_SERIES(1, ${rows}) AS g`;
  await connection.query('INSERT INTO documents (doc_id, created_at, used_at) VALUES ($1, 1, 1)', [
    docId,
  ]);
  await connection.query(
    `INSERT INTO updates (name, sequence, received_at, bytes) SELECT $1, g, 1, ${bytes} FROM ${all}`,
    [docId],
  );
  await connection.query(
    `INSERT INTO checkpoints (name, up_to, created_at, state) SELECT $1 || '.' || g, 1, 1, ${bytes}
     FROM ${all}`,
    [docId],
  );
  await connection.close();
  return { url, docId };
}

/** The same database, and how much it has said at once, at the most: between two questions. */
async function measured(url: string): Promise<{ url: string; most: () => number }> {
  let [said, most] = [0, 0];
  const through = await wire(url, {
    change(piece) {
      said += piece.length;
      most = Math.max(most, said);
      return piece;
    },
    onAsked() {
      said = 0;
    },
  });
  return { url: through.url, most: () => most };
}

test('however many long rows there are, few of them are in memory at a time', async () => {
  const { url } = await heavyDatabase(14);
  const through = await measured(url);
  const folder = join(temporaryFolder(), 'new');
  expect(await copyStore(through.url, folder)).toMatchObject({ documents: 1, rows: 29 });
  // Bytes are written with two characters each.
  expect(through.most()).toBeLessThan(20 * 1024 * 1024);
  const back = await newDatabase();
  onCleanUp(back.remove);
  const again = await measured(back.url);
  expect(await copyStore(folder, again.url)).toMatchObject({ documents: 1, rows: 29 });
  expect(again.most()).toBeLessThan(20 * 1024 * 1024);
});

test.each(['out of it', 'into it'])('a database may take long to be copied, %s', async (way) => {
  const { url } = await heavyDatabase(1);
  const folder = join(temporaryFolder(), 'new');
  await copyStore(url, folder);
  const empty = await newDatabase();
  onCleanUp(empty.remove);
  await (await openPostgres(empty.url, memoryLog([]))).close();
  const slow = way === 'into it' ? empty.url : url;
  const [outside, look] = [new OneConnection(slow), new OneConnection(slow)];
  onCleanUp(() => Promise.all([outside.close(), look.close()]));
  await outside.query('BEGIN');
  await outside.query('LOCK TABLE updates IN ACCESS EXCLUSIVE MODE');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const copied =
    way === 'into it' ? copyStore(folder, slow) : copyStore(slow, join(temporaryFolder(), 'more'));
  const outcome = copied.catch((error: unknown) => error);
  await untilHeldUp(look, '%updates%');
  vi.advanceTimersByTime(10 * 60_000);
  await outside.query('COMMIT');
  expect(await outcome).toMatchObject({ documents: 1, rows: 3 });
});

test('a folder of an older release, which lacks tables, is copied with all that it has', async () => {
  const server = await startServer();
  const owner = newOwner();
  const writer = RawClient.sync(server, owner.docId, owner.secret);
  await writer.synced();
  writer.sendUpdate(textUpdate('kept', new Y.Doc()));
  await until('stored', () => writer.statuses.length === 1);
  await server.stop();
  const older = new DatabaseSync(join(server.folder, DATABASE_FILE));
  older.exec('DROP TABLE history_looks; DROP TABLE push_subscriptions; DROP TABLE person_keys');
  older.close();
  const { url, remove } = await newDatabase();
  onCleanUp(remove);
  expect(await copyStore(server.folder, url)).toMatchObject({ documents: 1 });
  const later = await startServer({ databaseUrl: url });
  const reader = RawClient.sync(later, owner.docId, owner.secret);
  await reader.synced();
  expect(bodyOf(reader.doc)).toBe('kept');
});
