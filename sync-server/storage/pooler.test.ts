/** The store behind a real PgBouncer in transaction mode, where it is installed. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DocId } from '../../shared/access/ids.ts';
import { freePort } from '../../shared/testing/free-port.ts';
import { Postgres, runSql } from '../../shared/testing/postgres.ts';
import { PostgresBus } from '../bus/postgres-bus.ts';
import { temporaryFolder, until } from '../testing/clean-up.ts';
import { memoryLog } from '../testing/server.ts';
import { describeStorage } from './acceptance.ts';
import { openPostgres } from './postgres.ts';
import { OneConnection } from './postgres-connections.ts';

const DOC = DocId.parse('DocDocDocDocDocDoc1');
const FOLDERS = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/usr/bin');
const program = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

if (program === undefined) {
  test('there is no PgBouncer here: what is behind one is not tried', () => {
    console.warn('There is no PgBouncer here, so the store is not tried behind one.');
  });
} else describe('behind PgBouncer in transaction mode', () => tests(program));

function tests(place: string): void {
  let engine: Postgres;
  let port = 0;
  beforeAll(async () => {
    engine = await Postgres.start(['synchronous_commit=off']);
    port = await freePort();
    const folder = temporaryFolder();
    const config = join(folder, 'pgbouncer.ini');
    writeFileSync(
      config,
      `[databases]
* = host=127.0.0.1 port=${engine.port} user=driftless
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
    );
    for (const path of [folder, config]) chmodSync(path, 0o755);
    const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const pooler = spawn(place, [...asNobody, config], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await until('it listens', () => {
      if (pooler.exitCode !== null) throw new Error(said);
      return said.includes('process up');
    });
    return async () => {
      pooler.kill('SIGKILL');
      await engine.remove();
    };
  });

  let count = 0;
  const throughPooler = (name: string) => `postgres://driftless@127.0.0.1:${port}/${name}`;

  describeStorage('PostgreSQL behind a pooler', () => {
    count += 1;
    const name = `pooled_${count}`;
    let made: Promise<void> | null = null;
    return {
      open: async () => {
        made ??= runSql(engine.url, `CREATE DATABASE ${name}`);
        await made;
        return openPostgres(throughPooler(name), memoryLog([]));
      },
      loseUpdate: async (log, sequence) => {
        const connection = new OneConnection(throughPooler(name));
        await connection.query('DELETE FROM updates WHERE name = $1 AND sequence = $2', [
          log,
          sequence,
        ]);
        await connection.close();
      },
      remove: () => runSql(engine.url, `DROP DATABASE ${name} WITH (FORCE)`),
    };
  });

  test('what was confirmed outlives the power, though the database is set to confirm sooner', async () => {
    await runSql(engine.url, 'CREATE DATABASE durable');
    const storage = await openPostgres(throughPooler('durable'), memoryLog([]));
    const direct = new URL(engine.url);
    direct.pathname = '/durable';
    for (let round = 1; round <= 3; round++) {
      await storage.createDocument(DOC, 1);
      const bytes = Buffer.from('word');
      await storage.append([{ name: DOC, docId: DOC, receivedAt: 1, person: null, bytes }]);
      await engine.stop('SIGQUIT');
      await engine.run();
      const connection = new OneConnection(direct.href);
      const { rows } = await connection.query('SELECT COUNT(*)::int AS count FROM updates');
      expect(rows).toEqual([{ count: round }]);
      await connection.close();
      await until('it is reached again', () =>
        storage.check().then(
          () => true,
          () => false,
        ),
      );
    }
    await storage.close();
  });

  test('nodes start at once, and that nothing is passed on is told', async () => {
    await runSql(engine.url, 'CREATE DATABASE several');
    const stores = await Promise.all(
      [1, 2, 3, 4].map(() => openPostgres(throughPooler('several'), memoryLog([]))),
    );
    const bus = new PostgresBus(throughPooler('several'), stores[0]!, memoryLog([]));
    bus.listen({ heard: () => undefined, missed: () => undefined });
    await until(
      'it is told',
      () => bus.trouble?.includes('a pooler before it is in session') === true,
    );
    expect(bus.isUp).toBe(false);
    await bus.close();
    for (const store of stores) await store.close();
  });
}
