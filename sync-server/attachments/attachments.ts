/**
 * Where pictures and files of documents are kept.
 *
 * Invariant: what is there under its name holds exactly the bytes its name is the hash of, and is
 * durable before anyone hears that it is stored.
 */
import type { Readable } from 'node:stream';
import type { DocId } from '../../shared/access/ids.ts';
import type { AttachmentId, StoredAttachment } from '../../shared/protocol/http.ts';

/** One that is there. Whoever asked for it reads it, or destroys what it is read from. */
export interface OpenAttachment {
  bytes: number;
  read(): Readable;
}

export interface Attachments {
  /** To read; null if the document has none of this name. */
  find(docId: DocId, sha256: AttachmentId): Promise<OpenAttachment | null>;
  /** Bytes of it, null if the document has none of this name. */
  sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null>;
  /** Bytes of all that the document has. */
  usedBy(docId: DocId): Promise<number>;
  /** What the document has now. */
  list(docId: DocId): Promise<AttachmentId[]>;
  /**
   * Stores what arrives, piece by piece. `announced` is how much the sender says it is, if they do.
   * What is there already is not read again. `mayStay` is asked when all has arrived, and throws what
   * stands in the way by then. Throws that, and `payload_too_large`, `document_full`,
   * `document_deleted`, `attachment_damaged`, `storage_failed` where there is too little room, or what
   * the disk, the store or the sender throws; then nothing has changed.
   */
  store(
    docId: DocId,
    sha256: AttachmentId,
    arriving: AsyncIterable<Uint8Array>,
    announced: number | null,
    mayStay?: () => Promise<unknown>,
  ): Promise<StoredAttachment>;
  /** Removes all of a document that was deleted; none is taken in for it any more. */
  removeAll(docId: DocId): Promise<void>;
  /** Removes all of a document that may come again, with them. */
  forget(docId: DocId): Promise<void>;
}
