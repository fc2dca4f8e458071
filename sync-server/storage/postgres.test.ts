/** The shared store, on a real PostgreSQL: what every store promises, and what only it does. */
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { draftOf } from '../../shared/access/document-name.ts';
import { DocId, DraftId } from '../../shared/access/ids.ts';
import { AttachmentId } from '../../shared/protocol/http.ts';
import { newDatabase, Postgres, runSql } from '../../shared/testing/postgres.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { memoryLog } from '../testing/server.ts';
import { wire } from '../testing/wire.ts';
import { describeStorage } from './acceptance.ts';
import { openPostgres, PostgresStorage } from './postgres.ts';
import { PostgresAttachments } from './postgres-attachments.ts';
import { AS_LONG_AS_IT_TAKES, Connections, OneConnection } from './postgres-connections.ts';
import { MIGRATION_LOCK, MIGRATIONS, migrate } from './postgres-schema.ts';
import type { NewUpdate, StoredEvent } from './storage.ts';

afterEach(async () => {
  vi.useRealTimers();
  await cleanUp();
});

const DOC = DocId.parse('DocDocDocDocDocDoc1');
const OTHER = DocId.parse('DocDocDocDocDocDoc2');
const EVENT: StoredEvent = {
  ...{ at: 1, action: 'link-made', linkId: null, role: null },
  ...{ byLinkId: null, person: null },
};
const log = memoryLog([]);

const update = (text: string, docId: DocId = DOC): NewUpdate => ({
  name: docId,
  docId,
  receivedAt: Date.now(),
  person: null,
  bytes: Buffer.from(text),
});

async function textsOf(storage: PostgresStorage, docId: DocId = DOC): Promise<string[]> {
  const { rows } = await storage.loadLog(docId);
  return rows.map(({ bytes }) => Buffer.from(bytes).toString());
}

async function open(url: string): Promise<PostgresStorage> {
  const storage = await openPostgres(url, log);
  onCleanUp(() => storage.close());
  return storage;
}

async function database(base?: string) {
  const made = await newDatabase(base);
  onCleanUp(() => made.remove());
  return made;
}

describeStorage('PostgreSQL', () => {
  const made = newDatabase();
  return {
    open: async () => openPostgres((await made).url, log),
    loseUpdate: async (name, sequence) => {
      const connection = new OneConnection((await made).url);
      await connection.query('DELETE FROM updates WHERE name = $1 AND sequence = $2', [
        name,
        sequence,
      ]);
      await connection.close();
    },
    remove: async () => (await made).remove(),
  };
});

describe('several at once', () => {
  test('nodes that append to the same documents give each sequence once, and lose and double nothing', async () => {
    const { url } = await database();
    const nodes = await Promise.all([1, 2, 3].map(() => open(url)));
    const given = await Promise.all(
      nodes.map(async (node, who) => {
        const sequences: number[] = [];
        for (let round = 0; round < 30; round++) {
          // In another order each: a deadlock would show.
          const docs = who % 2 === 0 ? [DOC, OTHER] : [OTHER, DOC];
          const batch = docs.flatMap((docId) => [
            update(`${who}.${round}.a`, docId),
            update(`${who}.${round}.b`, docId),
          ]);
          const stored = await node.append(batch);
          stored.forEach((sequence, at) => {
            if (batch[at]!.docId === DOC) sequences.push(sequence!);
          });
        }
        return sequences;
      }),
    );
    const all = given.flat().sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: 180 }, (_, index) => index + 1));
    for (const docId of [DOC, OTHER]) {
      expect(new Set(await textsOf(nodes[0]!, docId)).size).toBe(180);
    }
    // Whoever has seen one has seen all before it, in the same order.
    expect((await nodes[1]!.rowsAfter(DOC, 170))?.rows.map(({ sequence }) => sequence)).toEqual([
      171, 172, 173, 174, 175, 176, 177, 178, 179, 180,
    ]);
  });

  test('into a document that another node has deleted nothing goes any more', async () => {
    const { url } = await database();
    const [one, two] = [await open(url), await open(url)];
    await one.createDocument(DOC, 5);
    expect(await one.append([update('a')])).toEqual([1]);
    await two.deleteDocument(DOC, 9);
    expect(await one.append([update('b'), update('x', OTHER), update('c')])).toEqual([
      null,
      1,
      null,
    ]);
    await one.compact(DOC, 1, Buffer.from('A'), 10);
    expect(await one.loadLog(DOC)).toEqual({ checkpoint: null, rows: [], lastSequence: 0 });
    expect(await one.history(DOC)).toEqual([]);
    expect(await one.rowsAfter(DOC, 1)).toBeNull();
    expect((await one.positions([{ name: DOC, sequence: 1 }])).get(DOC)).toMatchObject({
      isGone: true,
    });
    expect(await one.accessVersions([DOC])).toEqual(new Map([[DOC, null]]));
  });

  test('whoever fell behind gets rows, or the checkpoint where they were thinned meanwhile', async () => {
    const { url } = await database();
    const [one, two] = [await open(url), await open(url)];
    await one.append(['a', 'b', 'c', 'd'].map((text) => update(text)));
    await two.compact(DOC, 3, Buffer.from('A+B+C'), 7);
    expect((await one.rowsAfter(DOC, 1))?.checkpoint).toBeNull();
    const row = {
      since: 1,
      receivedAt: 2,
      person: null,
      standsFor: 2,
      isBeginning: false,
      bytes: Buffer.from('bc'),
    };
    await two.thinHistory(DOC, [{ replaces: [2, 3], row: { sequence: 3, ...row } }]);
    const behind = (await one.rowsAfter(DOC, 1))!;
    expect(Buffer.from(behind.checkpoint!.state).toString()).toBe('A+B+C');
    expect(behind.lastSequence).toBe(4);
    expect((await one.rowsAfter(DOC, 4))?.rows).toEqual([]);
  });

  test('whoever fell behind gets the checkpoint also where only later rows were thinned', async () => {
    const { url } = await database();
    const [one, two] = [await open(url), await open(url)];
    await one.append(['a', 'b', 'c', 'd'].map((text) => update(text)));
    await two.compact(DOC, 3, Buffer.from('A+B+C'), 7);
    const row = { since: 1, receivedAt: 2, person: null, isBeginning: false };
    const made = { sequence: 3, standsFor: 2, bytes: Buffer.from('bc'), ...row };
    await two.thinHistory(DOC, [{ replaces: [2, 3], row: made }]);
    const behind = (await one.rowsAfter(DOC, 0))!;
    expect(Buffer.from(behind.checkpoint!.state).toString()).toBe('A+B+C');
    expect(behind.rows.map(({ sequence }) => sequence)).toEqual([4]);
    expect(behind.lastSequence).toBe(4);
  });

  test('while a large document is deleted, other nodes write on, in it and in others', async () => {
    const { url } = await database();
    const [one, two] = [await open(url), await open(url)];
    const outside = new OneConnection(url);
    onCleanUp(() => outside.close());
    await one.createDocument(DOC, 5);
    await two.append([update('a')]);
    async function* pieces() {
      yield Buffer.from('picture');
    }
    await one.files.put(DOC, AttachmentId.parse('ab'.repeat(32)), 7, 10, pieces());
    // To remove its pictures takes long.
    await outside.query('BEGIN');
    await outside.query('SELECT 1 FROM attachments FOR UPDATE');
    const deleted = one.deleteDocument(DOC, 9);
    await untilWaiting(new OneConnection(url), 'DELETE FROM attachments%');
    expect(await two.append([update('b'), update('x', OTHER)])).toEqual([2, 1]);
    await outside.query('COMMIT');
    expect(await deleted).toBe(9);
    expect(await two.append([update('c')])).toEqual([null]);
    expect(await two.history(DOC)).toEqual([]);
    expect(await two.files.all()).toEqual([]);
  });

  test.each([
    ['before nobody appends to it any more', 'contents', true],
    ['after that', 'events', true],
    ['after that, of one in which nothing was written', 'events', false],
  ])(
    'a draft that is begun while its document is deleted does not outlive it, %s',
    async (_when, held, isWritten) => {
      const { url } = await database();
      const [one, two] = [await open(url), await open(url)];
      const outside = new OneConnection(url);
      await one.createDocument(DOC, 5);
      if (isWritten) await one.append([update('a')]);
      await two.append([update('x', OTHER)]);
      const draft = { ...update('secret'), name: draftOf(DOC, DraftId.parse('draftdraft12')) };
      await one.noteEvents(DOC, [EVENT]);
      // Whoever deletes is held up.
      await outside.query('BEGIN');
      if (held === 'events') await outside.query('SELECT 1 FROM events FOR UPDATE');
      else await outside.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [DOC]);
      const deleted = one.deleteDocument(DOC, 9);
      const waits = held === 'events' ? 'DELETE FROM events%' : '%pg_advisory_xact_lock%';
      await untilWaiting(new OneConnection(url), waits);
      const begun = two.append([draft]);
      await (held === 'contents' ? begun : untilWaiting(new OneConnection(url)));
      await outside.query('COMMIT');
      await Promise.all([deleted, begun]);
      expect(await two.history(draft.name)).toEqual([]);
      expect(await two.hasLog(draft.name)).toBe(false);
      expect(await two.append([draft])).toEqual([null]);
      await outside.close();
    },
  );

  test('every change of links is another version of who may get at a document', async () => {
    const { url } = await database();
    const storage = await open(url);
    await storage.createDocument(DOC, 5);
    const link = {
      docId: DOC,
      id: 'AAAAAAAAAAAA',
      role: 'editor',
      label: 'a\0b',
      secretHash: 'ab'.repeat(32),
      passwordHash: null,
      passwordKdf: null,
      formerPasswordHashes: [],
      hidesHistory: false,
      suggests: true,
      createdAt: 1,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    } as const;
    const versions = [(await storage.accessVersions([DOC])).get(DOC)];
    for (const revokedAt of [null, 5]) {
      await storage.putLink({ ...link, revokedAt });
      versions.push((await storage.accessVersions([DOC])).get(DOC));
    }
    expect(new Set(versions).size).toBe(3);
    // PostgreSQL keeps every character but one.
    expect((await storage.links(DOC))[0]?.label).toBe('ab');
  });
});

test('many pictures that come at once for one document keep nobody else from the store', async () => {
  const { url } = await database();
  const storage = await open(url);
  const outside = new OneConnection(url);
  onCleanUp(() => outside.close());
  await storage.createDocument(DOC, 5);
  await storage.createDocument(OTHER, 5);
  // Another node stores one for it, or deletes the document.
  await outside.query('BEGIN');
  await outside.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [DOC]);
  async function* pieces() {
    yield Buffer.from('picture');
  }
  const names = Array.from({ length: 20 }, (_, at) =>
    AttachmentId.parse(at.toString(16).padStart(64, '0')),
  );
  const put = names.map((name) => storage.files.put(DOC, name, 7, 1_000, pieces()));
  await untilWaiting(new OneConnection(url), '%pg_advisory_xact_lock%');
  expect(await storage.findDocument(OTHER)).toMatchObject({ createdAt: 5 });
  await storage.check();
  await outside.query('COMMIT');
  expect(new Set(await Promise.all(put))).toEqual(new Set(['stored']));
  expect(await storage.files.list(DOC)).toEqual(names);
});

test('a picture that is stored twice at once is there, also where it fills its document', async () => {
  const { url } = await database();
  const [one, two] = [await open(url), await open(url)];
  await one.createDocument(DOC, 5);
  const sha256 = AttachmentId.parse('ab'.repeat(32));
  async function* pieces() {
    yield Buffer.from('picture');
  }
  const put = (storage: PostgresStorage) => storage.files.put(DOC, sha256, 7, 10, pieces());
  expect(await Promise.all([put(one), put(two)])).toEqual(['stored', 'stored']);
  expect(await one.files.usedBy(DOC)).toBe(7);
});

test('a database that is set up otherwise is read and asked all the same', async () => {
  const { url } = await database();
  const other = new URL(url);
  const options = other.searchParams.get('options');
  other.searchParams.set('options', `${options} -c bytea_output=escape`);
  const lines: string[] = [];
  // What it says of errors is in another language.
  const through = await wire(other.href, {
    change: (said) =>
      Buffer.from(said.toString('latin1').replaceAll('SERROR\0', 'SHATA!\0'), 'latin1'),
  });
  const storage = await openPostgres(through.url, memoryLog(lines));
  onCleanUp(() => storage.close());
  await storage.append([update('a\\\0\u00ff')]);
  expect(await textsOf(storage)).toEqual(['a\\\0\u00ff']);
  const refused = { ...update('b'), receivedAt: 'never' as unknown as number };
  await expect(storage.append([refused])).rejects.toMatchObject({ severity: 'HATA!' });
  expect(await storage.append([update('c')])).toEqual([2]);
  expect(lines.filter((line) => line.includes('connection lost'))).toEqual([]);
});

const SOCKETS = '/proc/net/tcp';
// Where the system tells of its sockets.
if (existsSync(SOCKETS)) {
  test('a quiet connection is tried before a firewall forgets it, and not only after hours', async () => {
    const { url } = await database();
    const through = await wire(url);
    const storage = await open(through.url);
    await storage.append([update('a')]);
    await storage.check();
    const port = Number(new URL(through.url).port).toString(16).toUpperCase().padStart(4, '0');
    // Its timer: which one runs, and for how many hundredths of a second.
    const isToPort = new RegExp(`^ *\\d+: \\w+:\\w+ \\w+:${port} 01 \\w+:\\w+ (\\w+):(\\w+) `);
    await until('nothing is on its way', () => {
      const timers = readFileSync(SOCKETS, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [, which, left] = isToPort.exec(line) ?? [];
          return left === undefined ? [] : { which, seconds: Number.parseInt(left, 16) / 100 };
        });
      if (timers.length === 0 || timers.some(({ which }) => which === '01')) return false;
      expect(timers.map(({ which }) => which)).toEqual(timers.map(() => '02'));
      expect(Math.max(...timers.map(({ seconds }) => seconds))).toBeLessThan(60);
      return true;
    });
  });
}

test('a copy holds no lock for each document with pictures: a database has only so many', async () => {
  const { url } = await database();
  const storage = await open(url);
  await storage.createDocument(DOC, 1);
  await storage.createDocument(OTHER, 1);
  const connections = new Connections(url, () => undefined);
  onCleanUp(() => connections.close());
  async function* pieces() {
    yield Buffer.from('picture');
  }
  const sha256 = AttachmentId.parse('cd'.repeat(32));
  const locked = await connections.transaction(async (asked) => {
    const files = PostgresAttachments.copying(asked);
    for (const docId of [DOC, OTHER])
      expect(await files.put(docId, sha256, 7, 1_000, pieces())).toBe('stored');
    const { rows } = await asked.query(
      "SELECT COUNT(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    );
    return rows[0]?.count;
  });
  expect(locked).toBe(0);
  expect(await storage.files.sizeOf(OTHER, sha256)).toBe(7);
});

test('a store is the same one for all nodes, and none of its copies', async () => {
  const [{ url }, other] = [await database(), await database()];
  const [one, two, copy] = [await open(url), await open(url), await open(other.url)];
  expect(one.store).toMatch(/^[0-9a-f]{16}$/);
  expect(two.store).toBe(one.store);
  expect(copy.store).not.toBe(one.store);
  const before = one.store;
  // With the first append it has a connection of its own.
  await one.append([update('a')]);
  expect(one.store).toBe(before);
});

describe('migrations', () => {
  test('a node of an older release goes on with links to which a newer one has added something', async () => {
    const { url } = await database();
    const storage = await open(url);
    expect(await storage.linksFor(DOC, 'hash')).toEqual([]);
    const newer = new OneConnection(url);
    await newer.query('ALTER TABLE links ADD COLUMN later_thing TEXT');
    await newer.close();
    expect(await storage.linksFor(DOC, 'hash')).toEqual([]);
  });

  test('several nodes that start at once on an empty database make its tables once', async () => {
    const { url } = await database();
    await Promise.all([1, 2, 3, 4].map(() => open(url)));
    const connection = new OneConnection(url);
    const { rows } = await connection.query('SELECT version FROM schema_version');
    expect(rows).toEqual([{ version: MIGRATIONS.length }]);
    await connection.close();
  });

  test('one that has to wait for a backup keeps nobody out meanwhile', async () => {
    const { url } = await database();
    const storage = await open(url);
    const outside = new OneConnection(url);
    const newer = new Connections(url, () => undefined, AS_LONG_AS_IT_TAKES);
    onCleanUp(() => Promise.all([outside.close(), newer.close()]));
    await outside.query('BEGIN');
    // As pg_dump does, for hours.
    await outside.query('LOCK TABLE links IN ACCESS SHARE MODE');
    const sql = 'ALTER TABLE links ADD COLUMN later_thing TEXT';
    const migrated = migrate(newer, [...MIGRATIONS, { sql }]);
    await untilWaiting(new OneConnection(url), 'ALTER TABLE%');
    expect(await storage.linksFor(DOC, 'hash')).toEqual([]);
    await outside.query('COMMIT');
    await migrated;
    const { rows } = await outside.query('SELECT version FROM schema_version');
    expect(rows).toEqual([{ version: MIGRATIONS.length + 1 }]);
  });

  test('one that takes long, at this node or at another, is waited for', async () => {
    const { url } = await database();
    const outside = new OneConnection(url);
    onCleanUp(() => outside.close());
    await outside.query('BEGIN');
    // As another node holds it.
    await outside.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = open(url).catch((error: unknown) => error);
    await untilWaiting(new OneConnection(url), '%pg_advisory_xact_lock%');
    vi.advanceTimersByTime(10 * 60_000);
    await outside.query('COMMIT');
    expect(await opened).toBeInstanceOf(PostgresStorage);
  });

  test('a newer database is refused with a sentence, unless this release can still use it', async () => {
    const { url } = await database();
    await open(url);
    const connection = new OneConnection(url);
    await connection.query('UPDATE schema_version SET version = 1000');
    await open(url);
    await connection.query('UPDATE schema_version SET oldest_release = 1000');
    await connection.close();
    await expect(openPostgres(url, log)).rejects.toThrow(
      /^The database that DATABASE_URL names was changed by a newer version of this server\./,
    );
  });

  test.each([
    ['postgres://127.0.0.1:1/x', /^No PostgreSQL answers at 127\.0\.0\.1:1\. Start it/],
    ['postgres://u:hidden-word@no-such-host.invalid/x', /^The host no-such-host\.invalid of/],
  ])('%s is told as a sentence without a password', async (url, sentence) => {
    const error = await openPostgres(url, log).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StorageUnavailable', message: sentence });
    expect((error as Error).message).not.toContain('hidden-word');
  });

  test('what speaks first, as a MySQL does, is told to be no PostgreSQL', async () => {
    const greeting = Buffer.concat([
      Buffer.from([0x4a, 0, 0, 0, 10]),
      Buffer.from('8.0.36\0'.padEnd(73, 'x')),
    ]);
    const mysql = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(greeting);
    });
    await new Promise<void>((resolve) => mysql.listen(0, '127.0.0.1', resolve));
    onCleanUp(() => mysql.close());
    const { port } = mysql.address() as AddressInfo;
    await expect(openPostgres(`postgres://u@127.0.0.1:${port}/x`, log)).rejects.toMatchObject({
      name: 'StorageUnavailable',
      message: `What answers at 127.0.0.1:${port} is no PostgreSQL. Set DATABASE_URL to where PostgreSQL is.`,
    });
  });

  test('a database that refuses is not told to be silent', async () => {
    const { url } = await database();
    const storage = await open(url);
    const said = () => storage.check().then(() => '', storage.troubleOf);
    await runSql(url, 'ALTER TABLE nodes RENAME COLUMN seen_at TO noticed_at');
    expect(await said()).toBe(
      'PostgreSQL refuses what it is asked (42703). See what its log says.',
    );
    await runSql(url, 'DROP TABLE nodes');
    expect(await said()).toMatch(
      /^The tables of this server are not in the database of DATABASE_URL any more\. Put them back/,
    );
  });

  test('a database that is not there is told by its name', async () => {
    const other = new URL((await database()).url);
    other.pathname = '/nobody-made-this';
    await expect(openPostgres(other.href, log)).rejects.toThrow(/has no database nobody-made-this/);
  });
});

describe('a PostgreSQL that dies', () => {
  let engine: Postgres;
  beforeAll(async () => {
    engine = await Postgres.start();
    return () => engine.remove();
  });

  test('what was committed is there afterwards, and goes on from there', async () => {
    const { url } = await database(engine.url);
    const storage = await open(url);
    await storage.append([update('a'), update('b')]);
    // As if the power had gone.
    await engine.stop('SIGQUIT');
    const batch = [update('c')];
    await expect(storage.append(batch)).rejects.toThrow();
    await expect(storage.check()).rejects.toThrow();
    await engine.run();
    expect(await storage.append([...batch, update('d')])).toEqual([3, 4]);
    expect(await textsOf(storage)).toEqual(['a', 'b', 'c', 'd']);
    await storage.check();
  });

  test('a batch whose answer was lost is not stored twice, whether or not it was stored', async () => {
    const { url } = await database(engine.url);
    const connectTo = () => new OneConnection(url);
    const { url: through, cut } = await wire(url);
    const storage = await open(through);
    const outside = connectTo();
    await storage.append([update('first')]);
    for (const isStored of [true, false]) {
      const batch = [update('same'), update('same'), update(`other ${isStored}`)];
      // Its commit is held up, and its connection cut meanwhile.
      await outside.query('BEGIN');
      await outside.query('SELECT 1 FROM logs WHERE name = $1 FOR UPDATE', [DOC]);
      const lost = storage.append(batch).catch((error: unknown) => error);
      await untilWaiting(connectTo());
      const backends = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      if (isStored) {
        // The server goes on with what it was told, and nobody is there to hear of it.
        cut();
      } else {
        await outside.query(`SELECT pg_terminate_backend(pid) FROM (${backends}) AS b`);
      }
      expect(await lost).toBeInstanceOf(Error);
      const again = storage.append([...batch, update('next')]);
      await outside.query('COMMIT');
      const sequences = await again;
      expect(new Set(sequences).size).toBe(4);
      const texts = await textsOf(storage);
      expect(texts.filter((text) => text === 'same').length).toBe(isStored ? 2 : 4);
      expect(sequences.map((sequence) => texts[sequence! - 1])).toEqual([
        'same',
        'same',
        `other ${isStored}`,
        'next',
      ]);
    }
    await outside.close();
  });

  test('a batch that was stored is not stored again where the next append fails, too', async () => {
    const { url } = await database(engine.url);
    const { url: through, cut } = await wire(url);
    const storage = await open(through);
    await storage.append([update('first')]);
    const batch = [update('once')];
    await appendUnheard(storage, batch, { url, cut });
    const refused = { ...update('next'), receivedAt: 'never' as unknown as number };
    await expect(storage.append([...batch, refused])).rejects.toThrow();
    expect(await storage.append([...batch, update('next')])).toEqual([2, 3]);
    expect(await textsOf(storage)).toEqual(['first', 'once', 'next']);
  });

  test('a batch that was stored and has been thinned meanwhile is not taken for one of a deleted document', async () => {
    const { url } = await database(engine.url);
    const { url: through, cut } = await wire(url);
    const [storage, other] = [await open(through), await open(url)];
    await storage.append([update('first')]);
    const batch = [update('a'), update('b')];
    await appendUnheard(storage, batch, { url, cut });
    while ((await other.positions([{ name: DOC, sequence: 1 }])).get(DOC)?.lastSequence !== 3);
    await other.compact(DOC, 3, Buffer.from('FIRST+A+B'), 7);
    const made = { since: 1, receivedAt: 2, person: null, isBeginning: false, standsFor: 2 };
    const row = { sequence: 3, bytes: Buffer.from('ab'), ...made };
    await other.thinHistory(DOC, [{ replaces: [2, 3], row }]);
    // They are there, and not to be found one by one any more.
    expect(await storage.append([...batch, update('next')])).toEqual([0, 0, 4]);
  });

  test('connections to one that can only be read by now are let go for those to one that can be written', async () => {
    const { url } = await database(engine.url);
    const storage = await open(url);
    const outside = new OneConnection(url);
    onCleanUp(() => outside.close());
    await storage.createDocument(DOC, 5);
    await storage.append([update('a')]);
    await storage.noteEvents(DOC, [EVENT]);
    // From now on those that are there are as to a primary of before, and new ones to that of now.
    await outside.query('ALTER ROLE CURRENT_USER SET default_transaction_read_only = off');
    await outside.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await outside.query('SELECT pg_reload_conf()');
    await untilReadOnly(outside);
    onCleanUp(async () => {
      await runSql(url, 'ALTER SYSTEM RESET default_transaction_read_only');
      await runSql(url, 'ALTER ROLE CURRENT_USER RESET default_transaction_read_only');
      await runSql(url, 'SELECT pg_reload_conf()');
    });
    const { rows } = await outside.query('SELECT clock_timestamp() AS now');
    await storage.links(DOC);
    const batch = [update('b')];
    await expect(storage.append(batch)).rejects.toThrow('read-only');
    expect(await storage.append(batch)).toEqual([2]);
    // What the primary of before still tells is not read any more, either.
    await storage.links(DOC);
    const asked = await outside.query(
      `SELECT backend_start > $1 AS is_new FROM pg_stat_activity
       WHERE query LIKE 'SELECT % FROM links %' AND pid <> pg_backend_pid() ORDER BY query_start DESC`,
      [rows[0]?.now],
    );
    expect(asked.rows[0]).toEqual({ is_new: true });
    await storage.noteEvents(DOC, [EVENT]);
    await expect(outside.query('CREATE TABLE made_outside ()')).rejects.toThrow('read-only');
    await outside.query('CREATE TABLE made_outside ()');
  });

  test('where one of several turns out to be read-only, nothing is read on the others any more', async () => {
    const { url } = await database(engine.url);
    const connections = new Connections(url, () => undefined);
    onCleanUp(() => connections.close());
    const all = () =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          const { rows } = await connections.query(
            'SELECT pg_backend_pid() AS pid, pg_sleep(0.05)',
          );
          return rows[0]?.pid;
        }),
      );
    const before = new Set(await all());
    expect(before.size).toBe(4);
    await connections.transaction((asked) => asked.query('CREATE TABLE made ()'));
    expect(before).toContain((await all())[0]);
    const refused = connections.transaction(async (asked) => {
      await asked.query('SET TRANSACTION READ ONLY');
      await asked.query('DROP TABLE made');
    });
    await expect(refused).rejects.toThrow('read-only');
    for (const pid of await all()) expect(before).not.toContain(pid);
    // What is refused for another reason costs nobody their connection.
    const after = new Set(await all());
    await expect(connections.query('SELECT 1 / 0')).rejects.toThrow('division');
    for (const pid of await all()) expect(after).toContain(pid);
  });

  test('what a node asked that is gone does not wait on, however long somebody holds it up', async () => {
    const { url } = await database(engine.url);
    const { url: through, hangUp } = await wire(url);
    const storage = await open(through);
    const [outside, look] = [new OneConnection(url), new OneConnection(url)];
    onCleanUp(() => Promise.all([outside.close(), look.close()]));
    await storage.append([update('a')]);
    await outside.query('BEGIN');
    await outside.query('SELECT 1 FROM logs FOR UPDATE');
    const batch = [update('b')];
    const lost = storage.append(batch).catch((error: unknown) => error);
    await untilWaiting(new OneConnection(url));
    hangUp();
    expect(await lost).toBeInstanceOf(Error);
    await until('it waits no more', async () => {
      const { rows } = await look.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      );
      return rows.length === 0;
    });
    await outside.query('COMMIT');
    expect(await storage.append(batch)).toEqual([2]);
  });

  test('a connection that dies within a transaction fails that and nothing else', async () => {
    const { url } = await database(engine.url);
    const storage = await open(url);
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.prependListener('uncaughtException', note);
    onCleanUp(() => void process.off('uncaughtException', note));
    const outside = new OneConnection(url);
    await storage.append([update('a')]);
    await outside.query('BEGIN');
    await outside.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [DOC]);
    const compacted = storage.compact(DOC, 1, Buffer.from('A'), 5).catch((error) => error);
    await untilWaiting(new OneConnection(url), '%pg_advisory_xact_lock%');
    await outside.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
    );
    expect(await compacted).toBeInstanceOf(Error);
    await outside.query('COMMIT');
    await outside.close();
    await storage.compact(DOC, 1, Buffer.from('A'), 5);
    expect(uncaught).toEqual([]);
  });
});

/** Appends a batch through a wire that is cut before the answer: it is stored, and that is not known. */
async function appendUnheard(
  storage: PostgresStorage,
  batch: NewUpdate[],
  { url, cut }: { url: string; cut: () => void },
): Promise<void> {
  const outside = new OneConnection(url);
  await outside.query('BEGIN');
  await outside.query('SELECT 1 FROM logs WHERE name = $1 FOR UPDATE', [DOC]);
  const lost = storage.append(batch).catch((error: unknown) => error);
  await untilWaiting(new OneConnection(url));
  cut();
  expect(await lost).toBeInstanceOf(Error);
  await outside.query('COMMIT');
  await outside.close();
}

/** Resolves when an append, or another query, waits for somebody else. */
async function untilWaiting(look: OneConnection, query = '%claim%'): Promise<void> {
  try {
    for (;;) {
      const { rows } = await look.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
        [query],
      );
      if (rows.length > 0) return;
    }
  } finally {
    await look.close();
  }
}

/** Resolves when a connection has heard that it may only read. */
async function untilReadOnly(connection: OneConnection): Promise<void> {
  for (;;) {
    const { rows } = await connection.query('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') return;
  }
}
