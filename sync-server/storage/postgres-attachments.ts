/**
 * Pictures and files as rows, in pieces, so that none has to be in memory whole.
 *
 * Invariant: one is there with all its pieces or not at all, it belongs to a document that was not
 * deleted, and all of a document together take no more than they may, however many nodes take in.
 */
import { DocId } from '../../shared/access/ids.ts';
import { AttachmentId } from '../../shared/protocol/http.ts';
import { type Asked, type Transacting, within } from './postgres-connections.ts';
import type { StoredFiles } from './storage.ts';

/** Stored at a time: each takes a connection for as long as that takes, and others need some, too. */
const MOST_AT_A_TIME = 2;

export class PostgresAttachments implements StoredFiles {
  readonly #connections: Transacting;
  readonly #isCopy: boolean;
  #underWay = 0;
  /** Those that have to wait, in the order in which they came. */
  readonly #waiting: (() => void)[] = [];

  constructor(connections: Transacting, isCopy = false) {
    this.#connections = connections;
    this.#isCopy = isCopy;
  }

  /**
   * What is put in is part of this transaction, which copies a whole store. Nobody else sees any of its
   * documents before the end, so none is locked: a database can hold only so many locks.
   */
  static copying(asked: Asked): PostgresAttachments {
    return new PostgresAttachments(within(asked), true);
  }

  async sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null> {
    const { rows } = await this.#connections.query(
      'SELECT bytes FROM attachments WHERE doc_id = $1 AND sha256 = $2',
      [docId, sha256],
    );
    return rows[0] === undefined ? null : Number(rows[0].bytes);
  }

  async list(docId: DocId): Promise<AttachmentId[]> {
    const { rows } = await this.#connections.query(
      'SELECT sha256 FROM attachments WHERE doc_id = $1 ORDER BY sha256',
      [docId],
    );
    return rows.map(({ sha256 }) => AttachmentId.parse(sha256));
  }

  async all(): Promise<{ docId: DocId; sha256: AttachmentId; bytes: number }[]> {
    const { rows } = await this.#connections.query(
      'SELECT doc_id, sha256, bytes FROM attachments ORDER BY doc_id, sha256',
    );
    return rows.map(({ doc_id, sha256, bytes }) => ({
      docId: DocId.parse(doc_id),
      sha256: AttachmentId.parse(sha256),
      bytes: Number(bytes),
    }));
  }

  async usedBy(docId: DocId): Promise<number> {
    return usedBy(this.#connections, docId);
  }

  async piece(docId: DocId, sha256: AttachmentId, place: number): Promise<Uint8Array | null> {
    const { rows } = await this.#connections.query(
      'SELECT bytes FROM attachment_pieces WHERE doc_id = $1 AND sha256 = $2 AND place = $3',
      [docId, sha256, place],
      'attachment-piece',
    );
    const bytes = rows[0]?.bytes;
    return bytes instanceof Uint8Array ? bytes : null;
  }

  async put(
    docId: DocId,
    sha256: AttachmentId,
    bytes: number,
    most: number,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<'stored' | 'full' | 'deleted'> {
    if (this.#underWay < MOST_AT_A_TIME) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await this.#putNow(docId, sha256, bytes, most, pieces);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }

  #putNow(
    ...[docId, sha256, bytes, most, pieces]: Parameters<StoredFiles['put']>
  ): Promise<'stored' | 'full' | 'deleted'> {
    return this.#connections.transaction(async (asked) => {
      if (!this.#isCopy)
        await asked.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [docId]);
      // Whoever deletes the document waits for this, and then removes it.
      const { rows } = await asked.query(
        'SELECT 1 FROM documents WHERE doc_id = $1 AND deleted_at IS NULL FOR SHARE',
        [docId],
      );
      if (rows.length === 0) return 'deleted';
      // Another node may just have stored the same.
      const known = await asked.query(
        'SELECT 1 FROM attachments WHERE doc_id = $1 AND sha256 = $2',
        [docId, sha256],
      );
      if (known.rows.length > 0) return 'stored';
      if ((await usedBy(asked, docId)) + bytes > most) return 'full';
      await asked.query('INSERT INTO attachments (doc_id, sha256, bytes) VALUES ($1, $2, $3)', [
        docId,
        sha256,
        bytes,
      ]);
      let place = 0;
      for await (const piece of pieces) {
        await asked.query(
          'INSERT INTO attachment_pieces (doc_id, sha256, place, bytes) VALUES ($1, $2, $3, $4)',
          [docId, sha256, place, Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)],
        );
        place += 1;
      }
      return 'stored';
    });
  }
}

async function usedBy(asked: Asked, docId: DocId): Promise<number> {
  const { rows } = await asked.query(
    'SELECT COALESCE(SUM(bytes), 0)::bigint AS bytes FROM attachments WHERE doc_id = $1',
    [docId],
  );
  return Number(rows[0]?.bytes);
}
