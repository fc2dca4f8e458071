/** Entries of the library in order, and found by title. */
import type { LibraryEntry } from './library.ts';

/** What a list of documents is in the order of. */
export const SORTS = ['used', 'title', 'added'] as const;
export type Sort = (typeof SORTS)[number];

/** Pinned first; then what was used last, by title, or what came last. */
export function sortEntries(entries: readonly LibraryEntry[], sort: Sort = 'used'): LibraryEntry[] {
  const used = (entry: LibraryEntry) => entry.lastOpened ?? entry.added;
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const orders: Record<Sort, (a: LibraryEntry, b: LibraryEntry) => number> = {
    used: (a, b) => used(b) - used(a),
    added: (a, b) => b.added - a.added,
    // Those without a title come last.
    title: (a, b) => Number(a.title === '') - Number(b.title === '') || compare(a.title, b.title),
  };
  const order = orders[sort];
  return [...entries].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      order(a, b) ||
      (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : 0),
  );
}

/** The entries whose title holds every word of the query, whatever the case and accents. */
export function searchEntries(entries: readonly LibraryEntry[], query: string): LibraryEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const title = foldedTitle(entry);
    return words.every((word) => title.includes(word));
  });
}

const folded = new WeakMap<LibraryEntry, string>();

/** Of thousands at each key. */
function foldedTitle(entry: LibraryEntry): string {
  let title = folded.get(entry);
  if (title === undefined) {
    title = fold(entry.title);
    folded.set(entry, title);
  }
  return title;
}

/** From, and up to before. */
export type Stretch = readonly [from: number, to: number];

/** Where words of the query begin a word of the text, in order; whatever the case and accents. */
export function markWords(text: string, words: readonly string[]): Stretch[] {
  const wanted = words.map(fold).filter(Boolean);
  const marks: Stretch[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    const best = Math.max(0, ...wanted.map((start) => (word.startsWith(start) ? start.length : 0)));
    if (best === 0) continue;
    // Folded, a letter may be fewer or more characters than it was.
    const length = word.length === match[0].length ? best : match[0].length;
    marks.push([match.index, match.index + length]);
  }
  return marks;
}

/** A word; of what is written without spaces between words, a character. */
export const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

/** The words that a query asks for, or a text consists of. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => fold(word));
}

/** The same whatever the case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
