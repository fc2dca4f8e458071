/**
 * The shared store: one PostgreSQL database, written by any number of servers at once.
 *
 * Invariant: a promise of a writing method resolves only after the commit. Sequences of a log are
 * given in the order of commits and without holes, whoever writes, so whoever has seen one has seen
 * all before it. What was sent and not answered is looked for before it is sent again, so nothing is
 * stored twice.
 */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type DocumentName, namesAmong } from '../../shared/access/document-name.ts';
import { DocId, randomId } from '../../shared/access/ids.ts';
import { LinkRole } from '../../shared/access/roles.ts';
import { AccessAction } from '../../shared/protocol/http.ts';
import type { Log } from '../log.ts';
import { PostgresAttachments } from './postgres-attachments.ts';
import {
  AS_LONG_AS_IT_TAKES,
  type Asked,
  asText,
  asUnavailable,
  Connections,
  isReadOnly,
  isRefusedByDatabase,
  OneConnection,
  type Row,
  troubleOf,
} from './postgres-connections.ts';
import { migrate, refuseNewer } from './postgres-schema.ts';
import {
  type Doer,
  type HistoryRow,
  type HistorySize,
  isSameLink,
  type LinkUse,
  LOOKS,
  type LogMark,
  type LogPosition,
  type Look,
  MOST_PUSHES,
  MOST_PUSHES_OF_PERSON,
  type NewUpdate,
  type SharedStorage,
  StorageDamaged,
  type StoredDocument,
  type StoredEvent,
  type StoredLink,
  type StoredLog,
  type StoredPush,
  type WriterSince,
} from './storage.ts';
import type { ThinRow } from './thin-history.ts';

/** What a row takes on disk beside its bytes. */
const ROW_BYTES = 100;
/** Events kept of one document. */
const MOST_EVENTS = 1_000;
/** People of whom it is noted that they had the owner's link: of them alone, so that they push nothing else out. */
const MOST_OWNERS = 100;
/** Keys of people that nobody was shown: each is a row that anybody can make. */
const MOST_UNSHOWN_KEYS = 100_000;
/** Clocks of several machines are never the same. */
const CLOCKS_APART_MS = 60_000;
/** What is known of a node that was not heard of for so long is forgotten. */
const FORGET_NODE_MS = 30 * 86_400_000;

/** Whether a document `d` has been left alone since `$1`. */
const IS_ABANDONED = `d.deleted_at IS NULL AND d.created_at < $1 AND COALESCE(d.used_at, 0) < $1
  AND NOT EXISTS (SELECT 1 FROM logs WHERE logs.doc_id = d.doc_id AND written_at >= $1)
  AND NOT EXISTS (SELECT 1 FROM links WHERE links.doc_id = d.doc_id AND last_used_at >= $1)`;

/**
 * Appends a batch, once: a batch with a number that this node has used does nothing. The rows of
 * `logs` are locked in the order of their names, so that two nodes never wait for each other.
 */
const APPEND = `
  WITH claim AS (
    UPDATE nodes SET last_batch = $2 WHERE node_id = $1 AND last_batch < $2 RETURNING 1
  ), given AS (
    SELECT * FROM UNNEST($3::text[], $4::text[], $5::bigint[], $6::text[], $7::int[], $8::int[], $9::bigint[])
      WITH ORDINALITY AS g (name, doc_id, received_at, person, start, size, crc, place)
  ), counted AS (
    SELECT name, doc_id, COUNT(*) AS n, MAX(received_at) AS at FROM given, claim GROUP BY name, doc_id
  ), held AS (
    -- Nothing of a document begins while that is being deleted, which would not find it.
    SELECT doc_id, deleted_at FROM documents WHERE doc_id IN (SELECT doc_id FROM counted c
      WHERE NOT EXISTS (SELECT 1 FROM logs l WHERE l.name = c.name))
    ORDER BY doc_id FOR KEY SHARE
  ), taken AS (
    INSERT INTO logs AS l (name, doc_id, last_sequence, written_at)
    -- Of what was deleted nothing begins anew under a name that it did not have.
    SELECT name, doc_id, n, at FROM counted
    WHERE NOT EXISTS (SELECT 1 FROM logs d WHERE d.name = counted.doc_id AND d.is_gone)
      AND NOT EXISTS (SELECT 1 FROM held h
        WHERE h.doc_id = counted.doc_id AND h.deleted_at IS NOT NULL)
    ORDER BY name
    ON CONFLICT (name) DO UPDATE SET last_sequence = l.last_sequence + EXCLUDED.last_sequence,
      written_at = GREATEST(l.written_at, EXCLUDED.written_at)
    WHERE NOT l.is_gone
    RETURNING name, last_sequence
  ), numbered AS (
    SELECT g.*, t.last_sequence - c.n + ROW_NUMBER() OVER (PARTITION BY g.name ORDER BY g.place) AS sequence
    FROM given g JOIN taken t USING (name) JOIN counted c USING (name)
  ), stored AS (
    INSERT INTO updates (name, sequence, received_at, person, bytes, crc)
    SELECT name, sequence, received_at, person, SUBSTRING($10::bytea FROM start FOR size), crc FROM numbered
  )
  SELECT (SELECT COUNT(*) FROM claim) AS claimed, place, sequence,
    -- Of this transaction: behind a pooler what was said of the connection may be of another one.
    (SELECT set_config('synchronous_commit', 'on', TRUE)
      WHERE current_setting('synchronous_commit') = 'off') AS committed
  FROM given LEFT JOIN numbered USING (place) ORDER BY place`;

/**
 * Where each update of a batch was stored: of equal ones, the first in the first place; 0 for what is
 * part of another row by now, null where the log takes nothing.
 */
const FIND_STORED = `
  WITH given AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY name, received_at, crc ORDER BY place) AS twin
    FROM UNNEST($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS g (name, received_at, crc, place)
  ), found AS (
    SELECT name, received_at, crc, sequence,
      ROW_NUMBER() OVER (PARTITION BY name, received_at, crc ORDER BY sequence) AS twin
    FROM updates WHERE (name, received_at, crc) IN (SELECT name, received_at, crc FROM given)
  )
  SELECT place, CASE WHEN sequence IS NULL AND NOT l.is_gone THEN 0 ELSE sequence END AS sequence
  FROM given LEFT JOIN found USING (name, received_at, crc, twin) LEFT JOIN logs l USING (name)
  ORDER BY place`;

const HISTORY_COLUMNS = `sequence, received_at, since, stands_for, is_beginning, person,
  sequence <= COALESCE(up_to, 0) AS compacted, quarantined, bytes, u.crc`;

/** In which cluster the database is, and where in that its tables are: a dump has another place. */
const STORE = `SELECT SUBSTRING(MD5(CONCAT_WS('/', system_identifier,
    (SELECT oid FROM pg_database WHERE datname = CURRENT_DATABASE()), 'documents'::regclass::oid)) FOR 16) AS store
  FROM pg_control_system()`;

/** Of the row of `l` there, as it was written: one that was thinned is another one by right. */
const crcAt = (sequence: string) =>
  `(SELECT crc FROM updates u WHERE u.name = l.name AND u.sequence = ${sequence} AND since IS NULL)`;

const nullableNumber = z.number().nullable();
const nullableText = z.string().nullable();
const Bytes = z.instanceof(Uint8Array);
const DocumentRow = z.object({
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: nullableNumber,
  used_at: z.number(),
});
const PlacedRow = z.object({ claimed: z.number().optional(), sequence: nullableNumber });
const LogRowShape = z.object({
  kind: z.enum(['checkpoint', 'row', 'end']),
  sequence: z.number(),
  quarantined: nullableText,
  bytes: Bytes.nullable(),
  crc: nullableNumber,
});
const HistoryRowShape = z.object({
  sequence: z.number(),
  received_at: z.number(),
  since: nullableNumber,
  stands_for: nullableNumber,
  is_beginning: z.boolean(),
  person: nullableText,
  compacted: z.boolean(),
  quarantined: nullableText,
  bytes: Bytes,
  crc: nullableNumber,
});
const PersonKeyRow = z.object({ public_key: z.string() });
const PushRow = z.object({
  person: z.string(),
  link_id: z.string().nullable(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  at: z.number(),
});
const EventRowShape = z.object({
  at: z.number(),
  action: z.enum(AccessAction.options),
  link_id: nullableText,
  role: z.enum(LinkRole.options).nullable(),
  by_link_id: nullableText,
  person: nullableText,
});
const LinkRowShape = z.object({
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
  hides_history: z.boolean(),
  suggests: z.boolean().nullable(),
});
/** By name: what is prepared must not change when a newer release adds one. */
const LINK_COLUMNS = Object.keys(LinkRowShape.shape).join(', ');
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
const CheckedRow = z.object({ now: z.number(), oldest: nullableNumber });
const PositionRow = z.object({
  name: z.string(),
  last_sequence: nullableNumber,
  is_gone: z.boolean().nullable(),
  crc: nullableNumber,
});

/**
 * Opens the database that `url` names and makes its tables if they are not there. Throws
 * StorageUnavailable if it cannot be used.
 */
export async function openPostgres(url: string, log: Log): Promise<PostgresStorage> {
  // A large table takes long to be changed, here or at the node that others wait for.
  const first = new Connections(url, () => undefined, AS_LONG_AS_IT_TAKES);
  try {
    await migrate(first);
    const { rows } = await first.query(`SELECT value FROM secrets WHERE name = 'nodes'`);
    const secret = z.string().parse(rows[0]?.value);
    return new PostgresStorage(url, { store: await storeOf(first), secret }, log);
  } catch (error) {
    throw asUnavailable(url, error) ?? error;
  } finally {
    await first.close();
  }
}

async function storeOf(asked: Asked): Promise<string> {
  try {
    const { rows } = await asked.query(STORE);
    return z.string().parse(rows[0]?.store);
  } catch (error) {
    // Something else that speaks PostgreSQL's language need not know.
    if (isRefusedByDatabase(error)) return '';
    throw error;
  }
}

/** A batch of which it is not known whether it was stored. */
interface Uncertain {
  number: number;
  updates: readonly NewUpdate[];
}

export class PostgresStorage implements SharedStorage {
  readonly isShared = true;
  /** Of this process, among all that use the database. */
  readonly nodeId = randomId(16);
  store: string;
  readonly secret: string;
  readonly files: PostgresAttachments;
  clockAheadMs = 0;
  readonly #connections: Connections;
  /** Appends alone, one after the other. */
  readonly #writer: OneConnection;
  #lastBatch = 0;
  #uncertain: Uncertain | null = null;
  /** Where those were stored of which that was not known: they are offered until somebody hears it. */
  readonly #settled = new WeakMap<NewUpdate, { sequence: number | null }>();

  constructor(url: string, { store, secret }: { store: string; secret: string }, log: Log) {
    this.store = store;
    this.secret = secret;
    this.#connections = new Connections(url, (error) =>
      log.warn('store connection lost', { error }),
    );
    this.files = new PostgresAttachments(this.#connections);
    this.#writer = new OneConnection(url, {
      prepare: (asked) => this.#prepareWriter(asked),
      onEnd: (error) => {
        log.warn('store connection lost', { error });
        if (isReadOnly(error)) this.#connections.renew();
      },
    });
  }

  async #prepareWriter(asked: Asked): Promise<void> {
    await this.#register(asked);
    // It may be another one by now, with all there was: the old one was replaced.
    this.store = await storeOf(asked);
  }

  async #register(asked: Asked): Promise<void> {
    const now = Date.now();
    await asked.query(
      `INSERT INTO nodes (node_id, last_batch, seen_at) VALUES ($1, 0, $2)
       ON CONFLICT (node_id) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [this.nodeId, now],
    );
    await asked.query('DELETE FROM nodes WHERE seen_at < $1', [now - FORGET_NODE_MS]);
  }

  async append(updates: readonly NewUpdate[]): Promise<(number | null)[]> {
    await this.#settleUncertain();
    const left = updates.filter((update) => !this.#settled.has(update));
    // Where this fails, what is settled stays so, for the next try.
    const stored = left.length === 0 ? [] : await this.#appendNew(left);
    let next = 0;
    return updates.map((update) => {
      const before = this.#settled.get(update);
      return before === undefined ? (stored[next++] ?? null) : before.sequence;
    });
  }

  async #appendNew(updates: readonly NewUpdate[]): Promise<(number | null)[]> {
    let at = 1;
    const starts = updates.map(({ bytes }) => {
      const start = at;
      at += bytes.length;
      return start;
    });
    const number = this.#lastBatch + 1;
    const values = [
      this.nodeId,
      number,
      updates.map(({ name }) => name),
      updates.map(({ docId }) => docId),
      updates.map(({ receivedAt }) => receivedAt),
      updates.map(({ person }) => person),
      starts,
      updates.map(({ bytes }) => bytes.length),
      updates.map(({ bytes }) => crc32(bytes)),
      Buffer.concat(updates.map(({ bytes }) => bytes)),
    ];
    this.#lastBatch = number;
    let rows: Row[];
    try {
      ({ rows } = await this.#writer.query(APPEND, values, 'append'));
    } catch (error) {
      if (!isRefusedByDatabase(error)) this.#uncertain = { number, updates };
      throw error;
    }
    const placed = rows.map((row) => PlacedRow.parse(row));
    if (placed[0]?.claimed !== 1) {
      // A database that knows less than before: it was put back to an earlier time, or swapped.
      await this.#register(this.#writer);
      throw new Error('this node was not known to the store');
    }
    return placed.map(({ sequence }) => sequence);
  }

  /** Finds out what became of a batch that was not answered, and makes sure nothing more does. */
  async #settleUncertain(): Promise<void> {
    const uncertain = this.#uncertain;
    if (uncertain === null) return;
    // It waits for whoever is still about to commit the batch; a later one finds its number used.
    const fenced = await this.#writer.query(
      'UPDATE nodes SET last_batch = $2 WHERE node_id = $1 AND last_batch < $2',
      [this.nodeId, uncertain.number],
    );
    if (fenced.rowCount === 0) {
      const { updates } = uncertain;
      const { rows } = await this.#writer.query(FIND_STORED, [
        updates.map(({ name }) => name),
        updates.map(({ receivedAt }) => receivedAt),
        updates.map(({ bytes }) => crc32(bytes)),
      ]);
      updates.forEach((update, index) => {
        this.#settled.set(update, { sequence: PlacedRow.parse(rows[index]).sequence });
      });
    }
    this.#uncertain = null;
  }

  async createDocument(docId: DocId, at: number): Promise<boolean> {
    const { rowCount } = await this.#connections.query(
      `INSERT INTO documents (doc_id, created_at, used_at) VALUES ($1, $2, $2)
       ON CONFLICT (doc_id) DO NOTHING`,
      [docId, at],
    );
    return rowCount === 1;
  }

  async findDocument(docId: DocId): Promise<StoredDocument | null> {
    const { rows } = await this.#connections.query(
      `SELECT created_at, deleted_at, COALESCE(used_at, created_at) AS used_at, GREATEST(created_at, (SELECT MAX(written_at) FROM logs
         WHERE doc_id = $1)) AS updated_at
       FROM documents WHERE doc_id = $1`,
      [docId],
      'find-document',
    );
    if (rows[0] === undefined) return null;
    const { created_at, updated_at, deleted_at, used_at } = DocumentRow.parse(rows[0]);
    return {
      docId,
      createdAt: created_at,
      updatedAt: updated_at,
      deletedAt: deleted_at,
      usedAt: used_at,
    };
  }

  async sizeOf(docId: DocId): Promise<number> {
    const { rows } = await this.#connections.query(
      `SELECT COALESCE(SUM(
         COALESCE((SELECT OCTET_LENGTH(state) FROM checkpoints c WHERE c.name = n.name), 0)
         + COALESCE((SELECT SUM(OCTET_LENGTH(bytes)) FROM updates u WHERE u.name = n.name
             AND sequence > COALESCE((SELECT up_to FROM checkpoints c WHERE c.name = n.name), 0)), 0)
       ), 0)::bigint AS bytes FROM logs n WHERE doc_id = $1`,
      [docId],
    );
    return Number(rows[0]?.bytes);
  }

  async namesOf(docId: DocId): Promise<DocumentName[]> {
    const { rows } = await this.#connections.query(
      'SELECT name FROM logs WHERE doc_id = $1 AND NOT is_gone ORDER BY name',
      [docId],
      'names-of',
    );
    return rows.map(({ name }) => name as DocumentName);
  }

  async hasLog(name: DocumentName): Promise<boolean> {
    const { rows } = await this.#connections.query(
      'SELECT 1 FROM logs WHERE name = $1 AND NOT is_gone',
      [name],
      'has-log',
    );
    return rows.length > 0;
  }

  async deleteDocument(docId: DocId, at: number, by?: Doer): Promise<number> {
    return this.#connections.transaction(async (asked) => {
      // What takes long comes first: whoever appends waits for what is locked, with all it has.
      await removeBulk(asked, docId, await lockAllContents(asked, docId));
      const names = await lockLogs(asked, docId);
      // From the commit on they take nothing more, whoever appends.
      await asked.query(
        `INSERT INTO logs (name, doc_id, last_sequence, written_at, is_gone)
         SELECT name, $2, 0, $3, TRUE FROM UNNEST($1::text[]) AS n (name) ORDER BY name
         ON CONFLICT (name) DO UPDATE SET is_gone = TRUE`,
        [names, docId, at],
      );
      const found = await asked.query(
        'SELECT deleted_at FROM documents WHERE doc_id = $1 FOR UPDATE',
        [docId],
      );
      const before = found.rows[0]?.deleted_at ?? null;
      if (before !== null) return Number(before);
      await removeContents(asked, docId, names);
      await asked.query(
        `INSERT INTO documents AS d (doc_id, created_at, used_at, deleted_at, access_version)
         VALUES ($1, $2, $2, $2, 1)
         ON CONFLICT (doc_id) DO UPDATE SET deleted_at = EXCLUDED.deleted_at,
           access_version = d.access_version + 1`,
        [docId, at],
      );
      if (by !== undefined) {
        const { linkId: byLinkId, person } = by;
        const what = { action: 'document-deleted', linkId: null, role: null } as const;
        await addEvents(asked, docId, [{ at, ...what, byLinkId, person }]);
      }
      return at;
    });
  }

  async touchDocument(docId: DocId, at: number): Promise<void> {
    await this.#connections.query('UPDATE documents SET used_at = $2 WHERE doc_id = $1', [
      docId,
      at,
    ]);
  }

  async noteLook(what: Look, at: number, mostGap: number): Promise<number> {
    const table = LOOKS[what];
    return this.#connections.transaction(async (asked) => {
      await asked.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      const { rows } = await asked.query(`SELECT since, last FROM ${table}`);
      const before = rows[0];
      const last = Number(before?.last);
      const goesOn = before !== undefined && at >= last - CLOCKS_APART_MS && at - last <= mostGap;
      const since = goesOn ? Number(before.since) : at;
      await asked.query(`DELETE FROM ${table}`);
      await asked.query(`INSERT INTO ${table} (since, last) VALUES ($1, $2)`, [since, at]);
      return since;
    });
  }

  async abandoned(since: number, most: number): Promise<DocId[]> {
    const { rows } = await this.#connections.query(
      `SELECT doc_id FROM documents AS d WHERE ${IS_ABANDONED} LIMIT $2`,
      [since, most],
    );
    return rows.map(({ doc_id }) => DocId.parse(doc_id));
  }

  async removeAbandoned(docId: DocId, since: number): Promise<boolean> {
    return this.#connections.transaction(async (asked) => {
      const names = await lockLogs(asked, docId);
      const { rowCount } = await asked.query(
        `DELETE FROM documents AS d WHERE doc_id = $2 AND ${IS_ABANDONED}`,
        [since, docId],
      );
      if (rowCount !== 1) return false;
      await removeContents(asked, docId, names);
      await asked.query('DELETE FROM logs WHERE name = ANY ($1)', [names]);
      return true;
    });
  }

  async loadLog(name: DocumentName): Promise<StoredLog> {
    // One statement sees one moment: others compact and thin meanwhile.
    const { rows } = await this.#connections.query(
      `SELECT 'checkpoint' AS kind, up_to AS sequence, NULL AS quarantined, state AS bytes, crc
         FROM checkpoints WHERE name = $1
       UNION ALL
       SELECT 'row', sequence, quarantined, bytes, crc FROM updates WHERE name = $1
         AND sequence > COALESCE((SELECT up_to FROM checkpoints WHERE name = $1), 0)
       UNION ALL
       SELECT 'end', last_sequence, NULL, NULL, ${crcAt('last_sequence')}
         FROM logs l WHERE name = $1 AND NOT is_gone
       ORDER BY kind, sequence`,
      [name],
      'load-log',
    );
    return asLog(name, rows, 0);
  }

  async loadCheckpoint(name: DocumentName): Promise<StoredLog['checkpoint']> {
    const { rows } = await this.#connections.query(
      `SELECT 'checkpoint' AS kind, up_to AS sequence, NULL AS quarantined, state AS bytes, crc
       FROM checkpoints WHERE name = $1`,
      [name],
    );
    return asLog(name, rows, 0).checkpoint;
  }

  async rowsAfter(name: DocumentName, after: number): Promise<StoredLog | null> {
    const { rows } = await this.#connections.query(
      `SELECT 'row' AS kind, sequence, quarantined, bytes, crc FROM updates
         WHERE name = $1 AND sequence > $2
       UNION ALL
       SELECT 'end', last_sequence, NULL, NULL, NULL FROM logs WHERE name = $1 AND NOT is_gone
       ORDER BY kind, sequence`,
      [name, after],
      'rows-after',
    );
    const end = rows.find(({ kind }) => kind === 'end');
    if (end === undefined || Number(end.sequence) < after) return null;
    // What was thinned meanwhile, at the beginning or further on, is in the checkpoint.
    const sequences = rows.flatMap(({ kind, sequence }) => (kind === 'row' ? [sequence] : []));
    const isWhole = sequences.every((sequence, index) => Number(sequence) === after + 1 + index);
    return isWhole ? asLog(name, rows, after) : this.loadLog(name);
  }

  async positions(
    marks: readonly Pick<LogMark, 'name' | 'sequence'>[],
  ): Promise<Map<DocumentName, LogPosition>> {
    const { rows } = await this.#connections.query(
      `SELECT l.name, last_sequence, is_gone, ${crcAt('l.sequence')} AS crc
       FROM UNNEST($1::text[], $2::bigint[]) AS l (name, sequence) LEFT JOIN logs USING (name)`,
      [marks.map(({ name }) => name), marks.map(({ sequence }) => sequence)],
      'positions',
    );
    return new Map(
      rows.map((row) => {
        const { name, last_sequence, is_gone, crc } = PositionRow.parse(row);
        const position = { lastSequence: last_sequence ?? 0, isGone: is_gone === true, crc };
        return [name as DocumentName, position];
      }),
    );
  }

  async accessVersions(docIds: readonly DocId[]): Promise<Map<DocId, number | null>> {
    const { rows } = await this.#connections.query(
      `SELECT doc_id, access_version, deleted_at FROM documents WHERE doc_id = ANY ($1)`,
      [docIds],
      'access-versions',
    );
    return new Map(
      rows.map(({ doc_id, access_version, deleted_at }) => [
        DocId.parse(doc_id),
        deleted_at === null ? Number(access_version) : null,
      ]),
    );
  }

  async compact(name: DocumentName, upTo: number, state: Uint8Array, at: number): Promise<void> {
    await this.#connections.transaction(async (asked) => {
      await lockContents(asked, name);
      // Of a log that is gone nothing comes back, and one that goes further stays.
      await asked.query(
        `WITH before AS (SELECT up_to, history_bytes FROM checkpoints WHERE name = $1)
         INSERT INTO checkpoints AS c (name, up_to, created_at, state, crc, history_bytes)
         SELECT $1, $2, $3, $4, $5, COALESCE((SELECT history_bytes FROM before), 0)
           + COALESCE((SELECT SUM(OCTET_LENGTH(bytes) + ${ROW_BYTES}) FROM updates WHERE name = $1
             AND sequence > COALESCE((SELECT up_to FROM before), 0) AND sequence <= $2), 0)
         FROM logs WHERE logs.name = $1 AND NOT is_gone AND last_sequence >= $2
         ON CONFLICT (name) DO UPDATE SET up_to = EXCLUDED.up_to, created_at = EXCLUDED.created_at,
           state = EXCLUDED.state, crc = EXCLUDED.crc, history_bytes = EXCLUDED.history_bytes
         WHERE c.up_to <= EXCLUDED.up_to`,
        [name, upTo, at, asBuffer(state), crc32(state)],
      );
    });
  }

  async quarantine(name: DocumentName, sequence: number, reason: string): Promise<void> {
    await this.#connections.query(
      'UPDATE updates SET quarantined = $3 WHERE name = $1 AND sequence = $2',
      [name, sequence, asText(reason)],
    );
  }

  async history(name: DocumentName): Promise<HistoryRow[]> {
    const { rows } = await this.#connections.query(
      `SELECT ${HISTORY_COLUMNS} FROM updates u LEFT JOIN checkpoints USING (name)
       WHERE name = $1 ORDER BY sequence`,
      [name],
    );
    return rows.map(asHistory);
  }

  async historySize(name: DocumentName): Promise<HistorySize | null> {
    const { rows } = await this.#connections.query(
      `SELECT COALESCE(history_bytes, 0) AS bytes, OCTET_LENGTH(state) AS state_bytes, thinned_at
       FROM checkpoints WHERE name = $1`,
      [name],
    );
    if (rows[0] === undefined) return null;
    const { bytes, state_bytes, thinned_at } = SizeRow.parse(rows[0]);
    return { bytes, stateBytes: state_bytes, thinnedAt: thinned_at ?? 0 };
  }

  async historyPart(
    name: DocumentName,
    after: number,
    mostBytes: number,
    which: 'all' | 'compacted' = 'compacted',
    mostRows = Number.MAX_SAFE_INTEGER,
  ): Promise<HistoryRow[]> {
    const { rows } = await this.#connections.query(
      `SELECT * FROM (
         SELECT ${HISTORY_COLUMNS}, SUM(OCTET_LENGTH(bytes)) OVER (ORDER BY sequence) AS total,
           ROW_NUMBER() OVER (ORDER BY sequence) AS place
         FROM updates u LEFT JOIN checkpoints USING (name)
         WHERE name = $1 AND sequence > $2 ${which === 'compacted' ? 'AND sequence <= up_to' : ''}
         ORDER BY sequence LIMIT LEAST($3::bigint, $4::bigint)
       ) AS part WHERE place = 1 OR total <= $3 ORDER BY sequence`,
      [name, after, mostBytes, mostRows],
    );
    return rows.map(asHistory);
  }

  async writersSince(name: DocumentName, after: number): Promise<WriterSince[]> {
    const { rows } = await this.#connections.query(
      `SELECT person, MAX(sequence) AS sequence, MAX(received_at) AS received_at FROM updates
       WHERE name = $1 AND sequence > $2 AND quarantined IS NULL GROUP BY person`,
      [name, after],
    );
    return rows.map((row) => {
      const { person, sequence, received_at } = WriterRow.parse(row);
      return { person, sequence, receivedAt: received_at };
    });
  }

  async thinHistory(name: DocumentName, thinned: readonly ThinRow[]): Promise<void> {
    await this.#connections.transaction(async (asked) => {
      await lockContents(asked, name);
      const found = await asked.query('SELECT up_to FROM checkpoints WHERE name = $1', [name]);
      const upTo = Number(found.rows[0]?.up_to ?? 0);
      let won = 0;
      for (const { replaces, row } of thinned) {
        const gone = await asked.query(
          `DELETE FROM updates WHERE name = $1 AND sequence = ANY ($2::bigint[]) AND sequence <= $3
           RETURNING OCTET_LENGTH(bytes) + ${ROW_BYTES} AS bytes, COALESCE(stands_for, 1) AS count`,
          [name, replaces, upTo],
        );
        const count = gone.rows.reduce((sum, one) => sum + Number(one.count), 0);
        if (gone.rows.length !== replaces.length || count !== row.standsFor) {
          throw new Error(`rows of ${name} would be lost`);
        }
        won += gone.rows.reduce((sum, one) => sum + Number(one.bytes), 0);
        won -= row.bytes.length + ROW_BYTES;
        await asked.query(
          `INSERT INTO updates
             (name, sequence, received_at, since, stands_for, is_beginning, person, bytes, crc)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            name,
            row.sequence,
            row.receivedAt,
            row.since,
            row.standsFor,
            row.isBeginning,
            row.person,
            asBuffer(row.bytes),
            crc32(row.bytes),
          ],
        );
      }
      await asked.query(
        'UPDATE checkpoints SET history_bytes = GREATEST(0, history_bytes - $2) WHERE name = $1',
        [name, won],
      );
    });
  }

  async olderThan(
    before: number,
    after: string,
    most: number,
  ): Promise<{ names: DocumentName[]; next: string | null }> {
    const found = await this.#connections.query(
      `SELECT doc_id FROM documents WHERE doc_id > $1 AND deleted_at IS NULL
       ORDER BY doc_id LIMIT $2`,
      [after, most],
    );
    const docIds = found.rows.map(({ doc_id }) => DocId.parse(doc_id));
    // Of each log the index leads to the first row that is no beginning.
    const { rows } = await this.#connections.query(
      `SELECT name FROM logs n, LATERAL (
         SELECT received_at FROM updates u WHERE u.name = n.name AND NOT is_beginning
         ORDER BY sequence LIMIT 1) AS oldest
       WHERE n.doc_id = ANY ($1) AND received_at < $2`,
      [docIds, before],
    );
    const names = rows.map(({ name }) => name as DocumentName);
    return { names, next: found.rows.length < most ? null : docIds.at(-1)! };
  }

  async noteThinned(name: DocumentName, at: number): Promise<void> {
    await this.#connections.query('UPDATE checkpoints SET thinned_at = $2 WHERE name = $1', [
      name,
      at,
    ]);
  }

  async links(docId: DocId): Promise<StoredLink[]> {
    const { rows } = await this.#connections.query(
      `SELECT ${LINK_COLUMNS} FROM links WHERE doc_id = $1 ORDER BY created_at, link_id`,
      [docId],
    );
    return rows.map((row) => asLink(docId, row));
  }

  async linksFor(docId: DocId, hash: string): Promise<StoredLink[]> {
    const { rows } = await this.#connections.query(
      `SELECT ${LINK_COLUMNS} FROM links WHERE doc_id = $1
         AND (revoked_at IS NULL OR secret_hash = $2 OR password_hash = $2)
       ORDER BY created_at, link_id`,
      [docId, hash],
      'links-for',
    );
    return rows.map((row) => asLink(docId, row));
  }

  async forgetRevoked(docId: DocId, most: number): Promise<number> {
    const { rowCount } = await this.#connections.query(
      `DELETE FROM links WHERE doc_id = $1 AND link_id IN (
         SELECT link_id FROM links WHERE doc_id = $1 AND revoked_at IS NOT NULL
         ORDER BY revoked_at DESC, place DESC OFFSET $2)`,
      [docId, most],
    );
    return rowCount ?? 0;
  }

  putLink(link: StoredLink): Promise<boolean> {
    return putLink(this.#connections, link);
  }

  async changeLink(link: StoredLink, before: StoredLink): Promise<boolean> {
    return this.#connections.transaction(async (asked) => {
      // In the order in which whoever deletes the document takes them.
      await asked.query('SELECT 1 FROM documents WHERE doc_id = $1 FOR UPDATE', [link.docId]);
      const { rows } = await asked.query(
        `SELECT ${LINK_COLUMNS} FROM links WHERE doc_id = $1 AND link_id = $2 FOR UPDATE`,
        [link.docId, link.id],
      );
      if (!rows.some((row) => isSameLink(asLink(link.docId, row), before))) return false;
      return putLink(asked, link);
    });
  }

  async putPush(push: StoredPush): Promise<'stored' | 'full' | 'gone'> {
    const { docId, person, linkId, endpoint, p256dh, auth, at } = push;
    return this.#connections.transaction(async (asked) => {
      // Whoever deletes the document waits for this; two at a time would both find room.
      await asked.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [docId]);
      const { rows } = await asked.query(
        'SELECT 1 FROM documents WHERE doc_id = $1 AND deleted_at IS NULL FOR SHARE',
        [docId],
      );
      if (rows.length === 0) return 'gone';
      // A browser is one person's.
      await asked.query('DELETE FROM push_subscriptions WHERE endpoint = $1 AND person <> $2', [
        endpoint,
        person,
      ]);
      await asked.query(
        `DELETE FROM push_subscriptions WHERE doc_id = $1 AND endpoint IN (
           SELECT endpoint FROM push_subscriptions
           WHERE doc_id = $1 AND person = $2 AND endpoint <> $3 ORDER BY at DESC OFFSET $4)`,
        [docId, person, endpoint, MOST_PUSHES_OF_PERSON - 1],
      );
      const { rowCount } = await asked.query(
        `INSERT INTO push_subscriptions (doc_id, endpoint, person, link_id, p256dh, auth, at)
         SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8 > (
           SELECT COUNT(*) + COUNT(*) FILTER (WHERE link_id IS NOT DISTINCT FROM $4)
           FROM push_subscriptions WHERE doc_id = $1 AND endpoint <> $2)
         ON CONFLICT (doc_id, endpoint) DO UPDATE SET
           link_id = $4, p256dh = $5, auth = $6, at = $7`,
        [docId, endpoint, person, linkId, p256dh, auth, at, MOST_PUSHES],
      );
      return rowCount === 0 ? 'full' : 'stored';
    });
  }

  async pushesOf(docId: DocId, people: readonly string[]): Promise<StoredPush[]> {
    const { rows } = await this.#connections.query(
      'SELECT * FROM push_subscriptions WHERE doc_id = $1 AND person = ANY ($2)',
      [docId, people],
    );
    return rows.map((row) => {
      const { link_id, ...rest } = PushRow.parse(row);
      return { docId, linkId: link_id, ...rest };
    });
  }

  async forgetPushes(
    endpoint: string,
    { docId, person }: { docId?: DocId; person?: string },
  ): Promise<void> {
    await this.#connections.query(
      `DELETE FROM push_subscriptions WHERE endpoint = $1 AND doc_id = COALESCE($2, doc_id)
         AND person = COALESCE($3, person)`,
      [endpoint, docId ?? null, person ?? null],
    );
  }

  async noteEvents(docId: DocId, events: readonly StoredEvent[]): Promise<void> {
    await this.#connections.transaction((asked) => addEvents(asked, docId, events));
  }

  async noteOwner(docId: DocId, person: string, at: number): Promise<void> {
    await this.#connections.query(
      `INSERT INTO events (doc_id, at, action, person) SELECT $1, $3, 'owner-came', $2
       WHERE NOT EXISTS (SELECT 1 FROM events WHERE doc_id = $1 AND person = $2
         AND action IN ('document-made', 'owner-came'))
       AND $4 > (SELECT COUNT(*) FROM events WHERE doc_id = $1 AND action = 'owner-came')`,
      [docId, person, at, MOST_OWNERS],
    );
  }

  async pinPersonKey(
    person: string,
    publicKey: string,
    isShown: boolean,
    at: number,
  ): Promise<string | null> {
    await this.#connections.query(
      `INSERT INTO person_keys (person, public_key, is_shown, at) SELECT $1, $2, $3, $4
       WHERE $3 OR $5 > (SELECT COUNT(*) FROM person_keys WHERE NOT is_shown)
         OR EXISTS (SELECT 1 FROM person_keys WHERE person = $1)
       ON CONFLICT (person) DO UPDATE SET public_key = $2, is_shown = $3, at = $4
         WHERE NOT person_keys.is_shown AND $3`,
      [person, publicKey, isShown, at, MOST_UNSHOWN_KEYS],
    );
    const { rows } = await this.#connections.query(
      'SELECT public_key FROM person_keys WHERE person = $1',
      [person],
    );
    const [row] = rows.map((each) => PersonKeyRow.parse(each));
    return row?.public_key ?? null;
  }

  async events(docId: DocId): Promise<StoredEvent[]> {
    const { rows } = await this.#connections.query(
      'SELECT * FROM events WHERE doc_id = $1 ORDER BY place DESC',
      [docId],
    );
    return rows.map((row) => {
      const { at, action, link_id, role, by_link_id, person } = EventRowShape.parse(row);
      return { at, action, linkId: link_id, role, byLinkId: by_link_id, person };
    });
  }

  async touchLinks(uses: readonly LinkUse[]): Promise<void> {
    // In one order, so that two nodes never wait for each other.
    await this.#connections.query(
      `WITH used AS (
         SELECT l.doc_id, l.link_id, at
         FROM UNNEST($1::text[], $2::text[], $3::bigint[]) AS u (doc_id, link_id, at)
           JOIN links l ON l.doc_id = u.doc_id AND l.link_id = u.link_id
         ORDER BY l.doc_id, l.link_id FOR UPDATE OF l
       )
       UPDATE links l SET last_used_at = at FROM used
       WHERE l.doc_id = used.doc_id AND l.link_id = used.link_id`,
      [uses.map(({ docId }) => docId), uses.map(({ linkId }) => linkId), uses.map(({ at }) => at)],
    );
  }

  async takeOnce(what: string): Promise<boolean> {
    const { rowCount } = await this.#connections.query(
      `WITH old AS (DELETE FROM used_once WHERE at < now() - INTERVAL '3 hours')
       INSERT INTO used_once (what) VALUES ($1) ON CONFLICT DO NOTHING`,
      [what],
    );
    return rowCount === 1;
  }

  async check(): Promise<void> {
    const before = Date.now();
    const { rows } = await this.#connections.query(
      `INSERT INTO nodes (node_id, last_batch, seen_at) VALUES ($1, 0, $2)
       ON CONFLICT (node_id) DO UPDATE SET seen_at = EXCLUDED.seen_at
       RETURNING (EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000)::bigint AS now,
         (SELECT oldest_release FROM schema_version) AS oldest`,
      [this.nodeId, before],
    );
    const { now, oldest } = CheckedRow.parse(rows[0]);
    // Half of the way there and back; what is left is smaller than what matters.
    this.clockAheadMs = Math.round((before + Date.now()) / 2 - now);
    refuseNewer(oldest ?? 0);
  }

  troubleOf(error: unknown): string {
    return troubleOf(error);
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer.close(), this.#connections.close()]);
  }
}

/** Nobody appends to the document's logs until the transaction ends. Resolves with their names. */
async function lockLogs(asked: Asked, docId: DocId): Promise<DocumentName[]> {
  await lockContents(asked, docId);
  // Before its logs, as who appends: once it is held nothing else of the document begins.
  await asked.query('SELECT 1 FROM documents WHERE doc_id = $1 FOR UPDATE', [docId]);
  const names = await lockAllContents(asked, docId);
  await asked.query('SELECT 1 FROM logs WHERE name = ANY ($1) ORDER BY name FOR UPDATE', [names]);
  return names;
}

/** Nobody else rewrites what a log amounts to until the transaction ends; appending goes on. */
async function lockContents(asked: Asked, name: DocumentName): Promise<void> {
  await asked.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/** The same for all logs of a document that there are. Resolves with their names. */
async function lockAllContents(asked: Asked, docId: DocId): Promise<DocumentName[]> {
  await lockContents(asked, docId);
  const { rows } = await asked.query('SELECT name FROM logs WHERE doc_id = $1', [docId]);
  const names = namesAmong(
    docId,
    rows.map(({ name }) => String(name)),
  ).sort();
  for (const name of names) await lockContents(asked, name);
  return names;
}

async function removeContents(
  asked: Asked,
  docId: DocId,
  names: readonly DocumentName[],
): Promise<void> {
  await removeBulk(asked, docId, names);
  for (const table of ['links', 'events', 'push_subscriptions']) {
    await asked.query(`DELETE FROM ${table} WHERE doc_id = $1`, [docId]);
  }
}

/** What may be much, and nobody holds who waits for the document or its logs. */
async function removeBulk(
  asked: Asked,
  docId: DocId,
  names: readonly DocumentName[],
): Promise<void> {
  for (const table of ['updates', 'checkpoints']) {
    await asked.query(`DELETE FROM ${table} WHERE name = ANY ($1)`, [names]);
  }
  for (const table of ['attachments', 'attachment_pieces']) {
    await asked.query(`DELETE FROM ${table} WHERE doc_id = $1`, [docId]);
  }
}

async function putLink(asked: Asked, link: StoredLink): Promise<boolean> {
  const { rowCount } = await asked.query(
    `WITH document AS (
       -- Whoever deletes it waits for this, or this for them.
       SELECT deleted_at FROM documents WHERE doc_id = $1 FOR UPDATE
     ), put AS (
       INSERT INTO links AS l (doc_id, link_id, role, label, secret_hash, password_hash,
         password_kdf, former_password_hashes, created_at, expires_at, revoked_at, last_used_at,
         hides_history, suggests)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
       WHERE NOT EXISTS (SELECT 1 FROM document WHERE deleted_at IS NOT NULL)
       ON CONFLICT (doc_id, link_id) DO UPDATE SET
         role = EXCLUDED.role, label = EXCLUDED.label, expires_at = EXCLUDED.expires_at,
         password_hash = EXCLUDED.password_hash, password_kdf = EXCLUDED.password_kdf,
         former_password_hashes = EXCLUDED.former_password_hashes,
         hides_history = EXCLUDED.hides_history, suggests = EXCLUDED.suggests,
         revoked_at = COALESCE(l.revoked_at, EXCLUDED.revoked_at)
       RETURNING 1
     ), noted AS (
       UPDATE documents SET access_version = access_version + 1 WHERE doc_id = $1
     )
     SELECT 1 FROM put`,
    [
      link.docId,
      link.id,
      link.role,
      link.label === null ? null : asText(link.label),
      link.secretHash,
      link.passwordHash,
      link.passwordKdf,
      link.formerPasswordHashes.length === 0 ? null : link.formerPasswordHashes.join(' '),
      link.createdAt,
      link.expiresAt,
      link.revokedAt,
      link.lastUsedAt,
      link.hidesHistory,
      link.suggests ? null : false,
    ],
  );
  return rowCount === 1;
}

async function addEvents(
  asked: Asked,
  docId: DocId,
  events: readonly StoredEvent[],
): Promise<void> {
  await asked.query(
    `INSERT INTO events (doc_id, at, action, link_id, role, by_link_id, person)
     SELECT $1, at, action, link_id, role, by_link_id, person
     FROM UNNEST($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       WITH ORDINALITY AS e (at, action, link_id, role, by_link_id, person, nth) ORDER BY nth`,
    [
      docId,
      events.map(({ at }) => at),
      events.map(({ action }) => action),
      events.map(({ linkId }) => linkId),
      events.map(({ role }) => role),
      events.map(({ byLinkId }) => byLinkId),
      events.map(({ person }) => person),
    ],
  );
  await asked.query(
    `DELETE FROM events WHERE doc_id = $1 AND place <=
       (SELECT place FROM events WHERE doc_id = $1 ORDER BY place DESC LIMIT 1 OFFSET $2)`,
    [docId, MOST_EVENTS],
  );
}

/** What the rows say, which have to follow each other from `after` on. */
function asLog(name: DocumentName, found: readonly Row[], after: number): StoredLog {
  const log: StoredLog = { checkpoint: null, rows: [], lastSequence: after };
  let end: number | null = null;
  for (const row of found) {
    const { kind, sequence, quarantined, bytes, crc } = LogRowShape.parse(row);
    if (kind === 'end') {
      end = sequence;
      if (crc !== null) log.lastCrc = crc;
      continue;
    }
    if (bytes === null || (crc !== null && crc32(bytes) !== crc)) {
      const what = kind === 'checkpoint' ? 'the checkpoint' : `update ${sequence}`;
      throw new StorageDamaged(`${what} of ${name} is not what was written`);
    }
    if (kind === 'checkpoint') {
      log.checkpoint = { upTo: sequence, state: bytes };
    } else {
      if (sequence !== log.lastSequence + 1) {
        throw new StorageDamaged(`update ${log.lastSequence + 1} of ${name} is missing`);
      }
      if (quarantined === null) log.rows.push({ sequence, bytes });
    }
    log.lastSequence = sequence;
  }
  if (end !== null && end !== log.lastSequence) {
    throw new StorageDamaged(`update ${log.lastSequence + 1} of ${name} is missing`);
  }
  return log;
}

function asHistory(row: Row): HistoryRow {
  const parsed = HistoryRowShape.parse(row);
  const { sequence, received_at, since, stands_for, person, compacted, quarantined, bytes, crc } =
    parsed;
  return {
    sequence,
    receivedAt: received_at,
    since: since ?? received_at,
    standsFor: stands_for ?? 1,
    person,
    isBeginning: parsed.is_beginning,
    compacted,
    quarantined,
    isDamaged: crc !== null && crc32(bytes) !== crc,
    bytes,
  };
}

function asLink(docId: DocId, row: Row): StoredLink {
  const link = LinkRowShape.parse(row);
  return {
    docId,
    id: link.link_id,
    role: link.role,
    label: link.label,
    secretHash: link.secret_hash,
    passwordHash: link.password_hash,
    passwordKdf: link.password_kdf,
    hidesHistory: link.hides_history,
    // Of links from before it was a question it is not noted.
    suggests: link.suggests !== false,
    formerPasswordHashes: link.former_password_hashes?.split(' ') ?? [],
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    revokedAt: link.revoked_at,
    lastUsedAt: link.last_used_at,
  };
}

/** The same bytes, as the driver sends bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
