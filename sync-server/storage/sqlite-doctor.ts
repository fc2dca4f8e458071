/**
 * Looks at a database that may be damaged, copies one that is in use, and puts what can be read of a
 * damaged one into a new folder.
 *
 * Invariant: what is looked at is opened for reading only and never changed; what is recovered is a
 * database that the server opens like any other.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as Y from 'yjs';
import { z } from 'zod';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
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
  state: Uint8Array;
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
    const fileTroubles = integrityOf(database);
    const logs = new Map<DocumentName, z.infer<typeof Row>[]>();
    const checkpoints = new Map<DocumentName, z.infer<typeof Checkpoint>>();
    const rows = readRows(database, 'updates', Row);
    for (const row of rows.read) {
      const log = logs.get(row.name);
      if (log) log.push(row);
      else logs.set(row.name, [row]);
    }
    const kept = readRows(database, 'checkpoints', Checkpoint);
    for (const checkpoint of kept.read) checkpoints.set(checkpoint.name, checkpoint);
    for (const trouble of [...rows.troubles, ...kept.troubles]) fileTroubles.push(trouble);
    const names = [...new Set([...logs.keys(), ...checkpoints.keys()])].sort();
    const documents = names.map((name) =>
      examineLog(name, logs.get(name) ?? [], checkpoints.get(name) ?? null),
    );
    return { fileTroubles, documents };
  } finally {
    database.close();
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

/** Writes what `examine` found into a new folder, with all documents and links that can be read. */
export async function recover(
  folder: string,
  to: string,
  { documents }: Examination,
): Promise<string[]> {
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
    for (const { name, state } of documents) {
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

/** Each row by its own number, because one damaged page ends a query over all of them. */
function readRows<T>(
  database: DatabaseSync,
  table: 'updates' | 'checkpoints' | 'documents' | (typeof BESIDE_LOGS)[number],
  shape: z.ZodType<T>,
): { read: T[]; troubles: string[] } {
  const read: T[] = [];
  const troubles: string[] = [];
  try {
    const { last } = z
      .object({ last: z.number().nullable() })
      .parse(database.prepare(`SELECT MAX(rowid) AS last FROM ${table}`).get());
    const one = database.prepare(`SELECT * FROM ${table} WHERE rowid = ?`);
    for (let number = 1; number <= (last ?? 0); number++) {
      try {
        const row = one.get(number);
        if (row !== undefined) read.push(shape.parse(row));
      } catch (error) {
        troubles.push(`Row ${number} of ${table} cannot be read: ${messageOf(error)}`);
      }
    }
  } catch (error) {
    troubles.push(`The table ${table} cannot be read: ${messageOf(error)}`);
  }
  return { read, troubles };
}

function examineLog(
  name: DocumentName,
  rows: z.infer<typeof Row>[],
  checkpoint: z.infer<typeof Checkpoint> | null,
): Finding {
  const troubles: string[] = [];
  const document = new Y.Doc();
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
  const state = Y.encodeStateAsUpdate(document);
  document.destroy();
  return { name, troubles, isWhole, state, history: historyIn(rows) };
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
    Y.applyUpdate(document, update);
    return true;
  } catch {
    // What is behind it can still be read; the caller says which one it was.
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
