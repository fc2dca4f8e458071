/**
 * What the tables of a shared store look like, and how an older database becomes a newer one.
 *
 * Invariant: migrations are numbered and only go forward, one node at a time does them, all of
 * them or none; and a database is refused only where this release would misread it.
 */
import type { Asked, Transacting } from './postgres-connections.ts';
import { StorageUnavailable } from './storage.ts';

interface Migration {
  readonly sql: string;
  /** Releases from before would read or write it wrongly, so they may not start on it any more. */
  readonly breaksOlder?: true;
}

/** What brings a database from each version to the next one. */
export const MIGRATIONS: readonly Migration[] = [
  {
    sql: `
  CREATE TABLE documents (
    doc_id TEXT COLLATE "C" PRIMARY KEY,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT,
    used_at BIGINT NOT NULL,
    -- Another one after each change of who may get at the document.
    access_version BIGINT NOT NULL DEFAULT 0
  );
  -- How far each log is. Its row is locked by whoever appends, so sequences are given in the order of
  -- commits and have no holes. Of a document that was deleted it stays, and takes nothing more.
  CREATE TABLE logs (
    name TEXT PRIMARY KEY,
    doc_id TEXT NOT NULL,
    last_sequence BIGINT NOT NULL,
    written_at BIGINT NOT NULL,
    is_gone BOOLEAN NOT NULL DEFAULT FALSE
  ) WITH (fillfactor = 50);
  CREATE TABLE updates (
    name TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    since BIGINT,
    stands_for BIGINT,
    is_beginning BOOLEAN NOT NULL DEFAULT FALSE,
    person TEXT,
    quarantined TEXT,
    bytes BYTEA NOT NULL,
    crc BIGINT,
    PRIMARY KEY (name, sequence)
  );
  CREATE TABLE checkpoints (
    name TEXT PRIMARY KEY,
    up_to BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    state BYTEA NOT NULL,
    crc BIGINT,
    history_bytes BIGINT NOT NULL DEFAULT 0,
    thinned_at BIGINT
  );
  -- They are dense already: to try to make them smaller costs more than it saves.
  ALTER TABLE updates ALTER COLUMN bytes SET STORAGE EXTERNAL;
  ALTER TABLE checkpoints ALTER COLUMN state SET STORAGE EXTERNAL;
  CREATE TABLE links (
    doc_id TEXT NOT NULL,
    link_id TEXT COLLATE "C" NOT NULL,
    role TEXT NOT NULL,
    label TEXT,
    secret_hash TEXT NOT NULL,
    password_hash TEXT,
    password_kdf TEXT,
    former_password_hashes TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    last_used_at BIGINT,
    place BIGINT GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (doc_id, link_id)
  );
  CREATE TABLE events (
    place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    doc_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    link_id TEXT,
    role TEXT,
    by_link_id TEXT,
    person TEXT
  );
  CREATE INDEX events_by_document ON events (doc_id, place);
  CREATE TABLE looks (since BIGINT NOT NULL, last BIGINT NOT NULL);
  -- The last batch of each node that was stored: whoever did not hear the answer asks here.
  CREATE TABLE nodes (
    node_id TEXT PRIMARY KEY,
    last_batch BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
  ) WITH (fillfactor = 50);
`,
  },
  { sql: 'ALTER TABLE links ADD COLUMN hides_history BOOLEAN NOT NULL DEFAULT FALSE' },
  {
    sql: `CREATE TABLE person_keys (
    person TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    is_shown BOOLEAN NOT NULL,
    at BIGINT NOT NULL
  );`,
  },
  {
    sql: `
  CREATE TABLE attachments (
    doc_id TEXT COLLATE "C" NOT NULL,
    sha256 TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (doc_id, sha256)
  );
  CREATE TABLE attachment_pieces (
    doc_id TEXT COLLATE "C" NOT NULL,
    sha256 TEXT COLLATE "C" NOT NULL,
    place INT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (doc_id, sha256, place)
  );
  ALTER TABLE attachment_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
  -- Not known of what was copied from a database of one machine.
  ALTER TABLE documents ALTER COLUMN used_at DROP NOT NULL;
  ALTER TABLE checkpoints ALTER COLUMN history_bytes DROP NOT NULL;
`,
  },
  { sql: 'ALTER TABLE links ADD COLUMN suggests BOOLEAN' },
  { sql: 'CREATE INDEX logs_by_document ON logs (doc_id)' },
  {
    sql: `
  CREATE TABLE push_subscriptions (
    doc_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    person TEXT NOT NULL,
    link_id TEXT,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (doc_id, endpoint)
  );
  CREATE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);
`,
  },
  {
    sql: `
  CREATE TABLE history_looks (since BIGINT NOT NULL, last BIGINT NOT NULL);
  -- What was noted before may be of looks for history alone.
  DELETE FROM looks;
`,
  },
  {
    sql: `
  -- What all nodes have to know, and nobody else.
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  INSERT INTO secrets VALUES ('nodes', gen_random_uuid()::text || gen_random_uuid()::text);
  CREATE TABLE used_once (what TEXT PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now());
  CREATE INDEX used_once_by_time ON used_once (at);
`,
  },
];

/** Any number, as long as all releases have the same. */
export const MIGRATION_LOCK = 4_719_302_118;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A table is waited for so long, and then again after a pause: whoever comes meanwhile waits behind,
 * and what it is waited for may be a backup that takes hours.
 */
const LOCK_WITHIN = '500ms';
const AGAIN_AFTER_MS = 3_000;

/**
 * Brings the database to this release, all of it or nothing, while others wait. Throws
 * StorageUnavailable if a newer release has changed it so that this one must not use it.
 */
export async function migrate(
  connections: Transacting,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (;;) {
    try {
      await connections.transaction((asked) => migrateNow(asked, migrations));
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}

async function migrateNow(asked: Asked, migrations: readonly Migration[]): Promise<void> {
  // It goes with the transaction, also behind a pooler that has another connection for the next one.
  await asked.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await asked.query(`SET LOCAL lock_timeout = '${LOCK_WITHIN}'`);
  await asked.query(
    'CREATE TABLE IF NOT EXISTS schema_version (version INT NOT NULL, oldest_release INT NOT NULL)',
  );
  const { rows } = await asked.query('SELECT version, oldest_release FROM schema_version');
  const version = Number(rows[0]?.version ?? 0);
  let oldest = Number(rows[0]?.oldest_release ?? 0);
  refuseNewer(oldest, migrations);
  for (let next = version; next < migrations.length; next++) {
    const { sql, breaksOlder } = migrations[next]!;
    if (breaksOlder === true || next === 0) oldest = next + 1;
    await asked.query(sql);
    await asked.query('DELETE FROM schema_version');
    await asked.query('INSERT INTO schema_version VALUES ($1, $2)', [next + 1, oldest]);
  }
}

/** Throws StorageUnavailable if releases older than `oldest` must not use the database, and this is one. */
export function refuseNewer(oldest: number, migrations: readonly Migration[] = MIGRATIONS): void {
  if (oldest <= migrations.length) return;
  throw new StorageUnavailable(
    'The database that DATABASE_URL names was changed by a newer version of this server. Start that version, or give this one a database of its own.',
  );
}
