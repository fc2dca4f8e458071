/**
 * Takes in a picture or a file, piece by piece, into a file that is not served.
 *
 * Invariant: what does not fit, or is not what its name says, comes to nothing; what a crash leaves
 * here goes at the next start.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { AttachmentId, StoredAttachment } from '../../shared/protocol/http.ts';
import { notWritable, StorageUnavailable } from '../storage/storage.ts';

export const FOLDER = 'attachments';
/** No document is called so: ids of documents are longer. */
export const INCOMING = 'incoming';

export interface AttachmentLimits {
  maxAttachmentBytes: number;
  maxAttachmentBytesPerDocument: number;
}

/**
 * Clears away what a crash left half done; resolves with where things arrive. Throws StorageUnavailable
 * where nothing can.
 */
export async function emptyIncoming(dataDir: string): Promise<string> {
  const incoming = join(dataDir, FOLDER, INCOMING);
  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    return incoming;
  } catch (cause) {
    throw new StorageUnavailable(notWritable(dataDir), { cause });
  }
}

/** What a document has. */
export interface Used {
  /** Of all files, those on their way included. */
  bytes: number;
  /** Those that are stored. */
  names: Set<AttachmentId>;
}

/** What one file takes of its document's room, from its first byte on. */
export class Room {
  readonly #used: Used;
  readonly #limits: AttachmentLimits;
  #taken = 0;

  constructor(used: Used, limits: AttachmentLimits) {
    this.#used = used;
    this.#limits = limits;
  }

  /** Makes sure that so many bytes are taken. Throws `payload_too_large` or `document_full`. */
  take(bytes: number): void {
    if (bytes <= this.#taken) return;
    if (bytes > this.#limits.maxAttachmentBytes) throw new CatalogueError('payload_too_large');
    const used = this.#used.bytes + bytes - this.#taken;
    if (used > this.#limits.maxAttachmentBytesPerDocument) {
      throw new CatalogueError('document_full');
    }
    this.#used.bytes = used;
    this.#taken = bytes;
  }

  /** Lets go of what was announced and did not come. */
  keep(bytes: number): void {
    this.#used.bytes -= this.#taken - bytes;
    this.#taken = bytes;
  }

  giveBack(): void {
    this.keep(0);
  }

  /** It is one of the document's. Sent twice at once, it is there once. */
  stored(name: AttachmentId): void {
    if (this.#used.names.has(name)) this.giveBack();
    this.#used.names.add(name);
  }
}

/** One on its way, as `Attachments.store` is told of it. */
interface Arrival {
  sha256: AttachmentId;
  arriving: AsyncIterable<Uint8Array>;
  announced: number | null;
  mayStay: () => Promise<unknown>;
}

/**
 * Takes one in, and has it kept from where it lies then. Where any of that throws, what it took is
 * given back, and nothing is left in the folder.
 *
 * @param incoming as `emptyIncoming` gives it
 */
export async function takeIn(
  incoming: string,
  { sha256, arriving, announced, mayStay }: Arrival,
  room: Room,
  keep: (path: string, bytes: number) => Promise<void>,
): Promise<StoredAttachment> {
  if (announced !== null) room.take(announced);
  const path = join(incoming, randomId(24));
  try {
    const bytes = await receive(path, sha256, arriving, room);
    await mayStay();
    await keep(path, bytes);
    room.stored(sha256);
    return { sha256, bytes };
  } catch (error) {
    room.giveBack();
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes to `path` what arrives, checks it and makes it durable. Returns how much it was. */
async function receive(
  path: string,
  sha256: AttachmentId,
  arriving: AsyncIterable<Uint8Array>,
  room: Room,
): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of arriving) {
      bytes += piece.length;
      room.take(bytes);
      hash.update(piece);
      await handle.appendFile(piece);
    }
    if (hash.digest('hex') !== sha256) throw new CatalogueError('attachment_damaged');
    room.keep(bytes);
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}
