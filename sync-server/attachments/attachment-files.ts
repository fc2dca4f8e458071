/**
 * Pictures and files of documents, as files beside the database: `attachments/<docId>/<sha256>`.
 *
 * Invariant: a file under its name holds exactly the bytes its name is the hash of, and is durable
 * before anyone hears that it is stored. What is on its way lies in `incoming/` under another name,
 * so a crash leaves nothing half that could be served; what it leaves there goes at the next start.
 *
 * The folder itself is the record: there is no table that could say something else than the disk.
 */
import { renameSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocId, randomId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { AttachmentId, type StoredAttachment } from '../../shared/protocol/http.ts';
import type { Attachments, OpenAttachment } from './attachments.ts';
import {
  type AttachmentLimits,
  emptyIncoming,
  FOLDER,
  INCOMING,
  Room,
  takeIn,
  type Used,
} from './receive.ts';

export class AttachmentFiles implements Attachments {
  readonly #folder: string;
  readonly #limits: AttachmentLimits;
  /** Documents deleted since the start. */
  readonly #gone = new Set<DocId>();
  /** What each document that was written to since the start has. */
  readonly #used = new Map<DocId, Promise<Used>>();

  readonly #isDiskLow: () => boolean;

  private constructor(folder: string, limits: AttachmentLimits, isDiskLow: () => boolean) {
    this.#folder = folder;
    this.#limits = limits;
    this.#isDiskLow = isDiskLow;
  }

  /** Opens the folder inside the data folder, and clears away what a crash left half done. */
  static async open(
    dataDir: string,
    limits: AttachmentLimits,
    isDiskLow: () => boolean = () => false,
  ): Promise<AttachmentFiles> {
    const folder = join(dataDir, FOLDER);
    await emptyIncoming(dataDir);
    return new AttachmentFiles(folder, limits, isDiskLow);
  }

  /** The file, to read; null if the document has none of this name. */
  async find(docId: DocId, sha256: AttachmentId): Promise<OpenAttachment | null> {
    let handle: FileHandle;
    try {
      handle = await open(this.#pathOf(docId, sha256), 'r');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      // The stream closes the file, also when whoever asked goes away in the middle.
      return { bytes: (await handle.stat()).size, read: () => handle.createReadStream() };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Bytes of the file, null if the document has none of this name. */
  async sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null> {
    try {
      return (await stat(this.#pathOf(docId, sha256))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async usedBy(docId: DocId): Promise<number> {
    return (await this.#usedBy(docId)).bytes;
  }

  /** What the document has, as the disk says it now. */
  async list(docId: DocId): Promise<AttachmentId[]> {
    const names = await namesIn(join(this.#folder, docId));
    return names.filter((name) => AttachmentId.safeParse(name).success);
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
    if (this.#isDiskLow()) throw new CatalogueError('storage_failed');
    const room = new Room(await this.#usedBy(docId), this.#limits);
    const arrival = { sha256, arriving, announced, mayStay };
    return takeIn(join(this.#folder, INCOMING), arrival, room, async (path) => {
      if (this.#gone.has(docId)) throw new CatalogueError('document_deleted');
      await mkdir(join(this.#folder, docId), { recursive: true, mode: 0o700 });
      // Sent twice at once, the second replaces the first by the same bytes.
      await rename(path, this.#pathOf(docId, sha256));
      await syncFolder(join(this.#folder, docId));
      await syncFolder(this.#folder);
      if (!this.#gone.has(docId)) return;
      await this.removeAll(docId);
      throw new CatalogueError('document_deleted');
    });
  }

  /** Removes all files of a document that was deleted; none is taken in for it any more. */
  async removeAll(docId: DocId): Promise<void> {
    this.#gone.add(docId);
    this.#used.delete(docId);
    await rm(join(this.#folder, docId), { recursive: true, force: true });
  }

  /** Removes all files of a document that may come again, with them. */
  async forget(docId: DocId): Promise<void> {
    this.#used.delete(docId);
    const leaving = join(this.#folder, INCOMING, randomId(24));
    try {
      // At once, so that nothing goes that somebody brings meanwhile.
      renameSync(join(this.#folder, docId), leaving);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await rm(leaving, { recursive: true, force: true });
  }

  #pathOf(docId: DocId, sha256: AttachmentId): string {
    return join(this.#folder, docId, sha256);
  }

  #usedBy(docId: DocId): Promise<Used> {
    let used = this.#used.get(docId);
    if (used === undefined) {
      used = this.#countFiles(docId);
      this.#used.set(docId, used);
      // A folder that could not be read now may be readable the next time.
      used.catch(() => this.#used.delete(docId));
    }
    return used;
  }

  async #countFiles(docId: DocId): Promise<Used> {
    const used: Used = { bytes: 0, names: new Set() };
    for (const name of await namesIn(join(this.#folder, docId))) {
      const bytes = AttachmentId.safeParse(name).success ? await this.sizeOf(docId, name) : null;
      if (bytes === null) continue;
      used.bytes += bytes;
      used.names.add(name);
    }
    return used;
  }
}

/** A new name in a folder is durable only once the folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows has no handle to a folder, and keeps its names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
