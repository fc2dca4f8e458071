/**
 * Finds documents by the words of their titles and texts.
 *
 * Invariant: a document is found by every word that it has now, by the beginning of the last word of
 * a query, and by none that it had before; words that are written nearly so are looked for only where
 * nothing has them as they are; so are the characters of scripts without blanks between words where
 * they do not stand together.
 */
import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from 'minisearch';
import { askedJustSo, askedOf, foundBy, wordsOf } from '../../shared/library/find-entries.ts';

export interface IndexedText {
  id: string;
  title: string;
  text: string;
}

interface Hit {
  id: string;
  /** Words of the document that the query stands for. */
  words: string[];
}

const OPTIONS: Options<IndexedText> = {
  fields: ['title', 'text'],
  tokenize: foundBy,
  // The words are folded already.
  processTerm: (word) => word,
};
const EXACTLY: SearchOptions = {
  combineWith: 'AND',
  boost: { title: 4 },
  prefix: true,
  tokenize: askedJustSo,
};
/** Shorter words have too many neighbours. */
const NEARLY: SearchOptions = {
  ...EXACTLY,
  tokenize: wordsOf,
  fuzzy: (word) => (word.length > 4 ? 0.2 : false),
};
const MOST_HITS = 60;

export class LibraryIndex {
  readonly #index: MiniSearch<IndexedText>;

  private constructor(index: MiniSearch<IndexedText>) {
    this.#index = index;
  }

  static empty(): LibraryIndex {
    return new LibraryIndex(new MiniSearch(OPTIONS));
  }

  /** Takes up what `toJSON` gave; it lets others run meanwhile. */
  static async from(kept: AsPlainObject): Promise<LibraryIndex> {
    return new LibraryIndex(await MiniSearch.loadJSAsync(kept, OPTIONS));
  }

  get size(): number {
    return this.#index.documentCount;
  }

  has(id: string): boolean {
    return this.#index.has(id);
  }

  put(text: IndexedText): void {
    if (this.#index.has(text.id)) this.#index.discard(text.id);
    this.#index.add(text);
  }

  /** Takes every word of it out, where it is known as it was put in. */
  remove(text: IndexedText): void {
    if (this.#index.has(text.id)) this.#index.remove(text);
  }

  /** Takes out a document that is not known any more; `tidy` then drops its words, too. */
  drop(id: string): void {
    if (this.#index.has(id)) this.#index.discard(id);
  }

  /** Drops the words of documents that were replaced or taken out. */
  async tidy(): Promise<void> {
    if (this.#index.dirtCount > 0) await this.#index.vacuum();
  }

  /** `without`: documents that are not asked for, so that none of them takes another one's place. */
  find(query: string, without: ReadonlySet<string> = new Set()): Hit[] {
    if (wordsOf(query).length === 0) return [];
    const filter: SearchOptions = { filter: ({ id }) => !without.has(String(id)) };
    const exact = this.#index.search(query, { ...EXACTLY, ...filter });
    const hits = exact.length > 0 ? exact : this.#index.search(query, { ...NEARLY, ...filter });
    const asked = askedJustSo(query);
    return hits.slice(0, MOST_HITS).map(({ id, terms }) => ({
      id: String(id),
      words: [...new Set(terms.map((term) => askedOf(term, asked)))],
    }));
  }

  toJSON(): AsPlainObject {
    return this.#index.toJSON();
  }
}
