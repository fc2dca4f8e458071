/**
 * Pictures and files on this device, in an IndexedDB database of their own (opened only here).
 *
 * Invariant: "kept" is said only after the transaction has committed that holds the bytes, and which
 * document they belong to. What cannot be kept stays in memory until the server has it, is known as
 * such, and is tried again with the next write.
 */
import { DocId } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { ErrorCode } from '../../shared/protocol/errors.ts';
import { AttachmentId as AttachmentIdSchema } from '../../shared/protocol/http.ts';
import { int, nullable, type Of, object, oneOf } from '../../shared/shape.ts';
import { Database } from '../replica/database.ts';

const DATABASE = 'driftless-attachments';
/** SHA-256 → bytes, whichever documents show them. */
const BYTES = 'bytes';
/** [document, SHA-256] → what is known of it on the server. */
const USES = 'uses';

/** That a document shows an attachment, and whether the server has it for that document. */
const Use = object({
  docId: DocId,
  id: AttachmentIdSchema,
  bytes: int(0),
  server: oneOf(['waiting', 'stored', 'refused']),
  /** Why the server does not take it. */
  refusal: nullable(ErrorCode),
});
export type Use = Of<typeof Use>;
/** What a tab tells the others. */
const Change = object({ docId: DocId, id: AttachmentIdSchema });

type UseChange = Pick<Use, 'docId' | 'id'>;

interface Unkept {
  use: Use;
  blob: Blob;
  hasFailed: boolean;
}

export class AttachmentStore {
  readonly #database: Database;
  readonly #listeners = new Set<(change: UseChange) => void>();
  /** Tells other tabs; null where there is no such thing. */
  #channel: BroadcastChannel | null;
  /** What this device could not keep so far, or is about to, by [document, SHA-256]. */
  readonly #unkept = new Map<string, Unkept>();
  /** What this page had kept and the server has not yet, for the case that the browser throws it away. */
  readonly #waiting = new Map<string, Unkept>();

  constructor(name = DATABASE) {
    this.#database = new Database(
      name,
      (db) => {
        for (const store of [BYTES, USES]) db.createObjectStore(store);
      },
      () => void this.#keepAgain(),
    );
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
    if (this.#channel) {
      this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const change = Change.safeParse(data);
        if (change.success) this.#tell(change.data);
      };
    }
  }

  /** Calls `listener` when something changed here or in another tab; returns how to stop it. */
  subscribe(listener: (change: UseChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps the bytes for a document. Resolves to whether this device has them for good. */
  async keep(use: Use, blob: Blob): Promise<boolean> {
    const key = keyOf(use);
    const unkept: Unkept = { use, blob, hasFailed: false };
    this.#unkept.set(key, unkept);
    try {
      // What could not be kept before may be now.
      await this.#keepUnkept();
      return true;
    } catch (error) {
      console.error('A picture or file cannot be kept on this device.', error);
      unkept.hasFailed = true;
      // What the server has can be fetched again, and need not fill the memory.
      if (use.server === 'stored') this.#unkept.delete(key);
      this.#changed(use);
      return false;
    }
  }

  /** @throws Error if nothing could be kept */
  async #keepUnkept(): Promise<void> {
    const due = [...this.#unkept.values()];
    await this.#database.write([BYTES, USES], (store) => {
      for (const { use, blob } of due) {
        store(BYTES).put(blob, use.id);
        store(USES).put(use, keyOf(use));
      }
    });
    for (const one of due) {
      const key = keyOf(one.use);
      if (this.#unkept.get(key) === one) this.#unkept.delete(key);
      if (one.use.server === 'waiting') this.#waiting.set(key, one);
      this.#changed(one.use);
    }
  }

  /** The browser may have cleared its databases under an open page. */
  async #keepAgain(): Promise<void> {
    if (this.#waiting.size === 0) return;
    for (const [key, one] of this.#waiting)
      if (!this.#unkept.has(key)) this.#unkept.set(key, { ...one, hasFailed: true });
    this.#waiting.clear();
    try {
      await this.#keepUnkept();
    } catch (error) {
      console.error('Pictures and files are not on this device any more.', error);
      for (const { use } of this.#unkept.values()) this.#changed(use);
    }
  }

  /** The bytes, or null where this device does not have them, or cannot read them now. */
  async find(id: AttachmentId): Promise<Blob | null> {
    try {
      return await this.read(id);
    } catch (error) {
      console.error('Pictures and files on this device cannot be read.', error);
      return null;
    }
  }

  /** The bytes, or null where this device does not have them. Throws where it cannot read them now. */
  async read(id: AttachmentId): Promise<Blob | null> {
    for (const { use, blob } of this.#unkept.values()) if (use.id === id) return blob;
    const found: unknown = await this.#database.read(BYTES, (store) => store.get(id));
    return found instanceof Blob ? found : null;
  }

  /** What is known of an attachment of a document. */
  async use(docId: DocId, id: AttachmentId): Promise<Use | null> {
    const key = keyOf({ docId, id });
    const held = this.#unkept.get(key);
    if (held) return held.use;
    const parsed = Use.safeParse(await this.#read(USES, (store) => store.get(key)));
    return parsed.success ? parsed.data : null;
  }

  /** Everything that some document of this device shows. */
  async uses(): Promise<Use[]> {
    const stored = ((await this.#read(USES, (store) => store.getAll())) ?? []) as unknown[];
    const uses = new Map<string, Use>();
    for (const value of stored) {
      const use = Use.safeParse(value);
      if (use.success) uses.set(keyOf(use.data), use.data);
    }
    for (const [key, { use }] of this.#unkept) uses.set(key, use);
    return [...uses.values()];
  }

  /** Whether these bytes would be gone with this page. */
  isUnkept(docId: DocId, id: AttachmentId): boolean {
    return this.#unkept.get(keyOf({ docId, id }))?.hasFailed ?? false;
  }

  /** Whether anything would be gone with this page, and is not on the server either. */
  get hasOnlyCopies(): boolean {
    return [...this.#unkept.values()].some(({ use }) => use.server !== 'stored');
  }

  /** Notes what the server said. Nothing where the document is not on this device any more. */
  async note(
    { docId, id }: UseChange,
    server: Use['server'],
    refusal: ErrorCode | null = null,
  ): Promise<void> {
    const key = keyOf({ docId, id });
    this.#waiting.delete(key);
    const held = this.#unkept.get(key);
    if (held && server === 'stored') this.#unkept.delete(key);
    else if (held) {
      this.#unkept.set(key, { ...held, use: { ...held.use, server, refusal } });
    } else {
      await this.#database.write([USES], (store) => {
        const uses = store(USES);
        const stored = uses.get(key);
        stored.onsuccess = () => {
          const use = Use.safeParse(stored.result);
          if (use.success) uses.put({ ...use.data, server, refusal }, key);
        };
      });
    }
    this.#changed({ docId, id });
  }

  /** Forgets what a document shows, and the bytes that no other document of this device does. */
  async forgetDocument(docId: DocId): Promise<void> {
    for (const [key, { use }] of this.#waiting) if (use.docId === docId) this.#waiting.delete(key);
    for (const [key, { use }] of this.#unkept) {
      if (use.docId !== docId) continue;
      this.#unkept.delete(key);
      this.#changed(use);
    }
    await this.#database.write([BYTES, USES], (store) => {
      const uses = store(USES);
      const all = uses.getAll();
      all.onsuccess = () => {
        const known = (all.result as unknown[]).flatMap((value) => {
          const use = Use.safeParse(value);
          return use.success ? [use.data] : [];
        });
        const others = new Set(known.filter((use) => use.docId !== docId).map(({ id }) => id));
        for (const use of known) {
          if (use.docId !== docId) continue;
          uses.delete(keyOf(use));
          if (!others.has(use.id)) store(BYTES).delete(use.id);
        }
      };
    });
  }

  close(): void {
    this.#channel?.close();
    this.#channel = null;
    this.#listeners.clear();
    this.#database.close();
  }

  #changed(change: UseChange): void {
    const { docId, id } = change;
    this.#channel?.postMessage({ docId, id });
    this.#tell({ docId, id });
  }

  #tell(change: UseChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  /** The value, or undefined where nothing can be read. */
  async #read<T>(
    name: string,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    try {
      return await this.#database.read(name, ask);
    } catch (error) {
      console.error('Pictures and files on this device cannot be read.', error);
      return undefined;
    }
  }
}

function keyOf({ docId, id }: UseChange): string {
  return `${docId} ${id}`;
}
