/**
 * Connections to PostgreSQL; the only file that knows its driver.
 *
 * Invariant: what is read is of JavaScript's own types, a query that is not answered in time ends its
 * connection (but where all the time there is may be taken), and what goes wrong before the server
 * listens is a sentence without the password in it.
 */
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { StorageUnavailable } from './storage.ts';

/** Longer than a checkpoint of the largest document takes on a slow disk. */
const ANSWER_WITHIN_MS = 20_000;
/** For what goes through all rows of a large database, which takes minutes. */
export const AS_LONG_AS_IT_TAKES = 0;
const CONNECT_WITHIN_MS = 5_000;
/** A firewall forgets a connection after minutes in which nothing was said; the kernel waits for hours. */
const TRIED_WHEN_QUIET_FOR_MS = 30_000;
/** For reading, and for writing what is not an update. */
const POOL_SIZE = 8;

/** PostgreSQL's numbers of types. */
const [BYTEA, INT8] = [17, 20];

/** In whichever of its two ways the database writes them. */
const bytesOf = pg.types.getTypeParser(BYTEA, 'text') as (text: string) => Buffer;

/** What a query gives: a row for each, by column. */
export type Row = Record<string, unknown>;
export interface Answer {
  rows: Row[];
  rowCount: number | null;
}
/** Something that can be asked. */
export interface Asked {
  query(text: string, values?: readonly unknown[], name?: string): Promise<Answer>;
}
/** Something that can be asked for several things at once. */
export interface Transacting extends Asked {
  /** All of it, or, if it throws, nothing. */
  transaction<T>(work: (asked: Asked) => Promise<T>): Promise<T>;
}

/** What is asked in a transaction that is under way is part of that one. */
export function within(asked: Asked): Transacting {
  return {
    query: (text, values, name) => asked.query(text, values, name),
    transaction: (work) => work(asked),
  };
}

function settingsOf(url: string, answerWithinMs = ANSWER_WITHIN_MS): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'driftless',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: TRIED_WHEN_QUIET_FOR_MS,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') => {
        if (type === INT8 && format !== 'binary') return Number;
        // An array of its own: a view of a pooled buffer could be read past its end.
        if (type === BYTEA && format !== 'binary') {
          return (text: string) => new Uint8Array(bytesOf(text));
        }
        return pg.types.getTypeParser(type, format as 'text');
      },
    } as pg.CustomTypesConfig,
  };
}

/** A commit that is answered is on disk, however the database is set. */
const COMMIT_DURABLY = `SELECT set_config('synchronous_commit', 'on', FALSE)
  WHERE current_setting('synchronous_commit') = 'off'`;

/**
 * What is asked on a connection that is gone must not wait on for somebody else's lock: each try would
 * leave one more behind, until there is no connection left. Only PostgreSQL itself knows of it.
 */
const END_WITH_US = `SELECT set_config(name, '10s', FALSE) FROM pg_settings
  WHERE name = 'client_connection_check_interval'`;

async function begin(client: pg.ClientBase): Promise<void> {
  await client.query(COMMIT_DURABLY);
  await client.query(END_WITH_US).catch((error: unknown) => {
    // Not every system can look whether somebody is still there.
    if (!isRefusedByDatabase(error)) throw error;
  });
}

/**
 * A statement that was prepared under this name is not there, or was by somebody else: a pooler has
 * given us another connection. Nothing was done.
 */
function isOtherConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05');
}

const NOTHING_TO_DO = () => undefined;

/** What a statement is refused for, by its code; of others the same may have ended the connection. */
const OF_STATEMENT = /^(0[^8]|[234P]|55|57014)/;

/**
 * Whether the database has said that it did nothing: everything else may have been done. How bad it is
 * it says in its own language.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.severity === 'ERROR' || OF_STATEMENT.test(error.code ?? '');
}

/**
 * Whether nothing can be written on a connection: it may be to what was the primary before, and a new
 * one to what is by now.
 */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/** One connection, which is made anew when it is needed and gone. */
export class OneConnection implements Asked {
  readonly #url: string;
  readonly #prepare: (asked: Asked) => Promise<void>;
  readonly #onNotification: ((channel: string, payload: string) => void) | undefined;
  readonly #onEnd: ((error: unknown) => void) | undefined;
  #client: Promise<pg.Client> | null = null;
  #mayPrepare = true;

  /**
   * `prepare` is what has to be said first on every new connection; `onEnd` is called when one that
   * was there ends by itself.
   */
  constructor(
    url: string,
    options: {
      prepare?: (asked: Asked) => Promise<void>;
      onNotification?: (channel: string, payload: string) => void;
      onEnd?: (error: unknown) => void;
    } = {},
  ) {
    this.#url = url;
    this.#prepare = options.prepare ?? (async () => undefined);
    this.#onNotification = options.onNotification;
    this.#onEnd = options.onEnd;
  }

  async query(text: string, values: readonly unknown[] = [], name?: string): Promise<Answer> {
    const connected = this.#connected();
    const client = await connected;
    try {
      return await ask(client, text, values, this.#mayPrepare ? name : undefined);
    } catch (error) {
      if (this.#mayPrepare && isOtherConnection(error)) {
        this.#mayPrepare = false;
        return this.query(text, values);
      }
      // Whether it still works on it is not known: it must not come back to us.
      if (!isRefusedByDatabase(error) || isReadOnly(error)) this.#drop(connected, error);
      throw error;
    }
  }

  /** Ends the connection there is, on which nothing comes through any more. */
  drop(error: unknown): void {
    if (this.#client !== null) this.#drop(this.#client, error);
  }

  async close(): Promise<void> {
    const connected = this.#client;
    this.#client = null;
    if (connected === null) return;
    try {
      await (await connected).end();
    } catch {
      // It never was, or is gone already.
    }
  }

  #connected(): Promise<pg.Client> {
    if (this.#client !== null) return this.#client;
    const connecting = this.#connect();
    this.#client = connecting;
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = null;
    });
    return connecting;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(settingsOf(this.#url));
    let isOver = false;
    const end = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      if (mine !== null && this.#client === mine) {
        this.#client = null;
        this.#onEnd?.(error);
      }
    };
    client.on('error', end);
    client.on('end', () => end(new Error('the connection ended')));
    if (this.#onNotification !== undefined) {
      client.on('notification', ({ channel, payload }) =>
        this.#onNotification?.(channel, payload ?? ''),
      );
    }
    let mine: Promise<pg.Client> | null = null;
    try {
      await client.connect();
      await begin(client);
      await this.#prepare({ query: (text, values, name) => ask(client, text, values, name) });
    } catch (error) {
      destroy(client);
      throw error;
    }
    mine = this.#client;
    return client;
  }

  #drop(connected: Promise<pg.Client>, error: unknown): void {
    if (this.#client !== connected) return;
    this.#client = null;
    connected.then(destroy, () => undefined);
    this.#onEnd?.(error);
  }
}

/** Several connections for whatever comes. */
export class Connections implements Transacting {
  readonly #pool: pg.Pool;
  /** Those that were made since one turned out to be to what can only be read. */
  #current = new WeakSet<pg.PoolClient>();
  #mayPrepare = true;

  constructor(url: string, onError: (error: Error) => void, answerWithinMs?: number) {
    this.#pool = new pg.Pool({
      ...settingsOf(url, answerWithinMs),
      max: POOL_SIZE,
      // Waited for before anything else is said on it.
      onConnect: begin,
    });
    this.#pool.on('error', onError);
    this.#pool.on('connect', (client) => this.#current.add(client));
  }

  async query(text: string, values: readonly unknown[] = [], name?: string): Promise<Answer> {
    const client = await this.#take();
    let fault: unknown = null;
    try {
      return await ask(client, text, values, this.#mayPrepare ? name : undefined);
    } catch (error) {
      fault = error;
      if (!this.#mayPrepare || !isOtherConnection(error)) throw error;
      this.#mayPrepare = false;
    } finally {
      this.#giveBack(client, fault);
    }
    return this.query(text, values);
  }

  async transaction<T>(work: (asked: Asked) => Promise<T>): Promise<T> {
    const client = await this.#take();
    let fault: unknown = null;
    try {
      await client.query('BEGIN');
      const result = await work({ query: (text, values, name) => ask(client, text, values, name) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (isReadOnly(error)) fault = error;
      await client.query('ROLLBACK').catch((failure: unknown) => {
        fault = failure;
      });
      throw error;
    } finally {
      this.#giveBack(client, fault);
    }
  }

  /**
   * Asks nothing more on those that there are: one of them, or another one, was to what can only be read
   * by now. They may be to what was the primary before, which still tells what it knew then.
   */
  renew(): void {
    this.#current = new WeakSet();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      // The pool hears of its end again once it has it back. Until then what is asked of it fails.
      client.on('error', NOTHING_TO_DO);
      if (this.#current.has(client)) return client;
      this.#giveBack(client, new Error('to what was the primary before'));
    }
  }

  #giveBack(client: pg.PoolClient, fault: unknown): void {
    if (isReadOnly(fault)) this.renew();
    // Of what was not refused it is not known whether it still works on that.
    const isFit = fault === null || (isRefusedByDatabase(fault) && !isReadOnly(fault));
    client.release(!isFit);
    client.off('error', NOTHING_TO_DO);
  }
}

function ask(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<Answer> {
  return client.query(queryOf(text, values, name));
}

function queryOf(text: string, values: readonly unknown[], name?: string): pg.QueryConfig {
  if (name === undefined) return { text, values: [...values] };
  // Behind a pooler a name may have been given by another release.
  return { text, values: [...values], name: `${name}-${crc32(text).toString(16)}` };
}

/** As PostgreSQL keeps a text: without the one character that it does not. */
export function asText(text: string): string {
  return text.replaceAll('\0', '');
}

/** Ends it without a word: it may not be heard any more. */
function destroy(client: pg.Client): void {
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}

/** Of a database: its words for what hinders the start, and for whoever is not to know where it is. */
interface Place {
  /** Behind "PostgreSQL". */
  where: string;
  host: string;
  /** Behind "the database" or "no database". */
  name: string;
}

const ANYWHERE: Place = {
  where: 'where DATABASE_URL says',
  host: 'The host',
  name: 'of DATABASE_URL',
};

/** What hinders the start, as a sentence with what to do; null if it is nothing that is known. */
export function asUnavailable(url: string, error: unknown): StorageUnavailable | null {
  if (error instanceof StorageUnavailable) return error;
  const { hostname, port, pathname, username } = new URL(url);
  const where = `at ${hostname || 'localhost'}:${port || 5432}`;
  const name = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const sentence = sentenceOf({ where, host: `The host ${hostname}`, name }, error);
  if (sentence !== null) return new StorageUnavailable(sentence, { cause: error });
  if (!(error instanceof Error)) return null;
  const isConnecting = /timeout|terminated|SSL|self.signed|certificate|SASL|password/i;
  if (typeof codeOf(error) !== 'string' && !isConnecting.test(error.message)) return null;
  return new StorageUnavailable(
    `PostgreSQL ${where} cannot be used: ${error.message.trim()}. Check DATABASE_URL.`,
    { cause: error },
  );
}

/** What is wrong with the database of a server that runs, without where it is or who asks it. */
export function troubleOf(error: unknown): string {
  if (error instanceof StorageUnavailable) return error.message;
  const sentence = sentenceOf(ANYWHERE, error);
  if (sentence !== null) return sentence;
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    return `PostgreSQL refuses what it is asked (${error.code}). See what its log says.`;
  }
  return 'PostgreSQL does not answer in time. See that it runs, has room, and can be reached from here.';
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** In the driver's words, as of a MySQL, which is the first to speak. */
const NO_POSTGRES = /^(received invalid response|Unknown authenticationOk message)/;

function sentenceOf({ where, host, name }: Place, error: unknown): string | null {
  if (error instanceof Error && NO_POSTGRES.test(error.message)) {
    return `What answers ${where} is no PostgreSQL. Set DATABASE_URL to where PostgreSQL is.`;
  }
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers ${where}. Start it, or set DATABASE_URL to where it is.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} of DATABASE_URL is not known. Set DATABASE_URL to where PostgreSQL is.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `PostgreSQL ${where} cannot be reached from here (${codeOf(error)}). Check the network, or DATABASE_URL.`;
    case '28P01':
    case '28000':
      return `PostgreSQL ${where} does not let the user of DATABASE_URL in. Check its name and password.`;
    case '3D000':
      return `PostgreSQL ${where} has no database ${name}. Create it, or name another one in DATABASE_URL.`;
    case '42501':
    case '3F000':
      return `The user of DATABASE_URL may not make or write tables in the database ${name}. Give it the right to CREATE there, and to what is there.`;
    case '42601':
    case '42883':
      return `PostgreSQL ${where} does not understand what this server asks (${codeOf(error)}): it has to be version 14 or newer. Update it, or set DATABASE_URL to a newer one.`;
    case '42P01':
      return `The tables of this server are not in the database ${name} any more. Put them back from a backup; in an empty one a start makes new ones.`;
    case '25006':
      return `The database ${where} can only be read, as a standby can. DATABASE_URL must name the primary.`;
    case '53100':
      return `PostgreSQL ${where} has no room on its disk. Make room: what people write waits on their devices.`;
    case '53300':
      return `PostgreSQL ${where} has no connection left. Raise its max_connections.`;
    case '57P01':
    case '57P02':
    case '57P03':
      return `PostgreSQL ${where} is starting or stopping. Try again in a moment.`;
    default:
      return null;
  }
}
