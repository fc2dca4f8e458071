/**
 * Pictures and files of documents in the store that several nodes share.
 *
 * Invariant: what is in the store under its name holds exactly the bytes its name is the hash of. It
 * arrives in a file of this node first, so that a slow sender holds no transaction open; what a crash
 * leaves there goes at the next start.
 */
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { DocId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { AttachmentId, StoredAttachment } from '../../shared/protocol/http.ts';
import type { StoredFiles } from '../storage/storage.ts';
import type { Attachments, OpenAttachment } from './attachments.ts';
import { type AttachmentLimits, emptyIncoming, Room, takeIn } from './receive.ts';

/** What is read and written at a time. */
const PIECE_BYTES = 256 * 1024;

export class AttachmentRows implements Attachments {
  readonly #files: StoredFiles;
  readonly #incoming: string;
  readonly #limits: AttachmentLimits;

  private constructor(files: StoredFiles, incoming: string, limits: AttachmentLimits) {
    this.#files = files;
    this.#incoming = incoming;
    this.#limits = limits;
  }

  static async open(
    files: StoredFiles,
    dataDir: string,
    limits: AttachmentLimits,
  ): Promise<AttachmentRows> {
    return new AttachmentRows(files, await emptyIncoming(dataDir), limits);
  }

  async find(docId: DocId, sha256: AttachmentId): Promise<OpenAttachment | null> {
    const bytes = await this.#files.sizeOf(docId, sha256);
    if (bytes === null) return null;
    return { bytes, read: () => Readable.from(this.#read(docId, sha256, bytes)) };
  }

  sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null> {
    return this.#files.sizeOf(docId, sha256);
  }

  usedBy(docId: DocId): Promise<number> {
    return this.#files.usedBy(docId);
  }

  list(docId: DocId): Promise<AttachmentId[]> {
    return this.#files.list(docId);
  }

  async store(
    docId: DocId,
    sha256: AttachmentId,
    arriving: AsyncIterable<Uint8Array>,
    announced: number | null,
    mayStay: () => Promise<unknown> = async () => undefined,
  ): Promise<StoredAttachment> {
    const known = await this.sizeOf(docId, sha256);
    if (known !== null) return { sha256, bytes: known };
    const most = this.#limits.maxAttachmentBytesPerDocument;
    // What others take in at the same time is counted when it is stored.
    const used = { bytes: await this.#files.usedBy(docId), names: new Set<AttachmentId>() };
    const room = new Room(used, this.#limits);
    const arrival = { sha256, arriving, announced, mayStay };
    return takeIn(this.#incoming, arrival, room, async (path, bytes) => {
      const stored = await this.#files.put(docId, sha256, bytes, most, piecesOf(path));
      if (stored === 'deleted') throw new CatalogueError('document_deleted');
      if (stored === 'full') throw new CatalogueError('document_full');
    });
  }

  /** They go with the document, in the same transaction. */
  async removeAll(): Promise<void> {}

  async forget(): Promise<void> {}

  async *#read(docId: DocId, sha256: AttachmentId, bytes: number): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for (let place = 0; sent < bytes; place++) {
      const piece = await this.#files.piece(docId, sha256, place);
      if (piece === null) throw new Error('it was deleted meanwhile');
      sent += piece.length;
      yield piece;
    }
  }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    for (;;) {
      const buffer = new Uint8Array(PIECE_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
