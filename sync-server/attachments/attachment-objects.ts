/**
 * Pictures and files of documents in a bucket, as `attachments/<docId>/<sha256>`; what was stored
 * before there was one is found where it was.
 *
 * Invariant: an object under its name holds exactly the bytes its name is the hash of, and is in the
 * bucket before anyone hears that it is stored. The bucket itself is the record. Nothing is removed of
 * a document that the store knows and that is not deleted. A bucket that fails costs pictures and
 * files, and nothing else: it is told, and tried again.
 *
 * What several nodes take in at the same moment for one document is counted by each alone.
 */
import { createHash, randomUUID } from 'node:crypto';
import { DocId, randomId } from '../../shared/access/ids.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { AttachmentId, type StoredAttachment } from '../../shared/protocol/http.ts';
import type { Log } from '../log.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import type { Attachments, OpenAttachment } from './attachments.ts';
import { type Bucket, BucketError } from './bucket.ts';
import { type AttachmentLimits, emptyIncoming, Room, takeIn, type Used } from './receive.ts';

const PREFIX = 'attachments/';
const PROBES = `${PREFIX}probe/`;
/** A bucket that failed is tried again so often, and one that did not so seldom. */
const TRY_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 86_400_000;
const FIRST_SWEEP_MS = 3_600_000;

export const keyOf = (docId: DocId, sha256: AttachmentId) => `${PREFIX}${docId}/${sha256}`;

interface AttachmentObjectsOptions {
  bucket: Bucket;
  /** Where they were kept before, and still are in part. */
  former: Attachments;
  storage: Pick<Storage, 'findDocument'>;
  dataDir: string;
  limits: AttachmentLimits;
  isDiskLow: () => boolean;
  log: Log;
}

/**
 * Makes sure that the bucket can be used for all that is needed of one. Throws StorageUnavailable with
 * a sentence if its settings are wrong; one that does not answer now may do so later. `mustBeRight` is
 * false where a server goes on that ran before: then nothing of the bucket hinders it.
 */
export async function tryBucket(bucket: Bucket, mustBeRight: boolean, log: Log): Promise<void> {
  try {
    await probe(bucket);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    if (mustBeRight && error.isRefusal)
      throw new StorageUnavailable(error.message, { cause: error });
    log.warn('bucket cannot be used yet', { why: error.message, error });
  }
}

/** Does once each of what is needed. */
async function probe(bucket: Bucket): Promise<void> {
  const key = `${PROBES}${randomId(12)}`;
  const bytes = new TextEncoder().encode(randomUUID());
  await bucket.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
  const found = await bucket.get(key);
  let read = '';
  if (found !== null) for await (const piece of found.read) read += Buffer.from(piece).toString();
  if (read !== Buffer.from(bytes).toString() || (await bucket.sizeOf(key)) === null) {
    throw new BucketError(
      'The bucket of S3_BUCKET does not give back at once what was put into it. Use a service that does.',
      { isRefusal: true },
    );
  }
  await bucket.remove(key);
}

export class AttachmentObjects implements Attachments {
  readonly #options: AttachmentObjectsOptions;
  readonly #incoming: string;
  /** What documents have that something arrives for at this moment, and how many things do. */
  readonly #arriving = new Map<DocId, { used: Promise<Used>; count: number }>();
  /** Of what is to be removed, that which could not be yet. */
  readonly #left = new Set<DocId>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #trouble: string | null = null;
  #trying: Promise<void> | null = null;
  #sweeping: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(options: AttachmentObjectsOptions, incoming: string) {
    this.#options = options;
    this.#incoming = incoming;
  }

  static async open(options: AttachmentObjectsOptions): Promise<AttachmentObjects> {
    return new AttachmentObjects(options, await emptyIncoming(options.dataDir));
  }

  /** What is wrong with the bucket, in a sentence with what to do; null if nothing is. */
  get trouble(): string | null {
    if (this.#trouble === null) return null;
    return `Pictures and files cannot be stored or read now, and wait on people's devices. ${this.#trouble}`;
  }

  /** Looks at the bucket from now on, and for what is left of deleted documents. */
  start(): void {
    const every = (ms: number, work: () => void) => {
      this.#timers.add(setInterval(work, ms).unref());
    };
    every(TRY_EVERY_MS, () => this.#trouble !== null && void this.look());
    every(LOOK_EVERY_MS, () => this.#trouble === null && void this.look());
    every(SWEEP_EVERY_MS, () => void this.sweep());
    this.#timers.add(setTimeout(() => void this.sweep(), FIRST_SWEEP_MS).unref());
    void this.look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#trying;
    await this.#sweeping;
  }

  async find(docId: DocId, sha256: AttachmentId): Promise<OpenAttachment | null> {
    const former = await this.#options.former.find(docId, sha256);
    if (former !== null) return former;
    const found = await this.#ask((bucket) => bucket.get(keyOf(docId, sha256)));
    return found && { bytes: found.bytes, read: () => found.read };
  }

  async sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null> {
    const former = await this.#options.former.sizeOf(docId, sha256);
    return former ?? (await this.#ask((bucket) => bucket.sizeOf(keyOf(docId, sha256))));
  }

  async usedBy(docId: DocId): Promise<number> {
    return (await this.#count(docId)).bytes;
  }

  async list(docId: DocId): Promise<AttachmentId[]> {
    const former = await this.#options.former.list(docId);
    return [...new Set([...former, ...(await this.#sizes(docId)).keys()])].sort();
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
    if (this.#options.isDiskLow()) throw new CatalogueError('storage_failed');
    const arrival = { sha256, arriving, announced, mayStay };
    return this.#whileArriving(docId, (used) =>
      takeIn(this.#incoming, arrival, new Room(used, this.#options.limits), async (path) => {
        await this.#ask((bucket) => bucket.putFile(keyOf(docId, sha256), path, sha256));
        await this.#expectStillThere(docId, sha256);
      }),
    );
  }

  async removeAll(docId: DocId): Promise<void> {
    await this.#options.former.removeAll(docId);
    await this.#removeSoon(docId);
  }

  async forget(docId: DocId): Promise<void> {
    await this.#options.former.forget(docId);
    await this.#removeSoon(docId);
  }

  /** Finds out whether the bucket can be used; does what could not be done before. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    this.#trying ??= this.#try().finally(() => {
      this.#trying = null;
    });
    await this.#trying;
  }

  /**
   * Removes what a server that ended in the middle left of deleted documents. Of a document that the
   * store does not know nothing is removed: it may be another store, or one that was put back.
   */
  async sweep(): Promise<void> {
    this.#sweeping = this.#sweeping
      .then(async () => {
        for await (const name of this.#options.bucket.folders(PREFIX)) {
          if (this.#isClosed) return;
          const docId = DocId.safeParse(name);
          if (!docId.success) continue;
          const known = await this.#options.storage.findDocument(docId.data);
          if (known !== null && known.deletedAt !== null) await this.#removeSoon(docId.data);
        }
      })
      .catch((error: unknown) => this.#options.log.warn('bucket not swept', { error }));
    await this.#sweeping;
  }

  async #try(): Promise<void> {
    const { bucket, log } = this.#options;
    try {
      // Where nothing failed, nothing is put: a bucket that keeps versions would keep each.
      if (this.#trouble === null) await bucket.sizeOf(PROBES);
      else await probe(bucket);
      if (this.#trouble !== null) log.info('bucket can be used again');
      this.#trouble = null;
    } catch (error) {
      this.#note(error);
      return;
    }
    for (const docId of [...this.#left]) {
      this.#left.delete(docId);
      await this.#removeSoon(docId);
    }
  }

  /** A failure of the bucket is the catalogue's to whoever asks, and told to whoever runs this. */
  async #ask<T>(use: (bucket: Bucket) => Promise<T>): Promise<T> {
    try {
      return await use(this.#options.bucket);
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      this.#note(error);
      throw new CatalogueError('storage_failed', { cause: error });
    }
  }

  #note(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    if (this.#trouble !== why) this.#options.log.warn('bucket failed', { why, error });
    this.#trouble = why;
  }

  /** Whoever deletes a document looks for what there is of it after that, and this after it was put. */
  async #expectStillThere(docId: DocId, sha256: AttachmentId): Promise<void> {
    const document = await this.#options.storage.findDocument(docId);
    if (document !== null && document.deletedAt === null) return;
    await this.#ask((bucket) => bucket.remove(keyOf(docId, sha256)));
    throw new CatalogueError(document === null ? 'document_unknown' : 'document_deleted');
  }

  /** Removes what there is of a document now, or later where the bucket fails. */
  async #removeSoon(docId: DocId): Promise<void> {
    const { bucket, storage, log } = this.#options;
    try {
      const keys = [...(await this.#sizes(docId)).keys()].map((sha256) => keyOf(docId, sha256));
      // Somebody may have brought it again meanwhile.
      const document = await storage.findDocument(docId);
      if (document !== null && document.deletedAt === null) return;
      for (const key of keys) await bucket.remove(key);
    } catch (error) {
      if (error instanceof BucketError) this.#note(error);
      log.warn('pictures and files of a removed document are still there', { docId, error });
      this.#left.add(docId);
    }
  }

  async #sizes(docId: DocId): Promise<Map<AttachmentId, number>> {
    return this.#ask(async (bucket) => {
      const prefix = `${PREFIX}${docId}/`;
      const sizes = new Map<AttachmentId, number>();
      for await (const { key, bytes } of bucket.list(prefix)) {
        const sha256 = AttachmentId.safeParse(key.slice(prefix.length));
        if (sha256.success) sizes.set(sha256.data, bytes);
      }
      return sizes;
    });
  }

  async #count(docId: DocId): Promise<Used> {
    const { former } = this.#options;
    const sizes = await this.#sizes(docId);
    // What was copied into the bucket is in both.
    for (const sha256 of await former.list(docId)) {
      if (!sizes.has(sha256)) sizes.set(sha256, (await former.sizeOf(docId, sha256)) ?? 0);
    }
    let bytes = 0;
    for (const size of sizes.values()) bytes += size;
    return { bytes, names: new Set(sizes.keys()) };
  }

  /** Counted once while things arrive: those on their way are in it. */
  async #whileArriving<T>(docId: DocId, take: (used: Used) => Promise<T>): Promise<T> {
    let entry = this.#arriving.get(docId);
    if (entry === undefined) {
      entry = { used: this.#count(docId), count: 0 };
      this.#arriving.set(docId, entry);
    }
    entry.count += 1;
    try {
      return await take(await entry.used);
    } finally {
      entry.count -= 1;
      if (entry.count === 0 && this.#arriving.get(docId) === entry) this.#arriving.delete(docId);
    }
  }
}
