/**
 * What the search keeps on this device, so that it need not read every document at each start.
 *
 * Invariant: a document is marked as changed before it is read, and the mark goes in the transaction
 * that keeps what was read; so whatever ends in between, nothing stays unread.
 */
import type { AsPlainObject } from 'minisearch';
import type { BlockText } from './excerpt.ts';

const NAME = 'driftless-search';
const TEXTS = 'texts';
const FACTS = 'facts';
const CHANGED = 'changed';
const INDEX = 'index';
const STORES = [TEXTS, FACTS, CHANGED, INDEX];
const WHOLE = 'whole';

export interface KeptText {
  title: string;
  blocks: BlockText[];
}

/** What is known of a document without its text. */
export interface TextFacts {
  /** Another number each time it was read. */
  reading: number;
  /** What the document takes on this device. */
  bytes: number;
}

export interface KeptIndex {
  index: AsPlainObject;
  /** Which reading of each document is in it. */
  readings: Map<string, number>;
}

export class IndexStore {
  readonly #db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.#db = db;
    db.onversionchange = () => db.close();
  }

  static open(): Promise<IndexStore> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store);
      };
      request.onsuccess = () => resolve(new IndexStore(request.result));
      request.onerror = () => reject(request.error);
    });
  }

  close(): void {
    this.#db.close();
  }

  async facts(): Promise<Map<string, TextFacts>> {
    const store = this.#db.transaction(FACTS).objectStore(FACTS);
    const [keys, values] = await Promise.all([
      answer(store.getAllKeys()),
      answer<TextFacts[]>(store.getAll()),
    ]);
    return new Map(keys.map((key, at) => [String(key), values[at]!]));
  }

  text(docId: string): Promise<KeptText | undefined> {
    return answer(this.#db.transaction(TEXTS).objectStore(TEXTS).get(docId));
  }

  /** The mark of a change, to be read before the document is. */
  markOf(docId: string): Promise<unknown> {
    return answer(this.#db.transaction(CHANGED).objectStore(CHANGED).get(docId));
  }

  /** Keeps what was read after there was this mark; another one by now stays. */
  keepText(docId: string, text: KeptText, facts: TextFacts, mark: unknown): Promise<void> {
    return this.#write((stores) => {
      stores(TEXTS).put(text, docId);
      stores(FACTS).put(facts, docId);
      const marks = stores(CHANGED);
      const now = marks.get(docId);
      now.onsuccess = () => {
        if (now.result === mark) marks.delete(docId);
      };
    });
  }

  forget(docIds: readonly string[]): Promise<void> {
    return this.#write((stores) => {
      for (const name of [TEXTS, FACTS, CHANGED]) {
        for (const docId of docIds) stores(name).delete(docId);
      }
    });
  }

  async changed(): Promise<string[]> {
    const keys = await answer(this.#db.transaction(CHANGED).objectStore(CHANGED).getAllKeys());
    return keys.map(String);
  }

  markChanged(docIds: Iterable<string>): Promise<void> {
    const mark = Math.random();
    return this.#write((stores) => {
      for (const docId of docIds) stores(CHANGED).put(mark, docId);
    });
  }

  index(): Promise<KeptIndex | undefined> {
    return answer(this.#db.transaction(INDEX).objectStore(INDEX).get(WHOLE));
  }

  keepIndex(kept: KeptIndex): Promise<void> {
    return this.#write((stores) => stores(INDEX).put(kept, WHOLE));
  }

  #write(work: (stores: (name: string) => IDBObjectStore) => void): Promise<void> {
    const transaction = this.#db.transaction(STORES, 'readwrite');
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      work((name) => transaction.objectStore(name));
    });
  }
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
