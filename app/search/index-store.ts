/**
 * What the search keeps on this device, so that it need not read every document at each start.
 *
 * Invariant: a document is marked as changed before it is read, and the mark goes in the transaction
 * that keeps what was read, unless it is so young that changes may have come behind it which nobody
 * has marked yet; so whatever ends in between, nothing stays unread.
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

export interface StoredText {
  title: string;
  blocks: BlockText[];
}

/** What is known of a document without its text. */
export interface TextFacts {
  /** Another number each time it was read, whoever read it. */
  reading: number;
  /** What the document takes on this device. */
  bytes: number;
  /** The documents it links to; not there where an earlier version read it. */
  links?: string[];
  /** Its first words; not there where an earlier version read it. */
  start?: string;
  /** By which rules it was read: see `READING_RULES`. */
  rules?: number;
}

interface StoredIndex {
  index: AsPlainObject;
  /** Which reading of each document is in it. */
  readings: Map<string, number>;
  /** By which rules texts were taken into words: see `WORDS`. */
  words?: number;
}

/** A document that is being written is marked this often, ms. */
export const MARK_EVERY_MS = 2000;
/** When a mark is as old as this, what was written behind it is stored or has a mark of its own, ms. */
export const SETTLED_MS = 3 * MARK_EVERY_MS;

/** Another number whenever another text comes of a document: one by other rules is read anew. */
export const READING_RULES = 1;

/** Another number whenever other words come of a text: an index by other rules is made anew. */
const WORDS = 4;

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

  factsOf(docId: string): Promise<TextFacts | undefined> {
    return this.#database.read(FACTS, (store) => store.get(docId));
  }

  text(docId: string): Promise<StoredText | undefined> {
    return this.#database.read(TEXTS, (store) => store.get(docId));
  }

  /** The mark of a change, to be read before the document is. */
  markOf(docId: string): Promise<unknown> {
    return this.#database.read(CHANGED, (store) => store.get(docId));
  }

  /** Keeps what was read after there was this mark; another one by now stays, and one not settled. */
  keepText(docId: string, text: StoredText, facts: TextFacts, mark: unknown): Promise<void> {
    return this.#write((store) => {
      store(TEXTS).put(text, docId);
      store(FACTS).put(facts, docId);
      if (!isSettled(mark)) return;
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
    const mark = `${Date.now()} ${Math.random()}`;
    // It is often the last thing a page does.
    return this.#database.writeAtOnce([CHANGED], (store) => {
      for (const docId of docIds) store(CHANGED).put(mark, docId);
    });
  }

  async index(): Promise<StoredIndex | undefined> {
    const kept = await this.#database.read<StoredIndex | undefined>(INDEX, (store) =>
      store.get(WHOLE),
    );
    return kept?.words === WORDS ? kept : undefined;
  }

  keepIndex(kept: StoredIndex): Promise<void> {
    return this.#write((store) => store(INDEX).put({ ...kept, words: WORDS }, WHOLE));
  }

  #write(work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
    return this.#database.write(STORES, work);
  }
}

/** Whether nothing that was written behind a mark can be missing from what is stored by now. */
export function isSettled(mark: unknown): boolean {
  // Marks of earlier versions were numbers, and are old by now.
  if (typeof mark !== 'string') return true;
  // A clock that was set back must not keep a mark for ever.
  return Math.abs(Date.now() - Number.parseInt(mark, 10)) >= SETTLED_MS;
}
