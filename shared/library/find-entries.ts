/** Entries of the library in order, and found by title. */

import { LAST_TIME } from '../shape.ts';
import { FoldedText, foldCase } from '../text/fold-case.ts';
import { isOnlyBegun } from './begun.ts';
import { AHEAD_MS, type LibraryEntry } from './library.ts';

/** What a list of documents is in the order of. */
export const SORTS = ['used', 'edited', 'title', 'added'] as const;
export type Sort = (typeof SORTS)[number];

/** Pinned first; then what was used or written in last, by title, or what came last. */
export function sortEntries(
  entries: readonly LibraryEntry[],
  sort: Sort = 'used',
  now = Date.now(),
): LibraryEntry[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const last = new Map(entries.map((entry) => [entry, lastTime(entry, sort, now + AHEAD_MS)]));
  const later = (a: LibraryEntry, b: LibraryEntry) => last.get(b)! - last.get(a)!;
  const orders: Record<Sort, (a: LibraryEntry, b: LibraryEntry) => number> = {
    used: later,
    edited: later,
    added: later,
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

/** By which time a document is listed; those with none but by a clock that was ahead come last. */
function lastTime({ added, lastOpened, edited }: LibraryEntry, sort: Sort, latest: number): number {
  const own = { used: lastOpened, edited: edited?.at, added, title: null }[sort] ?? added;
  return [own, added].find((time) => time <= latest) ?? own - LAST_TIME;
}

/**
 * The entries whose title holds every word of the query, whatever the case and accents; without those
 * that were only begun.
 */
export function searchEntries(entries: readonly LibraryEntry[], query: string): LibraryEntry[] {
  const words = foldCase(query).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const title = foldedTitle(entry);
    return !isOnlyBegun(entry) && words.every((word) => title.includes(word));
  });
}

const folded = new WeakMap<LibraryEntry, string>();

/** Of thousands at each key. */
function foldedTitle(entry: LibraryEntry): string {
  let title = folded.get(entry);
  if (title === undefined) {
    title = foldCase(entry.title);
    folded.set(entry, title);
  }
  return title;
}

/** From, and up to before. */
export type Stretch = readonly [from: number, to: number];

/** Where words of the query begin a word of the text, or a pair of them, whatever the case and accents. */
export function markWords(text: string, words: readonly string[]): Stretch[] {
  const wanted = words.map((word) => foldCase(word)).filter(Boolean);
  const marks: [from: number, to: number][] = [];
  for (const { word, pair, index } of pairedWords(text)) {
    const folded = new FoldedText(pair ?? word);
    const best = Math.max(
      0,
      ...wanted.map((start) => (folded.text.startsWith(start) ? start.length : 0)),
    );
    if (best === 0) continue;
    const [from, to] = folded.around(0, best);
    const last = marks.at(-1);
    if (last && index + from < last[1]) last[1] = Math.max(last[1], index + to);
    else marks.push([index + from, index + to]);
  }
  return marks;
}

/** Scripts that are written without blanks between words, with the sign of a long vowel in two of them. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u30fc\\uff70' +
  '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
/** What belongs to the character before it: marks, and those of Katakana that are written narrow. */
const MARKS = '\\p{M}\\uff9e\\uff9f';
/** Within words nobody sees these: hyphens that may be, joiners. */
const UNSEEN = '\\u00ad\\u200c\\u200d\\u2060';

/**
 * A word, with the `++` or `#` of a language's name; of what is written without spaces between
 * words, a character; and an emoji, with all it is joined of.
 */
export const WORD = new RegExp(
  `[${UNSPACED}][${MARKS}]*` +
    `|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]|[${UNSEEN}](?=[\\p{L}\\p{N}]))*` +
    '(?:\\+\\+|#(?![\\p{L}\\p{N}]))?' +
    '|\\p{RI}\\p{RI}' +
    '|\\p{ExtPict}(?:[\\p{M}\\p{EMod}]|\\u200d\\p{ExtPict})*',
  'gu',
);

/** The words that a query asks for, or a text consists of. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => foldCase(word));
}

const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** A word as it is written, with the one behind it where neither script has blanks between words. */
interface Paired {
  word: string;
  pair: string | null;
  index: number;
}

/** One after the other: a text may be a book. */
function* pairedWords(text: string): Generator<Paired> {
  let last: Paired | null = null;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (last) {
      const isNext = index === last.index + last.word.length;
      if (isNext && IS_UNSPACED.test(last.word) && IS_UNSPACED.test(word))
        last.pair = last.word + word;
      yield last;
    }
    last = { word, pair: null, index };
  }
  if (last) yield last;
}

/** What a text is found by: its words, and such pairs, since characters alone say little. */
export function foundBy(text: string): string[] {
  const found: string[] = [];
  /** What the next word makes a pair with. */
  let first: string | null = null;
  for (const { word, pair } of pairedWords(text)) {
    const folded = foldCase(word);
    if (first !== null) found.push(first + folded);
    found.push(folded);
    first = pair === null ? null : folded;
  }
  return found;
}

/** What a query asks for where it is to be found just so. */
export function askedJustSo(query: string): string[] {
  const asked: string[] = [];
  let isInPair = false;
  for (const { word, pair } of pairedWords(query)) {
    if (pair !== null || !isInPair) asked.push(foldCase(pair ?? word));
    isInPair = pair !== null;
  }
  return asked;
}

/** What of something by which a text was found was asked for: of a pair it may be one of the two. */
export function askedOf(found: string, asked: readonly string[]): string {
  const [first, second] = IS_UNSPACED.test(found) ? wordsOf(found) : [];
  const isAsked = asked.some((each) => each !== first && found.startsWith(each));
  return first !== undefined && second !== undefined && !isAsked ? first : found;
}
