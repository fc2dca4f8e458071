/**
 * Looks at a database that may be damaged, copies one that is in use, and puts what can be read of a
 * damaged one into a new folder.
 *
 * Invariant: what is looked at is opened for reading only and never changed, and one document of it is
 * in memory at a time; what is recovered is a database that the server opens like any other.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as Y from 'yjs';
import { z } from 'zod';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { applyUpdate } from '../../shared/document/cutting.ts';
import { withoutUnwritable } from '../../shared/protocol/scan-update.ts';
import { DATABASE_FILE, isIntact, openSqlite } from './sqlite.ts';

/** As they stand there, also what no name is any more: what was written under it is kept. */
const StoredDocId = z.custom<DocId>((text) => typeof text === 'string');
const StoredName = z.custom<DocumentName>((text) => typeof text === 'string');
const Row = z.object({
  name: StoredName,
  sequence: z.number(),
  received_at: z.number(),
  quarantined: z.string().nullable(),
  stands_for: z.number().nullish(),
  is_beginning: z.number().nullish(),
  bytes: z.instanceof(Uint8Array),
  crc: z.number().nullish(),
});
const Checkpoint = z.object({
  name: StoredName,
  up_to: z.number(),
  created_at: z.number(),
  state: z.instanceof(Uint8Array),
  crc: z.number().nullish(),
});

/** What is not made anew with the documents: who may do what, who stands behind an id, who is told. */
const BESIDE_LOGS = ['links', 'events', 'person_keys', 'push_subscriptions'] as const;

/** What is left of one document, or of its discussion. */
export interface Finding {
  name: DocumentName;
  /** What is wrong, a sentence each; none if it is well. */
  troubles: string[];
  /** Whether everything that was ever stored of it can be put together again. */
  isWhole: boolean;
  history: KeptHistory;
}

/** What is known one by one of what was written. */
export interface KeptHistory {
  /** Changes, as many as are told apart. */
  changes: number;
  bytes: number;
  /** When the oldest of them came, in milliseconds since 1970; null if there is none. */
  since: number | null;
  /** What came before is kept as the document as it was then. */
  isForgotten: boolean;
}

export interface Examination {
  /** What SQLite says of the file as a whole; none if it is well. */
  fileTroubles: string[];
  documents: Finding[];
}

function openToRead(folder: string): DatabaseSync {
  const file = join(folder, DATABASE_FILE);
  if (!existsSync(file)) throw new Error(`There is no ${DATABASE_FILE} in ${folder}.`);
  return new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
}

/** Reads all there is, row by row, so that one that cannot be read costs only itself. */
export function examine(folder: string): Examination {
  const database = openToRead(folder);
  try {
    const logs = new Logs(database);
    const documents = logs.names.map((name) => logs.examine(name, new Y.Doc()));
    return { fileTroubles: [...integrityOf(database), ...logs.troubles], documents };
  } finally {
    database.close();
  }
}

/** The logs of a database, which are found by the numbers of their rows: together they may be large. */
class Logs {
  readonly names: readonly DocumentName[];
  /** What of them cannot be read, as far as they were. */
  readonly troubles: string[] = [];
  readonly #database: DatabaseSync;
  readonly #rows: ReadonlyMap<DocumentName, number[]>;
  readonly #checkpoints: ReadonlyMap<DocumentName, number[]>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rows = this.#placesIn('updates');
    this.#checkpoints = this.#placesIn('checkpoints');
    this.names = [...new Set([...this.#rows.keys(), ...this.#checkpoints.keys()])].sort();
  }

  /** Puts one document, or its discussion, together, and says what is left of it. */
  examine(name: DocumentName, document: Y.Doc): Finding {
    const rows = this.#read('updates', Row, this.#rows.get(name));
    const checkpoints = this.#read('checkpoints', Checkpoint, this.#checkpoints.get(name));
    return examineLog(name, document, rows, checkpoints.at(-1) ?? null);
  }

  #placesIn(table: 'updates' | 'checkpoints'): Map<DocumentName, number[]> {
    const places = new Map<DocumentName, number[]>();
    const shape = z.object({ name: StoredName });
    for (const { number, read } of rowsOf(this.#database, table, shape, this.troubles, 'name')) {
      const others = places.get(read.name);
      if (others) others.push(number);
      else places.set(read.name, [number]);
    }
    return places;
  }

  #read<T>(table: Table, shape: z.ZodType<T>, numbers: readonly number[] = []): T[] {
    const rows = rowsAt(this.#database, table, shape, this.troubles, '*', numbers);
    return [...rows].map(({ read }) => read);
  }
}

/** A copy of the database that is whole although a server writes to it meanwhile. */
export function copyDatabase(folder: string, to: string): void {
  const database = openToRead(folder);
  try {
    database.prepare('VACUUM INTO ?').run(join(to, DATABASE_FILE));
  } finally {
    database.close();
  }
}

/** Writes what can be read into a new folder: all documents, and what is not made anew with them. */
export async function recover(folder: string, to: string): Promise<string[]> {
  const database = openToRead(folder);
  const storage = openSqlite(to);
  const troubles: string[] = [];
  try {
    const made = readRows(
      database,
      'documents',
      // A database of an older version has no such column.
      z.object({
        doc_id: StoredDocId,
        created_at: z.number(),
        deleted_at: z.number().nullish(),
      }),
    );
    troubles.push(...made.troubles);
    for (const { doc_id, created_at, deleted_at } of made.read) {
      await storage.createDocument(doc_id, created_at);
      if (deleted_at != null) await storage.deleteDocument(doc_id, deleted_at);
    }
    const logs = new Logs(database);
    for (const name of logs.names) {
      const document = new Y.Doc();
      logs.examine(name, document);
      const state = Y.encodeStateAsUpdate(document);
      const docId = StoredDocId.parse(name.split('.')[0]);
      await storage.createDocument(docId, Date.now());
      const receivedAt = Date.now();
      const row = { receivedAt, person: null, bytes: state };
      await storage.append([{ ...row, name, docId }]);
      await storage.compact(name, 1, state, receivedAt);
      // Nobody wrote it now: the history starts afresh with it.
      const beginning = { ...row, sequence: 1, since: receivedAt, standsFor: 1, isBeginning: true };
      await storage.thinHistory(name, [{ replaces: [1], row: beginning }]);
    }
  } finally {
    database.close();
    await storage.close();
  }
  for (const table of BESIDE_LOGS) troubles.push(...copyRows(folder, to, table));
  return troubles;
}

/** As they are, whatever columns this version has for them. */
function copyRows(folder: string, to: string, table: (typeof BESIDE_LOGS)[number]): string[] {
  const database = openToRead(folder);
  const target = new DatabaseSync(join(to, DATABASE_FILE));
  try {
    // A database of an older version may not have it yet.
    if (!hasTable(database, table)) return [];
    const { read, troubles } = readRows(
      database,
      table,
      z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    );
    for (const row of read) {
      const columns = Object.keys(row);
      target
        .prepare(
          `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        )
        .run(...Object.values(row));
    }
    return troubles;
  } finally {
    target.close();
    database.close();
  }
}

function hasTable(database: DatabaseSync, table: string): boolean {
  const found = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`);
  return found.get(table) !== undefined;
}

function integrityOf(database: DatabaseSync): string[] {
  try {
    return database
      .prepare('PRAGMA integrity_check(20)')
      .all()
      .map(({ integrity_check: line }) => String(line))
      .filter((line) => line !== 'ok');
  } catch (error) {
    return [`The file cannot be checked: ${String(error)}`];
  }
}

type Table = 'updates' | 'checkpoints' | 'documents' | (typeof BESIDE_LOGS)[number];

/** All rows of a table that is not large. */
function readRows<T>(
  database: DatabaseSync,
  table: Table,
  shape: z.ZodType<T>,
): { read: T[]; troubles: string[] } {
  const troubles: string[] = [];
  const read = [...rowsOf(database, table, shape, troubles)].map(({ read }) => read);
  return { read, troubles };
}

interface NumberedRow<T> {
  number: number;
  read: T;
}

/** What cannot be read is added to the troubles. */
function* rowsOf<T>(
  database: DatabaseSync,
  table: Table,
  shape: z.ZodType<T>,
  troubles: string[],
  columns = '*',
): Generator<NumberedRow<T>> {
  let last: number;
  try {
    last = z
      .object({ last: z.number().nullable() })
      .transform(({ last }) => last ?? 0)
      .parse(database.prepare(`SELECT MAX(rowid) AS last FROM ${table}`).get());
  } catch (error) {
    troubles.push(`The table ${table} cannot be read: ${messageOf(error)}`);
    return;
  }
  yield* rowsAt(database, table, shape, troubles, columns, numbersTo(last));
}

function* numbersTo(last: number): Generator<number> {
  for (let number = 1; number <= last; number++) yield number;
}

/** Each row by its own number, because one damaged page ends a query over all of them. */
function* rowsAt<T>(
  database: DatabaseSync,
  table: Table,
  shape: z.ZodType<T>,
  troubles: string[],
  columns: string,
  numbers: Iterable<number>,
): Generator<NumberedRow<T>> {
  const one = database.prepare(`SELECT ${columns} FROM ${table} WHERE rowid = ?`);
  for (const number of numbers) {
    let row: NumberedRow<T> | null = null;
    try {
      const found = one.get(number);
      if (found !== undefined) row = { number, read: shape.parse(found) };
    } catch (error) {
      troubles.push(`Row ${number} of ${table} cannot be read: ${messageOf(error)}`);
    }
    if (row !== null) yield row;
  }
}

function examineLog(
  name: DocumentName,
  document: Y.Doc,
  rows: z.infer<typeof Row>[],
  checkpoint: z.infer<typeof Checkpoint> | null,
): Finding {
  const troubles: string[] = [];
  let isWhole = true;
  const isGood = checkpoint !== null && isIntact(checkpoint.state, checkpoint.crc ?? null);
  const kept = isGood ? withoutUnwritable(checkpoint.state) : null;
  const isApplied = kept !== null && apply(document, kept);
  if (isApplied && kept !== checkpoint?.state) {
    troubles.push('Its checkpoint holds a value that nobody can write out again: it is left out.');
    isWhole = false;
  }
  if (checkpoint !== null && !isApplied) troubles.push('Its checkpoint is not what was written.');
  const upTo = isApplied && checkpoint !== null ? checkpoint.up_to : 0;
  rows.sort((a, b) => a.sequence - b.sequence);
  const thinned = thinnedPart(rows);
  let expected = 1;
  if (thinned.upTo > 0 && thinned.count !== thinned.upTo) {
    troubles.push(`Of updates 1 to ${thinned.upTo}, ${thinned.upTo - thinned.count} are missing.`);
    if (thinned.upTo > upTo) isWhole = false;
  }
  for (const row of rows) {
    if (row.sequence <= thinned.upTo) expected = row.sequence;
    for (; expected < row.sequence; expected++) {
      troubles.push(`Update ${expected} is missing.`);
      if (expected > upTo) isWhole = false;
    }
    expected = row.sequence + 1;
    if (row.quarantined !== null) continue;
    const bytes = isIntact(row.bytes, row.crc ?? null) ? withoutUnwritable(row.bytes) : null;
    if (bytes !== null && apply(document, bytes)) {
      if (bytes === row.bytes || row.sequence <= upTo) continue;
      troubles.push(
        `Update ${row.sequence} holds a value that nobody can write out again: it is left out.`,
      );
      isWhole = false;
      continue;
    }
    troubles.push(`Update ${row.sequence} is not what was written.`);
    if (row.sequence > upTo) isWhole = false;
  }
  if (checkpoint !== null && expected <= checkpoint.up_to) {
    troubles.push(`Updates ${expected} to ${checkpoint.up_to} are missing.`);
    if (!isApplied) isWhole = false;
  }
  return { name, troubles, isWhole, history: historyIn(rows) };
}

function historyIn(rows: readonly z.infer<typeof Row>[]): KeptHistory {
  const kept = rows.filter(({ is_beginning }) => is_beginning !== 1);
  return {
    changes: kept.length,
    bytes: kept.reduce((sum, { bytes }) => sum + bytes.length, 0),
    since: kept.reduce<number | null>(
      (least, { received_at: at }) => Math.min(least ?? at, at),
      null,
    ),
    isForgotten: kept.length < rows.length,
  };
}

/** Up to where rows were put together, and how many those up to there were when they came. */
function thinnedPart(rows: readonly z.infer<typeof Row>[]): { upTo: number; count: number } {
  const upTo = rows.reduce(
    (most, row) => ((row.stands_for ?? 1) > 1 ? Math.max(most, row.sequence) : most),
    0,
  );
  const count = rows
    .filter(({ sequence }) => sequence <= upTo)
    .reduce((sum, row) => sum + (row.stands_for ?? 1), 0);
  return { upTo, count };
}

/** Applies it unless that would throw half-way; whether it did. */
function apply(document: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.decodeUpdate(update);
    applyUpdate(document, update);
    return true;
  } catch {
    // What is behind it can still be read; the caller says which one it was.
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
