/**
 * The embedded store: one SQLite file, written by one server.
 *
 * Invariant: every write is one transaction with a full sync to disk before its promise resolves.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { LinkRole } from '../../shared/access/roles.ts';
import {
  type HistoryRow,
  type LogRow,
  type NewUpdate,
  type Storage,
  StorageDamaged,
  type StoredDocument,
  type StoredLink,
  type StoredLog,
} from './storage.ts';

export const DATABASE_FILE = 'driftless.sqlite';
const LOCK_FILE = 'driftless.lock';
/** Waiting blocks the whole process, so a busy file is reported soon and the caller tries again. */
const BUSY_TIMEOUT_MS = 50;

const SCHEMA = `
  CREATE TABLE documents (
    doc_id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE updates (
    name TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    person TEXT,
    folded INTEGER NOT NULL DEFAULT 0,
    quarantined TEXT,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX updates_by_sequence ON updates (name, sequence);
  CREATE INDEX updates_to_fold ON updates (name, sequence) WHERE folded = 0;
  CREATE TABLE checkpoints (
    name TEXT PRIMARY KEY,
    up_to INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    state BLOB NOT NULL
  ) STRICT;
  CREATE TABLE links (
    doc_id TEXT NOT NULL,
    link_id TEXT NOT NULL,
    role TEXT NOT NULL,
    label TEXT,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    PRIMARY KEY (doc_id, link_id)
  ) STRICT;
`;

/** What brings an older database to the next version; the first one is made by `SCHEMA`. */
const MIGRATIONS: readonly string[] = [
  SCHEMA,
  'ALTER TABLE links ADD COLUMN password_hash TEXT;',
  // Of rows from before there is none, and they are taken as they are.
  'ALTER TABLE updates ADD COLUMN crc INTEGER; ALTER TABLE checkpoints ADD COLUMN crc INTEGER;',
  'ALTER TABLE documents ADD COLUMN deleted_at INTEGER;',
  // Which rows a checkpoint holds is told by `up_to`: marking each cost most of what the disk had to do.
  'DROP INDEX updates_to_fold; ALTER TABLE updates DROP COLUMN folded;',
];

/** A write that leaves nothing: `BEGIN IMMEDIATE` alone passes on a file that is read-only. */
const TRY_TO_WRITE = `BEGIN IMMEDIATE; PRAGMA user_version = ${MIGRATIONS.length}; ROLLBACK;`;

const nullableNumber = z.number().nullable();
const nullableText = z.string().nullable();
const Bytes = z.instanceof(Uint8Array);
const DocumentRow = z.object({
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: nullableNumber,
});
const DeletedRow = z.object({ deleted_at: z.number() });
const SequenceRow = z.object({ sequence: z.number() });
const CheckpointRow = z.object({ up_to: z.number(), state: Bytes, crc: nullableNumber });
const LogRowShape = z.object({
  sequence: z.number(),
  quarantined: nullableText,
  bytes: Bytes,
  crc: nullableNumber,
});
const HistoryRowShape = LogRowShape.extend({
  received_at: z.number(),
  person: nullableText,
  folded: z.number(),
});
const LinkRowShape = z.object({
  doc_id: z.string(),
  link_id: z.string(),
  role: z.enum(LinkRole.options),
  label: nullableText,
  secret_hash: z.string(),
  password_hash: nullableText,
  created_at: z.number(),
  expires_at: nullableNumber,
  revoked_at: nullableNumber,
  last_used_at: nullableNumber,
});

/** The folder cannot be used; the message is a sentence for whoever runs the server. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/**
 * Opens the database in `folder`, making both if they are not there.
 * Throws StorageUnavailable if the folder cannot be written, is in use by another server, or was
 * written by a newer version.
 */
export function openSqlite(folder: string): Storage {
  try {
    // What people write is nobody else's on this machine either.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StorageUnavailable(`The data folder ${folder} cannot be made.`, { cause });
  }
  const lock = lockFolder(folder);
  try {
    return new SqliteStorage(openDatabase(folder), lock);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Two servers on one file would each miss what the other has in memory. The lock dies with us. */
function lockFolder(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return lock;
  } catch (cause) {
    const busy = lock !== undefined && cause instanceof Error && /locked/.test(cause.message);
    lock?.close();
    throw new StorageUnavailable(
      busy
        ? `The data folder ${folder} is in use by another server.`
        : `The data folder ${folder} cannot be written to.`,
      { cause },
    );
  }
}

function openDatabase(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: BUSY_TIMEOUT_MS });
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;',
  );
  const found = z
    .object({ user_version: z.number() })
    .parse(database.prepare('PRAGMA user_version').get()).user_version;
  if (found > MIGRATIONS.length) {
    database.close();
    throw new StorageUnavailable(
      `The data folder ${folder} was written by a newer version of this server.`,
    );
  }
  MIGRATIONS.slice(found).forEach((migration, index) => {
    const version = found + index + 1;
    database.exec(`BEGIN IMMEDIATE; ${migration} PRAGMA user_version = ${version}; COMMIT;`);
  });
  refuseReadOnly(database, folder);
  return database;
}

/** SQLite opens a file it may not write to for reading only, and would never write to it again. */
function refuseReadOnly(database: DatabaseSync, folder: string): void {
  try {
    database.exec(TRY_TO_WRITE);
  } catch (cause) {
    // Somebody else is writing at this moment: that passes.
    if (codeOf(cause) === BUSY) return;
    database.close();
    throw new StorageUnavailable(`The database in ${folder} cannot be written to.`, { cause });
  }
}

/** Whether the bytes are those that were written, as far as that was noted. */
export function isIntact(bytes: Uint8Array, crc: number | null): boolean {
  return crc === null || crc32(bytes) === crc;
}

/** SQLite's codes for a file that is not as it must be: SQLITE_CORRUPT and SQLITE_NOTADB. */
const CORRUPTION: ReadonlySet<number> = new Set([11, 26]);
const BUSY = 5;

function isCorruption(error: unknown): boolean {
  return error instanceof z.ZodError || CORRUPTION.has(codeOf(error) ?? 0);
}

/** SQLite's code of an error, or null if it is none of SQLite's. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  // The low byte; the rest says more closely what kind.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

class SqliteStorage implements Storage {
  private readonly database: DatabaseSync;
  private readonly lock: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, lock: DatabaseSync) {
    this.database = database;
    this.lock = lock;
  }

  async createDocument(docId: string, at: number): Promise<boolean> {
    const { changes } = this.run(
      'INSERT OR IGNORE INTO documents (doc_id, created_at, updated_at) VALUES (?, ?, ?)',
      docId,
      at,
      at,
    );
    return Number(changes) === 1;
  }

  async findDocument(docId: string): Promise<StoredDocument | null> {
    const row = this.statement('SELECT * FROM documents WHERE doc_id = ?').get(docId);
    if (row === undefined) return null;
    const { created_at, updated_at, deleted_at } = DocumentRow.parse(row);
    const { bytes } = z.object({ bytes: z.number() }).parse(
      this.statement(
        `SELECT
           COALESCE((SELECT SUM(LENGTH(state)) FROM checkpoints WHERE name IN (?1, ?1 || '.discussion')), 0)
         + COALESCE((SELECT SUM(LENGTH(bytes)) FROM updates LEFT JOIN checkpoints USING (name)
                     WHERE name IN (?1, ?1 || '.discussion') AND sequence > COALESCE(up_to, 0)), 0)
         AS bytes`,
      ).get(docId),
    );
    return { docId, createdAt: created_at, updatedAt: updated_at, bytes, deletedAt: deleted_at };
  }

  async deleteDocument(docId: string, at: number): Promise<number> {
    // What was written is overwritten, in the file and in what was to go into it, not just let go of.
    this.database.exec('PRAGMA secure_delete = ON');
    try {
      return this.removeAll(docId, at);
    } finally {
      this.database.exec('PRAGMA secure_delete = OFF; PRAGMA wal_checkpoint(TRUNCATE);');
    }
  }

  private removeAll(docId: string, at: number): number {
    return this.transaction(() => {
      for (const table of ['updates', 'checkpoints']) {
        this.run(`DELETE FROM ${table} WHERE name IN (?1, ?1 || '.discussion')`, docId);
      }
      this.run('DELETE FROM links WHERE doc_id = ?', docId);
      const row = this.statement(
        `INSERT INTO documents (doc_id, created_at, updated_at, deleted_at) VALUES (?1, ?2, ?2, ?2)
         ON CONFLICT (doc_id) DO UPDATE SET deleted_at = COALESCE(deleted_at, excluded.deleted_at)
         RETURNING deleted_at`,
      ).get(docId, at);
      return DeletedRow.parse(row).deleted_at;
    });
  }

  async append(updates: readonly NewUpdate[]): Promise<number[]> {
    return this.transaction(() => {
      const changed = new Map<string, number>();
      const sequences = updates.map((update) => {
        const inserted = this.statement(
          `INSERT INTO updates (name, sequence, received_at, person, bytes, crc)
           SELECT ?1, COALESCE(MAX(sequence), 0) + 1, ?2, ?3, ?4, ?5 FROM updates WHERE name = ?1
           RETURNING sequence`,
        ).get(update.name, update.receivedAt, update.person, update.bytes, crc32(update.bytes));
        changed.set(update.docId, update.receivedAt);
        return SequenceRow.parse(inserted).sequence;
      });
      for (const [docId, at] of changed) {
        this.run('UPDATE documents SET updated_at = ? WHERE doc_id = ?', at, docId);
      }
      return sequences;
    });
  }

  async loadLog(name: string): Promise<StoredLog> {
    try {
      return this.readLog(name);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw new StorageDamaged(`the log of ${name} cannot be read`, { cause: error });
    }
  }

  private readLog(name: string): StoredLog {
    const found = this.statement('SELECT up_to, state, crc FROM checkpoints WHERE name = ?').get(
      name,
    );
    const checkpoint = found === undefined ? null : CheckpointRow.parse(found);
    if (checkpoint !== null && !isIntact(checkpoint.state, checkpoint.crc)) {
      throw new StorageDamaged(`the checkpoint of ${name} is not what was written`);
    }
    const upTo = checkpoint?.up_to ?? 0;
    const stored = this.statement(
      `SELECT sequence, quarantined, bytes, crc FROM updates
       WHERE name = ? AND sequence > ? ORDER BY sequence`,
    )
      .all(name, upTo)
      .map((row) => LogRowShape.parse(row));
    const rows: LogRow[] = [];
    let lastSequence = upTo;
    for (const row of stored) {
      if (row.sequence !== lastSequence + 1) {
        throw new StorageDamaged(`update ${lastSequence + 1} of ${name} is missing`);
      }
      if (!isIntact(row.bytes, row.crc)) {
        throw new StorageDamaged(`update ${row.sequence} of ${name} is not what was written`);
      }
      lastSequence = row.sequence;
      if (row.quarantined === null) rows.push({ sequence: row.sequence, bytes: row.bytes });
    }
    return {
      checkpoint: checkpoint === null ? null : { upTo, state: checkpoint.state },
      rows,
      lastSequence,
    };
  }

  async compact(name: string, upTo: number, state: Uint8Array, at: number): Promise<void> {
    this.run(
      `INSERT INTO checkpoints (name, up_to, created_at, state, crc) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET
         up_to = excluded.up_to, created_at = excluded.created_at, state = excluded.state,
         crc = excluded.crc
       WHERE excluded.up_to >= up_to`,
      name,
      upTo,
      at,
      state,
      crc32(state),
    );
  }

  async quarantine(name: string, sequence: number, reason: string): Promise<void> {
    this.run(
      'UPDATE updates SET quarantined = ? WHERE name = ? AND sequence = ?',
      reason,
      name,
      sequence,
    );
  }

  async history(name: string): Promise<HistoryRow[]> {
    return this.statement(
      `SELECT sequence, received_at, person, sequence <= COALESCE(up_to, 0) AS folded, quarantined,
         bytes, updates.crc
       FROM updates LEFT JOIN checkpoints USING (name) WHERE name = ? ORDER BY sequence`,
    )
      .all(name)
      .map((row) => {
        const { sequence, received_at, person, folded, quarantined, bytes } =
          HistoryRowShape.parse(row);
        return {
          sequence,
          receivedAt: received_at,
          person,
          folded: folded === 1,
          quarantined,
          bytes,
        };
      });
  }

  async links(docId: string): Promise<StoredLink[]> {
    return this.statement('SELECT * FROM links WHERE doc_id = ? ORDER BY created_at, link_id')
      .all(docId)
      .map((row) => {
        const link = LinkRowShape.parse(row);
        return {
          docId: link.doc_id,
          id: link.link_id,
          role: link.role,
          label: link.label,
          secretHash: link.secret_hash,
          passwordHash: link.password_hash,
          createdAt: link.created_at,
          expiresAt: link.expires_at,
          revokedAt: link.revoked_at,
          lastUsedAt: link.last_used_at,
        };
      });
  }

  async putLink(link: StoredLink): Promise<void> {
    this.run(
      `INSERT INTO links (doc_id, link_id, role, label, secret_hash, password_hash, created_at,
         expires_at, revoked_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (doc_id, link_id) DO UPDATE SET
         role = excluded.role, label = excluded.label, expires_at = excluded.expires_at,
         password_hash = excluded.password_hash,
         revoked_at = COALESCE(revoked_at, excluded.revoked_at)`,
      link.docId,
      link.id,
      link.role,
      link.label,
      link.secretHash,
      link.passwordHash,
      link.createdAt,
      link.expiresAt,
      link.revokedAt,
      link.lastUsedAt,
    );
  }

  async touchLink(docId: string, linkId: string, at: number): Promise<void> {
    this.run(
      'UPDATE links SET last_used_at = ? WHERE doc_id = ? AND link_id = ?',
      at,
      docId,
      linkId,
    );
  }

  async check(): Promise<void> {
    try {
      this.database.exec(TRY_TO_WRITE);
    } finally {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    }
  }

  async close(): Promise<void> {
    this.database.close();
    this.lock.close();
  }

  private statement(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  private run(sql: string, ...values: SQLInputValue[]): { changes: number | bigint } {
    return this.statement(sql).run(...values);
  }

  private transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }
}
