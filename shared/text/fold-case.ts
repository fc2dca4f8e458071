/**
 * Text as people look for it: the same whatever its case, accents, kind of quotes, dashes and blanks,
 * and however its characters are put together.
 *
 * Invariant: each character one sees is folded whole, so that a place in what is folded leads back to
 * whole characters of what was written.
 */

/** What one sees as a character: with its marks, an emoji with all it is joined of, a syllable. */
const CHARACTER =
  /\p{RI}\p{RI}|[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|[^\p{M}](?:[\p{M}\p{EMod}]|\u200d\p{ExtPict})*|\p{M}+/gsu;

/** Marks that are left out where none was asked for: of Latin, Greek, Cyrillic, Hebrew, Arabic, Syriac. */
const ACCENTS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks by themselves are what it is about
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|\p{EMod}/gu;
/** What nobody sees: joiners, breaks that may be, signs of direction, variants; and the Arabic tatweel. */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: signs that join are what it is about
  /[\u00ad\u034f\u061c\u0640\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]|[\u{e0100}-\u{e01ef}]/gu;
/** Letters with a stroke or joined, which no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
  ẞ: 'SS',
  þ: 'th',
  Þ: 'TH',
  '٫': '.',
  ٱ: 'ا',
};
const STROKED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/** The same letters and digits as the keyboards of other languages write them in Arabic script. */
const SPELLINGS: Readonly<Record<string, string>> = { ی: 'ي', ى: 'ي', ک: 'ك', ہ: 'ه' };
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const APOSTROPHES = /[\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\uff07]/g;
const QUOTES = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const PLAIN = /^[\x20-\x7e]*$/;

export interface FoldCaseOptions {
  /** Keep upper and lower case apart. */
  keepCase?: boolean;
  /** Keep accents, and shades of emoji. */
  keepAccents?: boolean;
}

/** What is the same for whoever looks for it. */
export function foldCase(text: string, options: FoldCaseOptions = {}): string {
  if (PLAIN.test(text)) return plain(text, options);
  let folded = '';
  for (const [character] of text.matchAll(CHARACTER)) folded += foldCharacter(character, options);
  return folded;
}

function plain(text: string, { keepCase = false }: FoldCaseOptions): string {
  return keepCase ? text : text.toLowerCase();
}

function foldCharacter(
  character: string,
  { keepCase = false, keepAccents = false }: FoldCaseOptions,
): string {
  // These have a decomposition with a blank in it.
  let folded = character.replace(APOSTROPHES, "'").normalize('NFKD').replace(UNSEEN, '');
  if (!keepAccents)
    folded = folded.replace(ACCENTS, '').replace(STROKED, (letter) => LETTERS[letter]!);
  folded = folded
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(SPELLED, (letter) => SPELLINGS[letter]!)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s/g, ' ');
  // By way of the upper case, where ß is SS and both sigmas are one.
  return keepCase ? folded : folded.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** Whether a text says which accents are meant. */
export function hasAccents(text: string): boolean {
  return (
    foldCase(text, { keepCase: true }) !== foldCase(text, { keepCase: true, keepAccents: true })
  );
}

/** A text that was folded, with the way back. */
export class FoldedText {
  readonly text: string;
  /** Where each character of what was written begins in what is folded, and there; null where they are the same. */
  readonly #starts: readonly number[] | null;
  readonly #written: readonly number[];
  readonly #length: number;

  constructor(written: string, options: FoldCaseOptions = {}) {
    this.#length = written.length;
    if (PLAIN.test(written)) {
      this.text = plain(written, options);
      this.#starts = null;
      this.#written = [];
      return;
    }
    const starts: number[] = [];
    const at: number[] = [];
    let text = '';
    for (const match of written.matchAll(CHARACTER)) {
      const folded = foldCharacter(match[0], options);
      // What is not seen belongs to the character before it.
      if (folded === '') continue;
      starts.push(text.length);
      at.push(match.index);
      text += folded;
    }
    this.text = text;
    this.#starts = starts;
    this.#written = at;
  }

  /** The stretch of what was written, or null where it would be a part of a character. */
  back(from: number, to: number): readonly [from: number, to: number] | null {
    if (this.#starts === null) return [from, to];
    const first = indexOf(this.#starts, from);
    const end = to === this.text.length ? this.#starts.length : indexOf(this.#starts, to);
    if (first < 0 || end < 0) return null;
    return [this.#written[first]!, this.#written[end] ?? this.#length];
  }

  /** The same, with the characters it is a part of taken whole. */
  around(from: number, to: number): readonly [from: number, to: number] {
    if (this.#starts === null) return [from, to];
    let first = from;
    while (first > 0 && indexOf(this.#starts, first) < 0) first--;
    let end = to;
    while (end < this.text.length && indexOf(this.#starts, end) < 0) end++;
    return this.back(first, end) ?? [0, this.#length];
  }
}

/** Where a number is in an ascending list, or -1. */
function indexOf(list: readonly number[], wanted: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = list[middle]!;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The nearest place, from here backwards, that is between two characters. */
export function wholeCharacters(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  const near = Math.max(0, at - 64);
  // Not within a pair, of which a half would be a character of its own.
  const from = /[\udc00-\udfff]/.test(text.charAt(near)) ? Math.max(0, near - 1) : near;
  let end = from;
  for (const match of text.slice(from, at + 64).matchAll(CHARACTER)) {
    if (from + match.index + match[0].length > at) return from + match.index;
    end = from + match.index + match[0].length;
  }
  return end;
}
