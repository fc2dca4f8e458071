/** What is wrong is told in a sentence, at the start or by `/readyz`, and servers go on with what works. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ReadyAnswer } from '../shared/protocol/ready.ts';
import { newDatabase, Postgres, runSql } from '../shared/testing/postgres.ts';
import { Redis, redisProgram } from '../shared/testing/redis.ts';
import { SteadyClock } from './steady-clock.ts';
import { openPostgres } from './storage/postgres.ts';
import { cleanUp, onCleanUp, until } from './testing/clean-up.ts';
import { bodyOf, RawClient, textUpdate } from './testing/raw-client.ts';
import { call, memoryLog, newOwner, startServer, type TestServer } from './testing/server.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await cleanUp();
});

const HOUR_MS = 3_600_000;

async function healthOf(server: TestServer) {
  return ReadyAnswer.parse((await call(server, 'GET', '/readyz')).body);
}

/** Somebody types a word; resolves when it is confirmed. */
async function type(client: RawClient, word: string): Promise<void> {
  const before = client.statuses.length;
  client.sendUpdate(textUpdate(word));
  await until('it is confirmed', () => client.statuses.length > before);
  expect(client.statuses.at(-1)).toBe(1);
}

test('where nothing is wrong, nothing is told', async () => {
  expect(await healthOf(await startServer())).toEqual({
    status: 'ready',
    troubles: [],
  });
});

test('a server that stops is told by its taking no connection, also while it still tries to store', async () => {
  const server = await startServer({ minFreeDiskBytes: 5e14, stopTimeoutMs: 300 });
  const { docId, secret } = newOwner();
  const client = RawClient.sync(server, docId, secret);
  await client.synced();
  client.sendUpdate(textUpdate('word'));
  expect((await healthOf(server)).status).toBe('not ready');
  const stopped = server.stop();
  await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
  await client.whenGone();
  expect(client.statuses).toEqual([]);
  await stopped;
});

test('a clock that leaps is told of for an hour, and a step of a time server is not', () => {
  let [now, steady] = [1_000_000_000, 5];
  const lines: string[] = [];
  const clock = new SteadyClock(memoryLog(lines), { now: () => now, steady: () => steady });
  const pass = (ms: number, leap = 0) => {
    steady += ms;
    now += ms + leap;
    clock.look();
  };
  pass(10_000, 900);
  expect(clock.trouble).toBeNull();
  pass(10_000, -3 * HOUR_MS);
  expect(clock.trouble).toMatch(/^The clock of this machine leapt back by 3 hours: .* \(NTP\)\.$/);
  pass(HOUR_MS + 1);
  expect(clock.trouble).toBeNull();
  expect(lines.filter((line) => line.includes('leapt'))).toHaveLength(1);
  clock.close();
});

test.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])(
  'on %s, people go on writing while the clock leaps there and back, and it is told',
  async (_title, isShared) => {
    const database = isShared ? await newDatabase() : null;
    if (database !== null) onCleanUp(() => database.remove());
    const server = await startServer(database === null ? {} : { databaseUrl: database.url });
    const { docId, secret } = newOwner();
    const [one, two] = [1, 2].map(() => RawClient.sync(server, docId, secret));
    await Promise.all([one!.synced(), two!.synced()]);
    await type(one!, 'a');
    const real = Date.now;
    for (const [leap, way] of [
      [400 * 24 * HOUR_MS, 'forward by 400 days'],
      [-2 * HOUR_MS, 'back by 400 days'],
    ] as const) {
      vi.spyOn(Date, 'now').mockImplementation(() => real() + leap);
      await type(one!, 'b');
      const { status, troubles } = await healthOf(server);
      expect(status).toBe('ready');
      expect(troubles[0]).toContain(`leapt ${way}`);
      const apart = leap > 0 ? '400 days ahead of' : '2 hours behind';
      expect(troubles[1] ?? '').toContain(isShared ? `is ${apart} that of the database` : '');
      vi.restoreAllMocks();
    }
    await type(one!, 'c');
    await until('the other has it', () => bodyOf(two!.doc).length === 4);
  },
);

describe('a PostgreSQL of its own', () => {
  let engine: Postgres;
  beforeAll(async () => {
    // Whoever runs PostgreSQL has to read it.
    const hba = join(tmpdir(), `driftless-hba-${process.pid}`);
    writeFileSync(
      hba,
      'host all driftless 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
      { mode: 0o644 },
    );
    engine = await Postgres.start([`hba_file=${hba}`]);
    await runSql(engine.url, `CREATE ROLE guest LOGIN PASSWORD 'right-word'`);
    return async () => {
      await engine.remove();
      rmSync(hba, { force: true });
    };
  });

  const as = (url: string, password: string) => {
    const other = new URL(url);
    other.username = 'guest';
    other.password = password;
    return other.href;
  };

  test('a wrong password, and a user without rights, end the start with a sentence', async () => {
    const { url } = await newDatabase(engine.url);
    const refused = (password: string) =>
      openPostgres(as(url, password), memoryLog([])).catch((error: unknown) => error);
    expect(await refused('hidden-word')).toMatchObject({
      name: 'StorageUnavailable',
      message: expect.stringMatching(/does not let the user of DATABASE_URL in\. Check its name/),
    });
    expect(await refused('right-word')).toMatchObject({
      name: 'StorageUnavailable',
      message: expect.stringMatching(/^The user of DATABASE_URL may not make or write tables/),
    });
  });

  test('a database that goes, is read-only, or is changed by a newer release is told by /readyz', async () => {
    const { url } = await newDatabase(engine.url);
    const server = await startServer({ databaseUrl: url });
    const { docId, secret } = newOwner();
    const client = RawClient.sync(server, docId, secret);
    await client.synced();
    expect(await healthOf(server)).toEqual({ status: 'ready', troubles: [] });

    await engine.stop();
    await until('it is told', async () => {
      const { status, troubles } = await healthOf(server);
      expect(status).toBe('not ready');
      expect(troubles.join(' ')).not.toContain(String(engine.port));
      return (
        troubles[0]?.startsWith('No PostgreSQL answers where DATABASE_URL says. Start') === true
      );
    });
    // What is written meanwhile waits, and is stored when it is back.
    client.sendUpdate(textUpdate('kept'));
    await engine.run();
    await until('it is confirmed', () => client.statuses.at(-1) === 1);
    await until('all is well', async () => (await healthOf(server)).troubles.length === 0);

    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'driftless'`;
    await runSql(engine.url, 'ALTER ROLE driftless SET default_transaction_read_only = on');
    await runSql(engine.url, cut);
    await until('it is told', async () => {
      const { troubles } = await healthOf(server);
      return troubles[0]?.includes('can only be read, as a standby can.') === true;
    });
    await runSql(
      engine.url,
      `BEGIN READ WRITE; ALTER ROLE driftless RESET default_transaction_read_only; COMMIT; ${cut}`,
    );
    await until('all is well', async () => (await healthOf(server)).troubles.length === 0);

    await runSql(url, 'UPDATE schema_version SET oldest_release = 1000');
    const { status, troubles } = await healthOf(server);
    expect(status).toBe('not ready');
    expect(troubles).toEqual([
      expect.stringContaining('changed by a newer version of this server'),
    ]);
    expect(server.logLines.join('\n')).not.toContain('right-word');
  });
});

if (redisProgram() !== null) {
  test('without its Redis a node goes on, is ready, and says what is wrong', async () => {
    const { url, remove } = await newDatabase(undefined, { silent: true });
    onCleanUp(remove);
    const redis = await Redis.start();
    onCleanUp(() => redis.stop());
    const both = { databaseUrl: url, redisUrl: redis.url };
    const [one, two] = await Promise.all([startServer(both), startServer(both)]);
    const { docId, secret } = newOwner();
    const [first, second] = [one, two].map((server) => RawClient.sync(server, docId, secret));
    await Promise.all([first!.synced(), second!.synced()]);
    await redis.stop();
    await until('it is told', async () =>
      (await healthOf(one)).troubles.join().includes('No Redis answers where REDIS_URL says.'),
    );
    expect((await healthOf(one)).status).toBe('ready');
    await type(first!, 'word');
    await until('the other has it', () => bodyOf(second!.doc) === 'word');
    await redis.run();
    await until('all is well', async () => (await healthOf(one)).troubles.length === 0);
  });
}
