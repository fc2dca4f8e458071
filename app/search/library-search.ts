/**
 * Keeps the index of all documents of this device up to date, and answers what is in it.
 *
 * Invariant: one of these runs in a browser at a time. It reads one document after another and
 * answers in between; what it has read is kept, so that a start reads only what changed since.
 */
import { readBlocks } from '../../shared/document/body.ts';
import { textOf } from '../../shared/document/schema.ts';
import { readTitle } from '../../shared/document/text.ts';
import { readStoredCopy, storedNames } from '../replica/stored-copy.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { IndexStore, type KeptText, type TextFacts } from './index-store.ts';
import { type IndexedText, LibraryIndex } from './library-index.ts';

export interface SearchResult {
  docId: string;
  /** Words that stand for what was asked: for marking. */
  words: string[];
  /** Null where only the title has them. */
  excerpt: Excerpt | null;
}

export interface SearchAnswer {
  results: SearchResult[];
  /** Documents that have yet to be read. */
  waiting: number;
}

/** After this much rest the index is kept, ms; while much is read, after so many documents. */
const KEEP_AFTER_MS = 4000;
const KEEP_AFTER_DOCUMENTS = 1000;
/** A document that is being written is read when it rests, ms. */
const REST_MS = 800;

export class LibrarySearch {
  readonly #store: IndexStore;
  readonly #index: LibraryIndex;
  readonly #facts: Map<string, TextFacts>;
  readonly #waiting = new Set<string>();
  #isReading = false;
  #unkept = 0;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #onIdle: (() => void)[] = [];
  readonly #onRead: () => void;

  private constructor(
    store: IndexStore,
    index: LibraryIndex,
    facts: Map<string, TextFacts>,
    onRead: () => void,
  ) {
    this.#onRead = onRead;
    this.#store = store;
    this.#index = index;
    this.#facts = facts;
  }

  /** `onRead` is told when something else may be found than before. */
  static async open(onRead: () => void = () => {}): Promise<LibrarySearch> {
    const store = new IndexStore();
    const [facts, kept] = await Promise.all([store.facts(), store.index()]);
    const index = kept ? await LibraryIndex.from(kept.index) : LibraryIndex.empty();
    const search = new LibrarySearch(store, index, facts, onRead);
    for (const docId of kept?.readings.keys() ?? []) if (!facts.has(docId)) index.drop(docId);
    // Read since the index was kept.
    for (const [docId, { reading }] of facts) {
      if (kept?.readings.get(docId) === reading && index.has(docId)) continue;
      const text = await store.text(docId);
      if (text) search.#put(docId, text);
    }
    for (const docId of await store.changed()) search.#waiting.add(docId);
    void search.#read();
    return search;
  }

  /** Resolves when every document has been read. */
  whenIdle(): Promise<void> {
    if (this.#waiting.size === 0 && !this.#isReading) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** These have changed, and are marked so. */
  changed(docIds: Iterable<string>): void {
    for (const docId of docIds) this.#waiting.add(docId);
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => void this.#read(), REST_MS);
  }

  /** Has all of these read, and drops everything about others, which are not known here any more. */
  async keepOnly(docIds: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#facts.keys()].filter((docId) => !docIds.has(docId));
    await this.forget(gone);
    for (const name of await storedNames()) {
      if (docIds.has(name) && !this.#facts.has(name)) this.#waiting.add(name);
    }
    void this.#read();
  }

  /** What each document takes on this device, in bytes. */
  sizes(): Map<string, number> {
    return new Map([...this.#facts].map(([docId, { bytes }]) => [docId, bytes]));
  }

  async find(query: string): Promise<SearchAnswer> {
    const results = await Promise.all(
      this.#index.find(query).map(async ({ id, words }): Promise<SearchResult> => {
        const text = await this.#store.text(id);
        const excerpt = text ? excerptOf(text.blocks, words) : null;
        return { docId: id, words, excerpt };
      }),
    );
    return { results, waiting: this.#waiting.size };
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (const docId of this.#waiting) {
      // Changed meanwhile, it comes again.
      this.#waiting.delete(docId);
      try {
        await this.#readOne(docId);
      } catch (error) {
        // It stays marked, so the next start tries again.
        console.error('A document could not be read for the search.', error);
      }
    }
    this.#isReading = false;
    this.#onRead();
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  async #readOne(docId: string): Promise<void> {
    const mark = await this.#store.markOf(docId);
    const copy = await readStoredCopy(docId);
    if (!copy) {
      await this.forget([docId]);
      return;
    }
    const blocks = readBlocks(copy.doc).flatMap((block) => {
      const line = textOf(block)
        .replace(/[\s\uFFFC]+/g, ' ')
        .trim();
      return line === '' ? [] : [[block.id, line] as const];
    });
    const text = { title: readTitle(copy.doc), blocks };
    copy.doc.destroy();
    const reading = (this.#facts.get(docId)?.reading ?? 0) + 1;
    const facts = { reading, bytes: copy.bytes };
    const before = await this.#store.text(docId);
    if (before) this.#index.remove(indexed(docId, before));
    await this.#store.keepText(docId, text, facts, mark);
    this.#facts.set(docId, facts);
    this.#put(docId, text);
  }

  #put(docId: string, text: KeptText): void {
    this.#index.put(indexed(docId, text));
    this.#keepSoon();
  }

  async forget(docIds: readonly string[]): Promise<void> {
    const known = docIds.filter((docId) => this.#facts.has(docId));
    for (const docId of docIds) {
      const text = await this.#store.text(docId);
      if (text) this.#index.remove(indexed(docId, text));
      this.#facts.delete(docId);
      this.#waiting.delete(docId);
    }
    if (docIds.length > 0) await this.#store.forget(docIds);
    if (known.length === 0) return;
    // What was deleted is in nothing that is kept.
    await this.keep();
  }

  #keepSoon(): void {
    this.#unkept++;
    clearTimeout(this.#keepTimer);
    const wait = this.#unkept > KEEP_AFTER_DOCUMENTS ? 0 : KEEP_AFTER_MS;
    this.#keepTimer = setTimeout(() => void this.keep(), wait);
  }

  close(): void {
    clearTimeout(this.#keepTimer);
    clearTimeout(this.#restTimer);
    this.#store.close();
  }

  /** Keeps the index as it is now. */
  async keep(): Promise<void> {
    this.#unkept = 0;
    clearTimeout(this.#keepTimer);
    await this.#index.tidy();
    const readings = new Map([...this.#facts].map(([docId, { reading }]) => [docId, reading]));
    try {
      await this.#store.keepIndex({ index: this.#index.toJSON(), readings });
    } catch (error) {
      // The next start then builds it from the texts.
      console.error('The index could not be kept.', error);
    }
  }
}

function indexed(id: string, { title, blocks }: KeptText): IndexedText {
  return { id, title, text: blocks.map(([, line]) => line).join('\n') };
}
