/**
 * What the search keeps on this device, so that it need not read every document at each start.
 *
 * Invariant: a document is marked as changed before it is read, and the mark goes in the transaction
 * that keeps what was read; so whatever ends in between, nothing stays unread.
 */
import type { AsPlainObject } from 'minisearch';
import { Database } from '../replica/database.ts';
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
  readonly #database = new Database(NAME, (db) => {
    for (const store of STORES) db.createObjectStore(store);
  });

  /** What is asked afterwards opens it again. */
  close(): void {
    this.#database.close();
  }

  async facts(): Promise<Map<string, TextFacts>> {
    let keys: IDBRequest<IDBValidKey[]> | undefined;
    const values = await this.#database.read<TextFacts[]>(FACTS, (store) => {
      // Of one transaction, and answered first.
      keys = store.getAllKeys();
      return store.getAll();
    });
    return new Map(keys!.result.map((key, at) => [String(key), values[at]!]));
  }

  text(docId: string): Promise<KeptText | undefined> {
    return this.#database.read(TEXTS, (store) => store.get(docId));
  }

  /** The mark of a change, to be read before the document is. */
  markOf(docId: string): Promise<unknown> {
    return this.#database.read(CHANGED, (store) => store.get(docId));
  }

  /** Keeps what was read after there was this mark; another one by now stays. */
  keepText(docId: string, text: KeptText, facts: TextFacts, mark: unknown): Promise<void> {
    return this.#write((store) => {
      store(TEXTS).put(text, docId);
      store(FACTS).put(facts, docId);
      const marks = store(CHANGED);
      const now = marks.get(docId);
      now.onsuccess = () => {
        if (now.result === mark) marks.delete(docId);
      };
    });
  }

  forget(docIds: readonly string[]): Promise<void> {
    return this.#write((store) => {
      for (const name of [TEXTS, FACTS, CHANGED]) {
        for (const docId of docIds) store(name).delete(docId);
      }
    });
  }

  async changed(): Promise<string[]> {
    const keys = await this.#database.read(CHANGED, (store) => store.getAllKeys());
    return keys.map(String);
  }

  markChanged(docIds: Iterable<string>): Promise<void> {
    const mark = Math.random();
    return this.#write((store) => {
      for (const docId of docIds) store(CHANGED).put(mark, docId);
    });
  }

  index(): Promise<KeptIndex | undefined> {
    return this.#database.read(INDEX, (store) => store.get(WHOLE));
  }

  keepIndex(kept: KeptIndex): Promise<void> {
    return this.#write((store) => store(INDEX).put(kept, WHOLE));
  }

  #write(work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
    return this.#database.write(STORES, work);
  }
}
