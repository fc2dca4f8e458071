/**
 * What people all over the world write, for every test that writes by chance.
 *
 * Invariant: each entry is whole to those who read it, and stays so beside any other: none begins
 * with what joins to the left, none ends with what joins to the right.
 */

export const ALPHABET: Readonly<Record<string, readonly string[]>> = {
  emoji: ['🍎', '🎉', '👍🏽', '👨‍👩‍👧', '🏳️‍🌈', '🇩🇪', '🇯🇵', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '🧑🏿‍🚀'],
  // The second of each two shares its first unit with the one before.
  sameHalf: ['🍏', '🎊', '𝔘', '𝔙'],
  composed: ['é', 'ñ', 'ü', 'Å'],
  decomposed: ['e\u0301', 'n\u0303', 'u\u0308', 'A\u030a', 'Z\u0337\u0327\u0322\u031a'],
  hangul: ['한', '\u1112\u1161\u11ab', '\u1100\u1161'],
  devanagari: ['क्षि', 'न्दी', 'कि', 'ह'],
  thai: ['ที่', 'กำ', 'น้ำ', 'ก'],
  arabic: ['مَ', 'ر', 'حَبًّا', 'می\u200cخ'],
  hebrew: ['שָׁ', 'ל', 'וֹ'],
  bidi: ['\u200f', '\u200e', '\u202e', '\u202c', '\u2067', '\u2069', '\u061c'],
  han: ['龍', '黑', '𠮷', '龜\u{e0100}'],
  ligatures: ['ﬁ', 'ﷺ', 'ǆ', 'ß', 'İ'],
  blanks: ['\u00a0', '\u202f', '\u3000', '\u200b', '\u2060', '\ufeff', '\u00ad', '\t', ' ', '  '],
  odd: ['\u0000', '\u2028', '\u2029', '\ufffc', '\u0085'],
  marks: ['*', '_', '`', '<b>', '&amp;', '|', '\\', '$x$', '[a](b)', '#', '~~'],
  long: ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte'],
};

/** All of it in a row. */
export const LETTERS: readonly string[] = Object.values(ALPHABET).flat();

/** Halves of characters that stand alone: what takes a text in is to make U+FFFD of them. */
export const HALVES: readonly string[] = ['\ud83c', '\udf4e', 'a\ud83d', '\ude00b'];

let segmenter: Intl.Segmenter | null = null;

/** What a reader takes for one character each. */
export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The last place up to `at` that is not inside of what a reader takes for one character. */
export function wholeUpTo(text: string, at: number): number {
  if (at >= text.length || !hasJoining(text)) return Math.min(at, text.length);
  let end = 0;
  for (const grapheme of graphemes(text)) {
    if (end + grapheme.length > at) break;
    end += grapheme.length;
  }
  return end;
}

/** Whether anything in a text may be one character with what stands beside it. */
function hasJoining(text: string): boolean {
  return /[^\u0020-\u02ff\u4e00-\u9fff]/.test(text);
}

/** The character that a token is known by: there is one for each number, and none is a letter. */
const CARRIERS = [0x4e00, 0x28000] as const;
export const MAX_TOKENS = 19_000;

/** A text that no other number has, with or without letters around it. */
export function tokenOf(number: number, isPlain: boolean): string {
  if (isPlain) return String.fromCodePoint(CARRIERS[0] + number);
  const carrier = String.fromCodePoint(CARRIERS[number % 2]! + number);
  const letter = LETTERS[(number * 7 + (number >> 3)) % LETTERS.length]!;
  return [carrier, carrier + letter, letter + carrier, carrier][number % 4]!;
}

/** The number of a token's carrier; -1 for any other character. */
export function numberOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const from = CARRIERS.findLast((first) => first <= code) ?? Number.POSITIVE_INFINITY;
  const number = code - from;
  return number < MAX_TOKENS && number >= 0 ? number : -1;
}

const ANY_CARRIER = '字';
let known: ReadonlySet<string> | null = null;

/** What of a text of tokens no token is made of: a character that was cut, or U+FFFD. */
export function cutIn(text: string): string | null {
  if (!/[^\u4e00-\u9c00]/.test(text)) return null;
  known ??= new Set([
    ANY_CARRIER,
    '\n',
    '\ufffc',
    ...LETTERS.flatMap((letter) => [letter, ANY_CARRIER + letter, letter + ANY_CARRIER]).flatMap(
      graphemes,
    ),
  ]);
  for (const grapheme of graphemes(text)) {
    const plain = [...grapheme]
      .map((character) => (numberOf(character) < 0 ? character : ANY_CARRIER))
      .join('');
    if (!known.has(plain)) return grapheme;
  }
  return null;
}
