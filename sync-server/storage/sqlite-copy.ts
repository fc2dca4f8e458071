/**
 * Copies everything between a data folder's database and a PostgreSQL database, in either direction,
 * also while a server works on what is copied; and has pictures and files copied in the same moment.
 *
 * Invariant: what is copied is the source as it was at one moment, all of it or nothing, into a place
 * that had nothing; and afterwards each row of the source is held against the one that was written. All
 * but the one character in a text that PostgreSQL does not keep.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Log } from '../log.ts';
import { openPostgres } from './postgres.ts';
import { PostgresAttachments } from './postgres-attachments.ts';
import {
  AS_LONG_AS_IT_TAKES,
  type Asked,
  asText,
  asUnavailable,
  Connections,
  type Row,
} from './postgres-connections.ts';
import { DATABASE_FILE, openSqlite } from './sqlite.ts';
import { StorageUnavailable, type StoredFiles } from './storage.ts';

/** Tables that both have, by what their rows are read in the order of. */
const TABLES = {
  documents: ['doc_id'],
  updates: ['name', 'sequence'],
  checkpoints: ['name'],
  links: ['doc_id', 'link_id'],
  events: ['doc_id'],
  person_keys: ['person'],
  push_subscriptions: ['doc_id', 'endpoint'],
  looks: [],
  history_looks: [],
} as const satisfies Record<string, readonly string[]>;
type Table = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as Table[];
/** In PostgreSQL it is that of the document's logs. */
const NOT_IN_POSTGRES = new Set(['documents.updated_at']);
/** Rows that are read at a time, and bytes of them after which it is enough. */
const ROWS_AT_A_TIME = 500;
const BYTES_AT_A_TIME = 8 * 1024 * 1024;

/** How much was copied. */
export interface Copied {
  documents: number;
  rows: number;
  /** Pictures and files. */
  files: number;
}

/** Copies pictures and files from or into those of PostgreSQL; resolves with how many. */
type CopyFiles = (files: StoredFiles) => Promise<number>;

interface Column {
  readonly name: string;
  readonly isBoolean: boolean;
  /** Of a boolean: where it says nothing, that is not a no. */
  readonly mayBeNull: boolean;
  /** It has a value in every row. */
  readonly isNeeded: boolean;
  readonly isBytes: boolean;
}

/**
 * Copies a data folder's database into an empty PostgreSQL database. Throws StorageUnavailable if one
 * of them cannot be used, or an Error that says which row is not the same.
 */
export async function copyToPostgres(
  folder: string,
  url: string,
  copyFiles: CopyFiles,
  log: Log,
): Promise<Copied> {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path)) throw new StorageUnavailable(`There is no database in ${folder}.`);
  await (await openPostgres(url, log)).close();
  const source = new DatabaseSync(path, { readOnly: true });
  const target = new Connections(url, () => undefined, AS_LONG_AS_IT_TAKES);
  try {
    // One moment, however long it takes.
    source.exec('BEGIN');
    return await target.transaction(async (asked) => {
      await refuseUnlessEmpty(asked);
      const names = tablesIn(source);
      let rows = 0;
      for (const table of names) {
        const columns = await sharedColumns(asked, source, table);
        for (const row of sqliteRows(source, table, columns)) {
          await insertIntoPostgres(asked, table, columns, row);
          rows += 1;
        }
      }
      await makeLogs(asked, source);
      for (const table of names) await compare(asked, source, table);
      const files = await copyFiles(PostgresAttachments.copying(asked));
      return { documents: countIn(source, 'documents'), rows, files };
    });
  } catch (error) {
    throw asUnavailable(url, error) ?? error;
  } finally {
    source.close();
    await target.close();
  }
}

/** Copies a PostgreSQL database into a data folder that has none yet. Throws as the other way. */
export async function copyFromPostgres(
  url: string,
  folder: string,
  copyFiles: CopyFiles,
  log: Log,
): Promise<Copied> {
  await (await openPostgres(url, log)).close();
  await openSqlite(folder).close();
  const source = new Connections(url, () => undefined, AS_LONG_AS_IT_TAKES);
  const target = new DatabaseSync(join(folder, DATABASE_FILE));
  try {
    return await source.transaction(async (asked) => {
      await asked.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const names = tablesIn(target);
      target.exec('BEGIN IMMEDIATE');
      let rows = 0;
      for (const table of names) {
        const columns = await sharedColumns(asked, target, table);
        for await (const some of postgresRows(asked, table, columns)) {
          insertIntoSqlite(target, table, columns, some);
          rows += some.length;
        }
      }
      await noteWritten(asked, target);
      for (const table of names) await compare(asked, target, table);
      const files = await copyFiles(PostgresAttachments.copying(asked));
      target.exec('COMMIT');
      return { documents: countIn(target, 'documents'), rows, files };
    });
  } catch (error) {
    throw asUnavailable(url, error) ?? error;
  } finally {
    target.close();
    await source.close();
  }
}

async function refuseUnlessEmpty(asked: Asked): Promise<void> {
  // Nobody makes a document meanwhile.
  await asked.query('LOCK TABLE documents, logs IN EXCLUSIVE MODE');
  const { rows } = await asked.query(
    'SELECT 1 FROM documents UNION ALL SELECT 1 FROM logs LIMIT 1',
  );
  if (rows.length === 0) return;
  throw new StorageUnavailable('There are documents in that database already. Name an empty one.');
}

/** Those of a folder; an older release may have fewer. One that would be left behind stops everything. */
function tablesIn(database: DatabaseSync): Table[] {
  const all = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = new Set(all.map(({ name }) => String(name)));
  const unknown = [...names].find((name) => !Object.hasOwn(TABLES, name));
  if (unknown !== undefined) throw new Error(`${unknown} would be left behind`);
  return NAMES.filter((name) => names.has(name));
}

/** Columns of a table in both; a column that would be left behind stops everything. */
async function sharedColumns(
  asked: Asked,
  database: DatabaseSync,
  table: Table,
): Promise<Column[]> {
  const there = await asked.query(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, NOT attnotnull AS may_be_null
     FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  const inPostgres = new Map(there.rows.map((row) => [String(row.name), row]));
  return database
    .prepare(`SELECT name, "notnull" AS needed FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name, needed }) => ({ name: String(name), isNeeded: needed === 1 }))
    .filter(({ name }) => !NOT_IN_POSTGRES.has(`${table}.${name}`))
    .map(({ name, isNeeded }) => {
      const same = inPostgres.get(name);
      if (same === undefined) throw new Error(`${table}.${name} would be left behind`);
      const [isBoolean, isBytes] = [same.type === 'boolean', same.type === 'bytea'];
      return { name, isNeeded, isBoolean, isBytes, mayBeNull: same.may_be_null === true };
    });
}

/** In the order in which they were made where nothing else says one. */
function sqliteRows(
  database: DatabaseSync,
  table: Table,
  columns: readonly Column[],
): IterableIterator<Row> {
  const order = [...TABLES[table], 'rowid'].join(', ');
  return database
    .prepare(`SELECT ${namesOf(columns)} FROM ${table} ORDER BY ${order}`)
    .iterate() as IterableIterator<Row>;
}

async function* postgresRows(
  asked: Asked,
  table: Table,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  const order = [
    ...TABLES[table].map((name) => (name === 'sequence' ? name : `${name} COLLATE "C"`)),
    ...(table === 'events' ? ['place'] : []),
  ];
  const from = `FROM ${table} ${order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`}`;
  const bytes = columns.filter(({ isBytes }) => isBytes).map(({ name }) => `OCTET_LENGTH(${name})`);
  await asked.query(
    `DECLARE reading NO SCROLL CURSOR FOR SELECT ${namesOf(columns)} ${from};
     DECLARE sizes NO SCROLL CURSOR FOR SELECT ${['0', ...bytes].join(' + ')} AS bytes ${from}`,
  );
  for (;;) {
    const sizes = await asked.query(`FETCH ${ROWS_AT_A_TIME} FROM sizes`);
    for (const count of countsOf(sizes.rows.map(({ bytes }) => Number(bytes)))) {
      yield (await asked.query(`FETCH ${count} FROM reading`)).rows;
    }
    if (sizes.rows.length < ROWS_AT_A_TIME) break;
  }
  await asked.query('CLOSE reading; CLOSE sizes');
}

/** How many rows of these sizes are read together, one time after the other. */
function* countsOf(sizes: readonly number[]): Generator<number> {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    if (count > 0 && bytes + size > BYTES_AT_A_TIME) {
      yield count;
      [count, bytes] = [0, 0];
    }
    count += 1;
    bytes += size;
  }
  if (count > 0) yield count;
}

async function insertIntoPostgres(
  asked: Asked,
  table: Table,
  columns: readonly Column[],
  row: Row,
): Promise<void> {
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  await asked.query(
    `INSERT INTO ${table} (${namesOf(columns)}) VALUES (${places})`,
    columns.map(({ name, isBoolean, isBytes, mayBeNull }) => {
      const value = row[name];
      if (isBoolean) return value === null && mayBeNull ? null : value === 1;
      if (isBytes) return Buffer.from(value as Uint8Array);
      return typeof value === 'string' ? asText(value) : value;
    }),
    `copy-${table}`,
  );
}

function insertIntoSqlite(
  database: DatabaseSync,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): void {
  const shown = table === 'documents' ? [...columns.map(({ name }) => name), 'updated_at'] : null;
  const names = shown?.join(', ') ?? namesOf(columns);
  const places = (shown ?? columns).map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`);
  for (const row of rows) {
    const values = columns.map(({ name, isBoolean, isNeeded, mayBeNull }): SQLInputValue => {
      const value = row[name];
      if (!isBoolean) return value as SQLInputValue;
      if (value === true) return 1;
      return value === false && (isNeeded || mayBeNull) ? 0 : null;
    });
    // When it was last written is told by its logs, and noted later.
    insert.run(...values, ...(shown === null ? [] : [row.created_at as SQLInputValue]));
  }
}

/** How far each log is, which SQLite tells from its rows. */
async function makeLogs(asked: Asked, source: DatabaseSync): Promise<void> {
  await asked.query(
    `INSERT INTO logs (name, doc_id, last_sequence, written_at)
     SELECT name, split_part(name, '.', 1), MAX(sequence), MAX(at) FROM (
       SELECT name, sequence, received_at AS at FROM updates
       UNION ALL SELECT name, up_to, created_at FROM checkpoints) AS all_rows
     GROUP BY name`,
  );
  const written = source.prepare('SELECT doc_id, updated_at, deleted_at FROM documents').all();
  for (const { doc_id, updated_at, deleted_at } of written) {
    await asked.query('UPDATE logs SET written_at = $2 WHERE doc_id = $1', [doc_id, updated_at]);
    if (deleted_at === null) continue;
    await asked.query(
      `INSERT INTO logs (name, doc_id, last_sequence, written_at, is_gone)
       VALUES ($1, $1, 0, $2, TRUE), ($1 || '.discussion', $1, 0, $2, TRUE)
       ON CONFLICT (name) DO UPDATE SET is_gone = TRUE`,
      [doc_id, deleted_at],
    );
  }
}

/** When each document was last written, which PostgreSQL notes with its logs. */
async function noteWritten(asked: Asked, target: DatabaseSync): Promise<void> {
  const { rows } = await asked.query(
    'SELECT doc_id, MAX(written_at) AS at FROM logs WHERE NOT is_gone GROUP BY doc_id',
  );
  const note = target.prepare(
    'UPDATE documents SET updated_at = MAX(updated_at, ?) WHERE doc_id = ?',
  );
  for (const { doc_id, at } of rows) note.run(Number(at), String(doc_id));
}

/** Holds each row of the one against its copy. */
async function compare(asked: Asked, database: DatabaseSync, table: Table): Promise<void> {
  const columns = await sharedColumns(asked, database, table);
  const ours = sqliteRows(database, table, columns);
  let place = 0;
  for await (const theirs of postgresRows(asked, table, columns)) {
    for (const row of theirs) {
      place += 1;
      const next = ours.next();
      if (next.done === true || !columns.every((column) => isSame(column, row, next.value))) {
        throw new Error(`Row ${place} of ${table} is not the same in both: nothing was copied.`);
      }
    }
  }
  if (ours.next().done !== true) {
    throw new Error(`Rows of ${table} behind ${place} are missing: nothing was copied.`);
  }
}

function isSame({ name, isBoolean, isBytes, mayBeNull }: Column, there: Row, here: Row): boolean {
  const [one, other] = [there[name], here[name]];
  if (isBoolean && mayBeNull && (one === null) !== (other === null)) return false;
  if (isBoolean) return (one === true) === (other === 1);
  if (typeof one === 'string' && typeof other === 'string') return one === asText(other);
  if (!isBytes) return one === other;
  return Buffer.compare(Buffer.from(one as Uint8Array), Buffer.from(other as Uint8Array)) === 0;
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join(', ');
}

function countIn(database: DatabaseSync, table: Table): number {
  return Number(database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get()?.count);
}
