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
import type { DocumentName } from '../../shared/access/document-name.ts';
import { DocId } from '../../shared/access/ids.ts';
import { LinkRole } from '../../shared/access/roles.ts';
import { AccessAction } from '../../shared/protocol/http.ts';
import {
  type Doer,
  type HistoryRow,
  type HistorySize,
  isSameLink,
  type LinkUse,
  LOOKS,
  type LogRow,
  type Look,
  MOST_PUSHES,
  MOST_PUSHES_OF_PERSON,
  type NewUpdate,
  notWritable,
  type Storage,
  StorageDamaged,
  StorageUnavailable,
  type StoredDocument,
  type StoredEvent,
  type StoredLink,
  type StoredLog,
  type StoredPush,
  type WriterSince,
} from './storage.ts';
import type { ThinRow } from './thin-history.ts';

export const DATABASE_FILE = 'driftless.sqlite';
const LOCK_FILE = 'driftless.lock';
/** Waiting blocks the whole process, so a busy file is reported soon and the caller tries again. */
const BUSY_TIMEOUT_MS = 50;
/** Logs of which the last sequence is remembered. */
const MOST_REMEMBERED = 10_000;
/** How far what the file says of when a document was written in may be behind: each time costs a page. */
const TOLD_EVERY_MS = 1_000;

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
  `CREATE TABLE events (
    doc_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    link_id TEXT,
    role TEXT,
    by_link_id TEXT
  ) STRICT;
  CREATE INDEX events_by_document ON events (doc_id);`,
  // A row that was not thinned stands for itself, and how much history there is is summed once.
  `ALTER TABLE updates ADD COLUMN stands_for INTEGER;
  ALTER TABLE updates ADD COLUMN since INTEGER;
  ALTER TABLE checkpoints ADD COLUMN history_bytes INTEGER;
  ALTER TABLE checkpoints ADD COLUMN thinned_at INTEGER;`,
  'ALTER TABLE events ADD COLUMN person TEXT;',
  // Who came to a document before is not known: it counts as used now.
  `ALTER TABLE documents ADD COLUMN used_at INTEGER;
  UPDATE documents SET used_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
  CREATE TABLE looks (since INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;`,
  `ALTER TABLE links ADD COLUMN password_kdf TEXT;
  ALTER TABLE links ADD COLUMN former_password_hashes TEXT;`,
  'ALTER TABLE updates ADD COLUMN is_beginning INTEGER;',
  'ALTER TABLE links ADD COLUMN hides_history INTEGER;',
  `CREATE TABLE person_keys (
    person TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    is_shown INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;`,
  'ALTER TABLE links ADD COLUMN suggests INTEGER;',
  `CREATE TABLE push_subscriptions (
    doc_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    person TEXT NOT NULL,
    link_id TEXT,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (doc_id, endpoint)
  ) STRICT;
  CREATE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);`,
  // What was noted before may be of looks for history alone.
  `CREATE TABLE history_looks (since INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
  DELETE FROM looks;`,
];

/** What `asHistory` reads. */
const HISTORY_ROWS = `SELECT sequence, received_at, since, stands_for, is_beginning, person,
    sequence <= COALESCE(up_to, 0) AS compacted, quarantined, bytes, updates.crc
  FROM updates LEFT JOIN checkpoints USING (name)`;

/** What a row takes on disk beside its bytes. */
const ROW_BYTES = 100;

/** Whether a document `d` has been left alone since a time. */
const IS_ABANDONED = `d.deleted_at IS NULL AND d.created_at < ?1 AND d.updated_at < ?1
  AND COALESCE(d.used_at, 0) < ?1
  AND NOT EXISTS (SELECT 1 FROM links WHERE links.doc_id = d.doc_id AND last_used_at >= ?1)`;

/** All logs of the document `?1`: in a name its id ends with it, or with a `.`, which `/` follows. */
const OF_DOCUMENT = "name >= ?1 AND name < ?1 || '/'";

/** Events kept of one document. */
const MOST_EVENTS = 1_000;
/** People of whom it is noted that they had the owner's link: of them alone, so that they push nothing else out. */
const MOST_OWNERS = 100;
/** Keys of people that nobody was shown: each is a row that anybody can make. */
const MOST_UNSHOWN_KEYS = 100_000;

/** A write that leaves nothing: `BEGIN IMMEDIATE` alone passes on a file that is read-only. */
const TRY_TO_WRITE = `BEGIN IMMEDIATE; PRAGMA user_version = ${MIGRATIONS.length}; ROLLBACK;`;

const nullableNumber = z.number().nullable();
const nullableText = z.string().nullable();
const Bytes = z.instanceof(Uint8Array);
const DocumentRow = z.object({
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: nullableNumber,
  used_at: nullableNumber,
});
const PersonKeyRow = z.object({ public_key: z.string(), is_shown: z.number() });
const WhenDeletedRow = z.object({ deleted_at: nullableNumber });
const LookRow = z.object({ since: z.number(), last: z.number() });
const DocIdRow = z.object({ doc_id: z.string() });
const NameRow = z.object({ name: z.custom<DocumentName>((name) => typeof name === 'string') });
const TimeRow = z.object({ at: z.number() });
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
  since: nullableNumber,
  stands_for: nullableNumber,
  is_beginning: nullableNumber,
  person: nullableText,
  compacted: z.number(),
});
const CompactedRow = z.object({ up_to: z.number(), bytes: nullableNumber });
const GoneRow = z.object({ bytes: z.number(), count: z.number() });
const SumRow = z.object({ bytes: z.number() });
const FoundRow = z.object({ found: z.number() });
const WriterRow = z.object({
  person: nullableText,
  sequence: z.number(),
  received_at: z.number(),
});
const SizeRow = z.object({
  bytes: z.number(),
  state_bytes: z.number(),
  thinned_at: nullableNumber,
});
const EventRowShape = z.object({
  at: z.number(),
  action: z.enum(AccessAction.options),
  link_id: nullableText,
  role: z.enum(LinkRole.options).nullable(),
  by_link_id: nullableText,
  person: nullableText,
});
const PushRow = z.object({
  person: z.string(),
  link_id: nullableText,
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  at: z.number(),
});
const LinkRowShape = z.object({
  doc_id: z.string(),
  link_id: z.string(),
  role: z.enum(LinkRole.options),
  label: nullableText,
  secret_hash: z.string(),
  password_hash: nullableText,
  password_kdf: nullableText,
  /** One after the other, with a blank between two. */
  former_password_hashes: nullableText,
  created_at: z.number(),
  expires_at: nullableNumber,
  revoked_at: nullableNumber,
  last_used_at: nullableNumber,
  hides_history: nullableNumber,
  suggests: nullableNumber,
});

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
    throw new StorageUnavailable(
      `The data folder ${folder} cannot be made. Make it, or set DATA_DIR to another folder.`,
      { cause },
    );
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
        ? `The data folder ${folder} is in use by another server. Stop that one, or set DATA_DIR to another folder.`
        : notWritable(folder),
      { cause },
    );
  }
}

function openDatabase(folder: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: BUSY_TIMEOUT_MS });
    bringUpToDate(database, folder);
    return database;
  } catch (cause) {
    database?.close();
    const obstacle = obstacleIn(cause);
    if (obstacle === null) throw cause;
    throw new StorageUnavailable(`The database in ${folder} ${obstacle}`, { cause });
  }
}

function bringUpToDate(database: DatabaseSync, folder: string): void {
  database.exec(
    // What is removed or replaced is overwritten in the file, not just let go of.
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON;',
  );
  const found = z
    .object({ user_version: z.number() })
    .parse(database.prepare('PRAGMA user_version').get()).user_version;
  if (found > MIGRATIONS.length) {
    throw new StorageUnavailable(
      `The data folder ${folder} was written by a newer version of this server. Start that version, or set DATA_DIR to a backup from before it.`,
    );
  }
  MIGRATIONS.slice(found).forEach((migration, index) => {
    const version = found + index + 1;
    database.exec(`BEGIN IMMEDIATE; ${migration} PRAGMA user_version = ${version}; COMMIT;`);
  });
  refuseReadOnly(database);
}

/** SQLite opens a file it may not write to for reading only, and would never write to it again. */
function refuseReadOnly(database: DatabaseSync): void {
  try {
    database.exec(TRY_TO_WRITE);
  } catch (cause) {
    // Somebody else is writing at this moment: that passes.
    if (codeOf(cause) !== BUSY) throw cause;
  }
}

/** What hinders the start, to be said of the database; null if it is nothing that SQLite says. */
function obstacleIn(error: unknown): string | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (CORRUPTION.has(code)) return 'is damaged. npm run doctor tells what can be saved of it.';
  if (READ_ONLY.has(code))
    return 'cannot be written to. Let the user who runs this server write there.';
  if (code === BUSY) return 'is locked by another program. End that, and start again.';
  if (code === FULL) return 'has no room on its disk. Make room, and start again.';
  return `cannot be used: ${String(error)}.`;
}

/** Whether the bytes are those that were written, as far as that was noted. */
export function isIntact(bytes: Uint8Array, crc: number | null): boolean {
  return crc === null || crc32(bytes) === crc;
}

declare module 'node:sqlite' {
  interface StatementSync {
    /** In Node since 26, and not yet in its types. */
    close(): void;
  }
}

/** From here on, to write a value takes far longer than to prepare its statement anew. */
const LARGE_BYTES = 64 * 1024;

function isLarge(value: SQLInputValue): boolean {
  return ArrayBuffer.isView(value) && value.byteLength >= LARGE_BYTES;
}

/** SQLite's codes for a file that is not as it must be: SQLITE_CORRUPT and SQLITE_NOTADB. */
const CORRUPTION: ReadonlySet<number> = new Set([11, 26]);
/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN. */
const READ_ONLY: ReadonlySet<number> = new Set([3, 8, 14]);
const [BUSY, FULL] = [5, 13];

function isCorruption(error: unknown): boolean {
  return error instanceof z.ZodError || CORRUPTION.has(codeOf(error) ?? 0);
}

/** SQLite's code of an error, or null if it is none of SQLite's. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  // The low byte; the rest says more closely what kind.
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}

function asHistory(row: unknown): HistoryRow {
  const parsed = HistoryRowShape.parse(row);
  const { sequence, received_at, since, stands_for, person, compacted, quarantined, bytes, crc } =
    parsed;
  return {
    sequence,
    receivedAt: received_at,
    since: since ?? received_at,
    standsFor: stands_for ?? 1,
    person,
    isBeginning: parsed.is_beginning === 1,
    compacted: compacted === 1,
    quarantined,
    isDamaged: !isIntact(bytes, crc),
    bytes,
  };
}

function asLink(docId: DocId, row: unknown): StoredLink {
  const link = LinkRowShape.parse(row);
  return {
    docId,
    id: link.link_id,
    role: link.role,
    label: link.label,
    secretHash: link.secret_hash,
    passwordHash: link.password_hash,
    passwordKdf: link.password_kdf,
    hidesHistory: link.hides_history === 1,
    // Of links from before it was a question it is not noted.
    suggests: link.suggests !== 0,
    formerPasswordHashes: link.former_password_hashes?.split(' ') ?? [],
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    revokedAt: link.revoked_at,
    lastUsedAt: link.last_used_at,
  };
}

class SqliteStorage implements Storage {
  readonly isShared = false;
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Of logs that were appended to not long ago: nobody else writes here. */
  readonly #lastSequences = new Map<DocumentName, number>();
  /** When something was appended to documents not long ago, and when the file was told of it. */
  readonly #written = new Map<DocId, { at: number; toldAt: number }>();

  constructor(database: DatabaseSync, lock: DatabaseSync) {
    this.#database = database;
    this.#lock = lock;
  }

  async createDocument(docId: DocId, at: number): Promise<boolean> {
    const { changes } = this.#run(
      `INSERT OR IGNORE INTO documents (doc_id, created_at, updated_at, used_at)
       VALUES (?1, ?2, ?2, ?2)`,
      docId,
      at,
    );
    return Number(changes) === 1;
  }

  async findDocument(docId: DocId): Promise<StoredDocument | null> {
    const row = this.#statement('SELECT * FROM documents WHERE doc_id = ?').get(docId);
    if (row === undefined) return null;
    const { created_at, updated_at, deleted_at, used_at } = DocumentRow.parse(row);
    return {
      docId,
      createdAt: created_at,
      updatedAt: this.#written.get(docId)?.at ?? updated_at,
      deletedAt: deleted_at,
      usedAt: used_at ?? created_at,
    };
  }

  async sizeOf(docId: DocId): Promise<number> {
    return this.#namesOf(docId).reduce((sum, name) => sum + this.#sizeOfLog(name), 0);
  }

  /** Only rows after the checkpoint are looked at: the index leads there. */
  #sizeOfLog(name: DocumentName): number {
    const row = this.#statement(
      `SELECT COALESCE((SELECT LENGTH(state) FROM checkpoints WHERE name = ?1), 0)
         + COALESCE((SELECT SUM(LENGTH(bytes)) FROM updates WHERE name = ?1
             AND sequence > COALESCE((SELECT up_to FROM checkpoints WHERE name = ?1), 0)), 0)
       AS bytes`,
    ).get(name);
    return SumRow.parse(row).bytes;
  }

  async namesOf(docId: DocId): Promise<DocumentName[]> {
    return this.#namesOf(docId);
  }

  /** The index leads from name to name: a log may have any number of rows. */
  #namesOf(docId: DocId): DocumentName[] {
    return this.#statement(
      `WITH RECURSIVE
         first AS (SELECT MIN(name) AS name FROM (
           SELECT MIN(name) AS name FROM updates WHERE ${OF_DOCUMENT}
           UNION ALL SELECT MIN(name) FROM checkpoints WHERE ${OF_DOCUMENT})),
         found AS (
           SELECT name FROM first WHERE name IS NOT NULL
           UNION ALL
           SELECT (SELECT MIN(next) FROM (
             SELECT MIN(u.name) AS next FROM updates u WHERE u.name > found.name AND u.name < ?1 || '/'
             UNION ALL
             SELECT MIN(c.name) FROM checkpoints c WHERE c.name > found.name AND c.name < ?1 || '/'))
           FROM found WHERE found.name IS NOT NULL)
       SELECT name FROM found WHERE name IS NOT NULL`,
    )
      .all(docId)
      .map((row) => NameRow.parse(row).name);
  }

  async hasLog(name: DocumentName): Promise<boolean> {
    const row = this.#statement(
      `SELECT EXISTS(SELECT 1 FROM checkpoints WHERE name = ?1)
         OR EXISTS(SELECT 1 FROM updates WHERE name = ?1) AS found`,
    ).get(name);
    return FoundRow.parse(row).found === 1;
  }

  async deleteDocument(docId: DocId, at: number, by?: Doer): Promise<number> {
    try {
      return this.#removeAll(docId, at, by);
    } finally {
      // What was to go into the file is still beside it.
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE);');
    }
  }

  #removeAll(docId: DocId, at: number, by?: Doer): number {
    return this.#transaction(() => {
      const found = this.#statement('SELECT deleted_at FROM documents WHERE doc_id = ?').get(docId);
      const before = found === undefined ? null : WhenDeletedRow.parse(found).deleted_at;
      if (before !== null) return before;
      this.#removeContents(docId);
      this.#run(
        `INSERT INTO documents (doc_id, created_at, updated_at, deleted_at) VALUES (?1, ?2, ?2, ?2)
         ON CONFLICT (doc_id) DO UPDATE SET deleted_at = excluded.deleted_at`,
        docId,
        at,
      );
      if (by !== undefined) {
        const { linkId: byLinkId, person } = by;
        const what = { action: 'document-deleted', linkId: null, role: null } as const;
        this.#addEvents(docId, [{ at, ...what, byLinkId, person }]);
      }
      return at;
    });
  }

  #removeContents(docId: DocId): void {
    this.#forgetLast();
    for (const table of ['updates', 'checkpoints']) {
      this.#run(`DELETE FROM ${table} WHERE ${OF_DOCUMENT}`, docId);
    }
    for (const table of ['links', 'events', 'push_subscriptions']) {
      this.#run(`DELETE FROM ${table} WHERE doc_id = ?`, docId);
    }
  }

  async touchDocument(docId: DocId, at: number): Promise<void> {
    this.#run('UPDATE documents SET used_at = ? WHERE doc_id = ?', at, docId);
  }

  async noteLook(what: Look, at: number, mostGap: number): Promise<number> {
    const table = LOOKS[what];
    return this.#transaction(() => {
      const row = this.#statement(`SELECT since, last FROM ${table}`).get();
      const before = row === undefined ? null : LookRow.parse(row);
      const goesOn = before !== null && at >= before.last && at - before.last <= mostGap;
      const since = goesOn ? before.since : at;
      this.#run(`DELETE FROM ${table}`);
      this.#run(`INSERT INTO ${table} (since, last) VALUES (?, ?)`, since, at);
      return since;
    });
  }

  async abandoned(since: number, most: number): Promise<DocId[]> {
    return this.#statement(`SELECT doc_id FROM documents AS d WHERE ${IS_ABANDONED} LIMIT ?2`)
      .all(since, most)
      .map((row) => DocId.parse(DocIdRow.parse(row).doc_id));
  }

  async removeAbandoned(docId: DocId, since: number): Promise<boolean> {
    return this.#transaction(() => {
      const { changes } = this.#run(
        `DELETE FROM documents WHERE doc_id = ?2
           AND doc_id IN (SELECT doc_id FROM documents AS d WHERE ${IS_ABANDONED})`,
        since,
        docId,
      );
      if (Number(changes) === 0) return false;
      this.#removeContents(docId);
      return true;
    });
  }

  async append(updates: readonly NewUpdate[]): Promise<number[]> {
    if (this.#lastSequences.size > MOST_REMEMBERED) this.#forgetLast();
    const last = new Map<DocumentName, number>();
    const written = new Map(updates.map(({ docId, receivedAt: at }) => [docId, at]));
    const told = new Map([...written].filter(([docId, at]) => this.#isToBeTold(docId, at)));
    try {
      const sequences = this.#transaction(() => {
        for (const [docId, at] of told) {
          this.#run('UPDATE documents SET updated_at = ? WHERE doc_id = ?', at, docId);
        }
        return this.#insert(updates, last);
      });
      for (const [name, sequence] of last) this.#lastSequences.set(name, sequence);
      for (const [docId, at] of written) {
        const toldAt = told.get(docId) ?? this.#written.get(docId)?.toldAt ?? at;
        this.#written.set(docId, { at, toldAt });
      }
      return sequences;
    } catch (error) {
      // Whatever went wrong, the next try asks the file.
      this.#forgetLast();
      throw error;
    }
  }

  #isToBeTold(docId: DocId, at: number): boolean {
    const before = this.#written.get(docId);
    return before === undefined || Math.abs(at - before.toldAt) >= TOLD_EVERY_MS;
  }

  #forgetLast(): void {
    this.#lastSequences.clear();
    this.#written.clear();
  }

  /** `last`: is told the last sequence of each log. */
  #insert(updates: readonly NewUpdate[], last: Map<DocumentName, number>): number[] {
    return updates.map(({ name, receivedAt, person, bytes }) => {
      const sequence = (last.get(name) ?? this.#lastSequence(name)) + 1;
      this.#run(
        `INSERT INTO updates (name, sequence, received_at, person, bytes, crc)
         VALUES (?, ?, ?, ?, ?, ?)`,
        name,
        sequence,
        receivedAt,
        person,
        bytes,
        crc32(bytes),
      );
      last.set(name, sequence);
      return sequence;
    });
  }

  #lastSequence(name: DocumentName): number {
    const known = this.#lastSequences.get(name);
    if (known !== undefined) return known;
    const row = this.#statement(
      'SELECT COALESCE(MAX(sequence), 0) AS sequence FROM updates WHERE name = ?',
    ).get(name);
    return SequenceRow.parse(row).sequence;
  }

  async loadLog(name: DocumentName): Promise<StoredLog> {
    try {
      return this.#readLog(name);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw new StorageDamaged(`the log of ${name} cannot be read`, { cause: error });
    }
  }

  async loadCheckpoint(name: DocumentName): Promise<StoredLog['checkpoint']> {
    try {
      return this.#readCheckpoint(name);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw new StorageDamaged(`the checkpoint of ${name} cannot be read`, { cause: error });
    }
  }

  #readCheckpoint(name: DocumentName): StoredLog['checkpoint'] {
    const found = this.#statement('SELECT up_to, state, crc FROM checkpoints WHERE name = ?').get(
      name,
    );
    const checkpoint = found === undefined ? null : CheckpointRow.parse(found);
    if (checkpoint !== null && !isIntact(checkpoint.state, checkpoint.crc)) {
      throw new StorageDamaged(`the checkpoint of ${name} is not what was written`);
    }
    return checkpoint && { upTo: checkpoint.up_to, state: checkpoint.state };
  }

  #readLog(name: DocumentName): StoredLog {
    const checkpoint = this.#readCheckpoint(name);
    const upTo = checkpoint?.upTo ?? 0;
    const stored = this.#statement(
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
      checkpoint,
      rows,
      lastSequence,
    };
  }

  async compact(name: DocumentName, upTo: number, state: Uint8Array, at: number): Promise<void> {
    this.#transaction(() => {
      const found = this.#statement(
        'SELECT up_to, history_bytes AS bytes FROM checkpoints WHERE name = ?',
      ).get(name);
      const before = CompactedRow.parse(found ?? { up_to: 0, bytes: 0 });
      if (before.up_to > upTo) return;
      const known = before.bytes === null ? 0 : before.up_to;
      const bytes = (before.bytes ?? 0) + this.#historyBytes(name, known, upTo);
      this.#run(
        `INSERT INTO checkpoints (name, up_to, created_at, state, crc, history_bytes)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET
           up_to = excluded.up_to, created_at = excluded.created_at, state = excluded.state,
           crc = excluded.crc, history_bytes = excluded.history_bytes`,
        name,
        upTo,
        at,
        state,
        crc32(state),
        bytes,
      );
    });
  }

  #historyBytes(name: DocumentName, after: number, upTo: number): number {
    const row = this.#statement(
      `SELECT COALESCE(SUM(LENGTH(bytes) + ${ROW_BYTES}), 0) AS bytes FROM updates
       WHERE name = ? AND sequence > ? AND sequence <= ?`,
    ).get(name, after, upTo);
    return SumRow.parse(row).bytes;
  }

  async quarantine(name: DocumentName, sequence: number, reason: string): Promise<void> {
    this.#run(
      'UPDATE updates SET quarantined = ? WHERE name = ? AND sequence = ?',
      reason,
      name,
      sequence,
    );
  }

  async history(name: DocumentName): Promise<HistoryRow[]> {
    return this.#statement(`${HISTORY_ROWS} WHERE name = ? ORDER BY sequence`)
      .all(name)
      .map(asHistory);
  }

  async historySize(name: DocumentName): Promise<HistorySize | null> {
    const row = this.#statement(
      `SELECT COALESCE(history_bytes, 0) AS bytes, LENGTH(state) AS state_bytes, thinned_at
       FROM checkpoints WHERE name = ?`,
    ).get(name);
    if (row === undefined) return null;
    const { bytes, state_bytes, thinned_at } = SizeRow.parse(row);
    return { bytes, stateBytes: state_bytes, thinnedAt: thinned_at ?? 0 };
  }

  async historyPart(
    name: DocumentName,
    after: number,
    mostBytes: number,
    which: 'all' | 'compacted' = 'compacted',
    mostRows = Number.MAX_SAFE_INTEGER,
  ): Promise<HistoryRow[]> {
    const rows: HistoryRow[] = [];
    let bytes = 0;
    const found = this.#statement(
      `${HISTORY_ROWS} WHERE name = ?1 AND sequence > ?2
         ${which === 'compacted' ? 'AND sequence <= up_to' : ''} ORDER BY sequence LIMIT ?3`,
    ).iterate(name, after, mostRows);
    for (const row of found) {
      const next = asHistory(row);
      bytes += next.bytes.length;
      if (rows.length > 0 && bytes > mostBytes) break;
      rows.push(next);
    }
    return rows;
  }

  async writersSince(name: DocumentName, after: number): Promise<WriterSince[]> {
    return this.#statement(
      `SELECT person, MAX(sequence) AS sequence, MAX(received_at) AS received_at FROM updates
       WHERE name = ? AND sequence > ? AND quarantined IS NULL GROUP BY person`,
    )
      .all(name, after)
      .map((row) => {
        const { person, sequence, received_at } = WriterRow.parse(row);
        return { person, sequence, receivedAt: received_at };
      });
  }

  async thinHistory(name: DocumentName, thinned: readonly ThinRow[]): Promise<void> {
    this.#transaction(() => {
      const before = this.#statement(
        'SELECT up_to, history_bytes AS bytes FROM checkpoints WHERE name = ?',
      ).get(name);
      const { up_to: upTo, bytes } = CompactedRow.parse(before);
      let won = 0;
      for (const { replaces, row } of thinned) {
        let count = 0;
        for (const sequence of replaces) {
          const gone = this.#statement(
            `DELETE FROM updates WHERE name = ? AND sequence = ? AND sequence <= ?
             RETURNING LENGTH(bytes) + ${ROW_BYTES} AS bytes, COALESCE(stands_for, 1) AS count`,
          ).get(name, sequence, upTo);
          const { bytes: had, count: stood } = GoneRow.parse(gone);
          won += had;
          count += stood;
        }
        if (count !== row.standsFor) throw new Error(`rows of ${name} would be lost`);
        won -= row.bytes.length + ROW_BYTES;
        this.#run(
          `INSERT INTO updates
             (name, sequence, received_at, since, stands_for, is_beginning, person, bytes, crc)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          name,
          row.sequence,
          row.receivedAt,
          row.since,
          row.standsFor,
          row.isBeginning ? 1 : null,
          row.person,
          row.bytes,
          crc32(row.bytes),
        );
      }
      const left = bytes === null ? null : Math.max(0, bytes - won);
      this.#run('UPDATE checkpoints SET history_bytes = ? WHERE name = ?', left, name);
    });
  }

  async olderThan(
    before: number,
    after: string,
    most: number,
  ): Promise<{ names: DocumentName[]; next: string | null }> {
    // Of each log the index leads to the first row that is no beginning.
    const found = this.#statement(
      'SELECT doc_id FROM documents WHERE doc_id > ? AND deleted_at IS NULL ORDER BY doc_id LIMIT ?',
    )
      .all(after, most)
      .map((row) => DocId.parse(DocIdRow.parse(row).doc_id));
    const oldest = this.#statement(
      `SELECT received_at AS at FROM updates WHERE name = ? AND is_beginning IS NULL
       ORDER BY sequence LIMIT 1`,
    );
    const names = found
      .flatMap((docId) => this.#namesOf(docId))
      .filter((name) => {
        const row = oldest.get(name);
        return row !== undefined && TimeRow.parse(row).at < before;
      });
    return { names, next: found.length < most ? null : found.at(-1)! };
  }

  async noteThinned(name: DocumentName, at: number): Promise<void> {
    this.#run('UPDATE checkpoints SET thinned_at = ? WHERE name = ?', at, name);
  }

  async links(docId: DocId): Promise<StoredLink[]> {
    return this.#statement('SELECT * FROM links WHERE doc_id = ? ORDER BY created_at, link_id')
      .all(docId)
      .map((row) => asLink(docId, row));
  }

  async linksFor(docId: DocId, hash: string): Promise<StoredLink[]> {
    return this.#statement(
      `SELECT * FROM links WHERE doc_id = ?1
         AND (revoked_at IS NULL OR secret_hash = ?2 OR password_hash = ?2)
       ORDER BY created_at, link_id`,
    )
      .all(docId, hash)
      .map((row) => asLink(docId, row));
  }

  async forgetRevoked(docId: DocId, most: number): Promise<number> {
    const { changes } = this.#run(
      `DELETE FROM links WHERE doc_id = ?1 AND link_id IN (
         SELECT link_id FROM links WHERE doc_id = ?1 AND revoked_at IS NOT NULL
         ORDER BY revoked_at DESC, rowid DESC LIMIT -1 OFFSET ?2)`,
      docId,
      most,
    );
    return Number(changes);
  }

  async putLink(link: StoredLink): Promise<boolean> {
    return this.#putLink(link);
  }

  async changeLink(link: StoredLink, before: StoredLink): Promise<boolean> {
    return this.#transaction(() => {
      const row = this.#statement('SELECT * FROM links WHERE doc_id = ? AND link_id = ?').get(
        link.docId,
        link.id,
      );
      if (row === undefined || !isSameLink(asLink(link.docId, row), before)) return false;
      return this.#putLink(link);
    });
  }

  #putLink(link: StoredLink): boolean {
    const { changes } = this.#run(
      `INSERT INTO links (doc_id, link_id, role, label, secret_hash, password_hash, password_kdf,
         former_password_hashes, hides_history, suggests, created_at, expires_at, revoked_at, last_used_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
       WHERE NOT EXISTS (SELECT 1 FROM documents WHERE doc_id = ?1 AND deleted_at IS NOT NULL)
       ON CONFLICT (doc_id, link_id) DO UPDATE SET
         role = excluded.role, label = excluded.label, expires_at = excluded.expires_at,
         password_hash = excluded.password_hash, password_kdf = excluded.password_kdf,
         former_password_hashes = excluded.former_password_hashes,
         hides_history = excluded.hides_history, suggests = excluded.suggests,
         revoked_at = COALESCE(revoked_at, excluded.revoked_at)`,
      link.docId,
      link.id,
      link.role,
      link.label,
      link.secretHash,
      link.passwordHash,
      link.passwordKdf,
      link.formerPasswordHashes.length === 0 ? null : link.formerPasswordHashes.join(' '),
      link.hidesHistory ? 1 : null,
      link.suggests ? null : 0,
      link.createdAt,
      link.expiresAt,
      link.revokedAt,
      link.lastUsedAt,
    );
    return Number(changes) === 1;
  }

  async noteEvents(docId: DocId, events: readonly StoredEvent[]): Promise<void> {
    this.#transaction(() => this.#addEvents(docId, events));
  }

  #addEvents(docId: DocId, events: readonly StoredEvent[]): void {
    for (const { at, action, linkId, role, byLinkId, person } of events) {
      this.#run(
        `INSERT INTO events (doc_id, at, action, link_id, role, by_link_id, person)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        docId,
        at,
        action,
        linkId,
        role,
        byLinkId,
        person,
      );
    }
    this.#run(
      `DELETE FROM events WHERE doc_id = ?1 AND rowid <=
         (SELECT rowid FROM events WHERE doc_id = ?1 ORDER BY rowid DESC LIMIT 1 OFFSET ?2)`,
      docId,
      MOST_EVENTS,
    );
  }

  async noteOwner(docId: DocId, person: string, at: number): Promise<void> {
    this.#run(
      `INSERT INTO events (doc_id, at, action, person) SELECT ?1, ?3, 'owner-came', ?2
       WHERE NOT EXISTS (SELECT 1 FROM events WHERE doc_id = ?1 AND person = ?2
         AND action IN ('document-made', 'owner-came'))
       AND ?4 > (SELECT COUNT(*) FROM events WHERE doc_id = ?1 AND action = 'owner-came')`,
      docId,
      person,
      at,
      MOST_OWNERS,
    );
  }

  async pinPersonKey(
    person: string,
    publicKey: string,
    isShown: boolean,
    at: number,
  ): Promise<string | null> {
    const pinned = this.#statement('SELECT public_key, is_shown FROM person_keys WHERE person = ?')
      .all(person)
      .map((row) => PersonKeyRow.parse(row))[0];
    if (pinned !== undefined && (pinned.is_shown === 1 || !isShown)) return pinned.public_key;
    this.#run(
      `INSERT INTO person_keys (person, public_key, is_shown, at) SELECT ?1, ?2, ?3, ?4
       WHERE ?3 = 1 OR ?5 > (SELECT COUNT(*) FROM person_keys WHERE is_shown = 0)
       ON CONFLICT (person) DO UPDATE SET public_key = ?2, is_shown = ?3, at = ?4`,
      person,
      publicKey,
      isShown ? 1 : 0,
      at,
      MOST_UNSHOWN_KEYS,
    );
    return isShown ||
      this.#statement('SELECT 1 FROM person_keys WHERE person = ?').all(person).length > 0
      ? publicKey
      : null;
  }

  async events(docId: DocId): Promise<StoredEvent[]> {
    return this.#statement('SELECT * FROM events WHERE doc_id = ? ORDER BY rowid DESC')
      .all(docId)
      .map((row) => {
        const { at, action, link_id, role, by_link_id, person } = EventRowShape.parse(row);
        return { at, action, linkId: link_id, role, byLinkId: by_link_id, person };
      });
  }

  async touchLinks(uses: readonly LinkUse[]): Promise<void> {
    const change = 'UPDATE links SET last_used_at = ? WHERE doc_id = ? AND link_id = ?';
    this.#transaction(() => {
      for (const { docId, linkId, at } of uses) this.#run(change, at, docId, linkId);
    });
  }

  async putPush(push: StoredPush): Promise<'stored' | 'full' | 'gone'> {
    const { docId, person, linkId, endpoint, p256dh, auth, at } = push;
    return this.#transaction(() => {
      const found = this.#statement(
        'SELECT 1 FROM documents WHERE doc_id = ? AND deleted_at IS NULL',
      ).get(docId);
      if (found === undefined) return 'gone';
      // A browser is one person's.
      this.#run(
        'DELETE FROM push_subscriptions WHERE endpoint = ? AND person <> ?',
        endpoint,
        person,
      );
      this.#run(
        `DELETE FROM push_subscriptions WHERE doc_id = ?1 AND endpoint IN (
           SELECT endpoint FROM push_subscriptions
           WHERE doc_id = ?1 AND person = ?2 AND endpoint <> ?3
           ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?4)`,
        docId,
        person,
        endpoint,
        MOST_PUSHES_OF_PERSON - 1,
      );
      const { changes } = this.#run(
        `INSERT INTO push_subscriptions (doc_id, endpoint, person, link_id, p256dh, auth, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?8 > (
           SELECT COUNT(*) + COUNT(*) FILTER (WHERE link_id IS ?4)
           FROM push_subscriptions WHERE doc_id = ?1 AND endpoint <> ?2)
         ON CONFLICT (doc_id, endpoint) DO UPDATE SET
           link_id = ?4, p256dh = ?5, auth = ?6, at = ?7`,
        docId,
        endpoint,
        person,
        linkId,
        p256dh,
        auth,
        at,
        MOST_PUSHES,
      );
      return Number(changes) === 0 ? 'full' : 'stored';
    });
  }

  async pushesOf(docId: DocId, people: readonly string[]): Promise<StoredPush[]> {
    return this.#statement(
      `SELECT * FROM push_subscriptions WHERE doc_id = ?
         AND person IN (SELECT value FROM json_each(?))`,
    )
      .all(docId, JSON.stringify(people))
      .map((row) => {
        const { link_id, ...rest } = PushRow.parse(row);
        return { docId, linkId: link_id, ...rest };
      });
  }

  async forgetPushes(
    endpoint: string,
    { docId, person }: { docId?: DocId; person?: string },
  ): Promise<void> {
    this.#run(
      `DELETE FROM push_subscriptions WHERE endpoint = ?1 AND doc_id = COALESCE(?2, doc_id)
         AND person = COALESCE(?3, person)`,
      endpoint,
      docId ?? null,
      person ?? null,
    );
  }

  async check(): Promise<void> {
    try {
      this.#database.exec(TRY_TO_WRITE);
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }

  async close(): Promise<void> {
    this.#database.close();
    this.#lock.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]): { changes: number | bigint } {
    const statement = this.#statement(sql);
    try {
      return statement.run(...values);
    } finally {
      // It keeps a copy of what it was given until it is given something else, which may be never.
      if (values.some(isLarge)) {
        this.#statements.delete(sql);
        statement.close();
      }
    }
  }

  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
