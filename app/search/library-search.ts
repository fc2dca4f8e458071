/**
 * Keeps the index of all documents of this device up to date, and answers what is in it.
 *
 * Invariant: one of these runs in a browser at a time. It reads one document after another and
 * answers in between; what it has read is kept, so that a start reads only what changed since.
 */
import { readBlocks } from '../../shared/document/body.ts';
import { documentsIn } from '../../shared/document/linked-documents.ts';
import { readTitle } from '../../shared/document/text.ts';
import { wholeCharacters } from '../../shared/text/fold-case.ts';
import { readStoredCopy, storedNames } from '../replica/stored-copy.ts';
import { type BlockText, type Excerpt, excerptOf } from './excerpt.ts';
import {
  IndexStore,
  isSettled,
  READING_RULES,
  SETTLED_MS,
  type StoredText,
  type TextFacts,
} from './index-store.ts';
import { type IndexedText, LibraryIndex } from './library-index.ts';
import { lineOf } from './line-of.ts';

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
/** So often in a row a document is tried that cannot be read. */
const MOST_FAILURES = 5;

export class LibrarySearch {
  readonly #store: IndexStore;
  readonly #index: LibraryIndex;
  readonly #facts: Map<string, TextFacts>;
  readonly #waiting = new Set<string>();
  /** The one that is being read. */
  #reading: string | null = null;
  /** To be read once more: more of them may have been on its way into the storage, or it failed. */
  readonly #unsettled = new Set<string>();
  /** How often in a row a document could not be read. */
  readonly #failures = new Map<string, number>();
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
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
    for (const [docId, { links, start, rules }] of facts) {
      if (!links || start === undefined || rules !== READING_RULES) search.#waiting.add(docId);
    }
    void search.#read();
    return search;
  }

  /** Resolves when every document has been read. */
  whenIdle(): Promise<void> {
    if (this.#waiting.size === 0 && this.#reading === null) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** These have changed, and are marked so. */
  changed(docIds: Iterable<string>): void {
    for (const docId of docIds) this.#waiting.add(docId);
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => void this.#read(), REST_MS);
  }

  /**
   * Has all of these read, and drops everything about others, which are not known here any more.
   *
   * @param again which of them are read though nothing says that they changed
   */
  async keepOnly(docIds: ReadonlySet<string>, again: readonly string[] = []): Promise<void> {
    const gone = [...this.#facts.keys()].filter((docId) => !docIds.has(docId));
    await this.forget(gone);
    for (const name of await storedNames()) {
      if (docIds.has(name) && !this.#facts.has(name)) this.#waiting.add(name);
    }
    for (const docId of again) this.#waiting.add(docId);
    void this.#read();
  }

  /** What each document takes on this device, in bytes. */
  sizes(): Map<string, number> {
    return new Map([...this.#facts].map(([docId, { bytes }]) => [docId, bytes]));
  }

  async find(query: string, without: Iterable<string> = []): Promise<SearchAnswer> {
    const results = await Promise.all(
      this.#index
        .find(query, new Set(without))
        .map(async ({ id, words }): Promise<SearchResult> => {
          const text = await this.#store.text(id);
          const excerpt = text ? excerptOf(text.blocks, words) : null;
          return { docId: id, words, excerpt };
        }),
    );
    return { results, waiting: this.#waiting.size + (this.#reading === null ? 0 : 1) };
  }

  async #read(): Promise<void> {
    if (this.#reading !== null) return;
    for (const docId of this.#waiting) {
      // Changed meanwhile, it comes again.
      this.#waiting.delete(docId);
      this.#reading = docId;
      try {
        await this.#readOne(docId);
        this.#failures.delete(docId);
      } catch (error) {
        // It stays marked, so the next start tries again where this one gives up.
        console.error('A document could not be read for the search.', error);
        const failures = (this.#failures.get(docId) ?? 0) + 1;
        this.#failures.set(docId, failures);
        if (failures < MOST_FAILURES) this.#readAgainWhenSettled(docId);
      }
    }
    this.#reading = null;
    this.#onRead();
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  async #readOne(docId: string): Promise<void> {
    const mark = await this.#store.markOf(docId);
    if (!isSettled(mark)) this.#readAgainWhenSettled(docId);
    const copy = await readStoredCopy(docId);
    if (!copy) {
      // What was made a moment ago may not be stored yet.
      if (isSettled(mark)) await this.forget([docId]);
      return;
    }
    const whole = readBlocks(copy.doc);
    const links = [...documentsIn(whole)];
    const blocks = whole.flatMap((block) => {
      const line = lineOf(block);
      return line === '' ? [] : [[block.id, line] as const];
    });
    const text = { title: readTitle(copy.doc), blocks };
    copy.doc.destroy();
    // A number of its own: one that was forgotten, or read by another worker, must not count alike.
    const reading = Math.random();
    const facts: TextFacts = {
      reading,
      bytes: copy.bytes,
      links,
      start: startOf(blocks),
      rules: READING_RULES,
    };
    const before = await this.#store.text(docId);
    if (before) this.#index.remove(indexed(docId, before));
    await this.#store.keepText(docId, text, facts, mark);
    this.#facts.set(docId, facts);
    this.#put(docId, text);
  }

  #readAgainWhenSettled(docId: string): void {
    this.#unsettled.add(docId);
    this.#settleTimer ??= setTimeout(() => {
      this.#settleTimer = undefined;
      for (const unsettled of this.#unsettled) this.#waiting.add(unsettled);
      this.#unsettled.clear();
      void this.#read();
    }, SETTLED_MS);
  }

  #put(docId: string, text: StoredText): void {
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
      this.#unsettled.delete(docId);
      this.#failures.delete(docId);
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
    clearTimeout(this.#settleTimer);
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

/** As much as a row has room for. */
const START = 160;

function startOf(blocks: readonly BlockText[]): string {
  let start = '';
  for (const [, line] of blocks) {
    if (start.length >= START) break;
    start += start === '' ? line : ` ${line}`;
  }
  return start.slice(0, wholeCharacters(start, Math.min(start.length, START)));
}

function indexed(id: string, { title, blocks }: StoredText): IndexedText {
  return { id, title, text: blocks.map(([, line]) => line).join('\n') };
}
