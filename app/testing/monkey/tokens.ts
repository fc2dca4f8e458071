/**
 * Tokens: what the people of a round write, each once, so that it can be found again or missed.
 *
 * Invariant: a token must be in the document exactly once unless somebody had it under a key that
 * deletes, in which case it may be gone, or copied it, in which case it may be there several times.
 * What is written while somebody deletes may come under that key before anybody can look, and of
 * what another writes there may be a part only where somebody deletes, until the rest has come.
 */
import type { Random } from '../faults/fault.ts';

const TOKEN = /k[2-9]{4}x/g;
/** As much of one as is there before its last letter. */
const BEGUN = /k[2-9]{0,4}(?![2-9x])/g;
/** What tokens are made of and nothing else that is written in a round. */
const LETTERS = /[kx2-9]/g;
const DIGITS = 8;
const COUNT = DIGITS ** 4;
/** Has no divisor in common with the count, so that all numbers come and none soon again. */
const STRIDE = 1427;

/** A text and a part of it: what is selected, or the caret. */
export interface Place {
  text: string;
  from: number;
  to: number;
}

export class Tokens {
  readonly #written = new Set<string>();
  readonly #writtenBy = new Map<string, Set<string>>();
  readonly #mayBeGone = new Set<string>();
  readonly #mayBeDoubled = new Set<string>();
  readonly #excused = new Set<string>();
  /** Written in this step and in the one before. */
  #fresh: [ReadonlySet<string>, Set<string>] = [new Set(), new Set()];
  #isTaking = false;
  #next: number;

  constructor(random: Random) {
    this.#next = random(COUNT);
  }

  write(who: string): string {
    this.#next = (this.#next + STRIDE) % COUNT;
    const number = this.#next.toString(DIGITS).padStart(4, '0');
    const token = `k${number.replace(/\d/g, (digit) => String(Number(digit) + 2))}x`;
    this.#written.add(token);
    this.#fresh[1].add(token);
    const own = this.#writtenBy.get(who) ?? new Set();
    this.#writtenBy.set(who, own.add(token));
    return token;
  }

  get count(): number {
    return this.#written.size;
  }

  /** All have done something at the same time. */
  endStep(): void {
    if (this.#isTaking)
      for (const tokens of this.#fresh) for (const token of tokens) this.#mayBeGone.add(token);
    this.#isTaking = false;
    this.#fresh = [this.#fresh[1], new Set()];
  }

  /** Somebody presses a key that may take away what is selected and `around` characters beside it. */
  mayGo(place: Place, around = 0): void {
    this.#isTaking ||= around > 0 || place.from < place.to;
    for (const token of touched(place, around)) this.#mayBeGone.add(token);
    this.#beginningsMayGo(overlapping(BEGUN, place, around), place.text);
  }

  /**
   * Somebody writes into a place: a token that has the caret inside is not whole any more, nor one
   * of which another has written no more yet than what stands before the caret.
   */
  mayBreak(place: Place): void {
    this.mayGo(place);
    const before = place.text.slice(0, place.from);
    const atCaret = { text: before, from: place.from - 1, to: place.from };
    this.#beginningsMayGo(overlapping(BEGUN, atCaret), place.text);
  }

  /** Whatever of these has only begun in a text. */
  #beginningsMayGo(beginnings: readonly string[], text: string): void {
    for (const begun of beginnings)
      for (const token of this.#written)
        if (token.startsWith(begun) && !text.includes(token)) this.#mayBeGone.add(token);
  }

  /**
   * Somebody writes where keys that wait take the caret first: in which token, nobody knows yet. It
   * may be one that others write in this step.
   */
  mayBreakAny(text: string): void {
    this.#isTaking = true;
    for (const token of tokensIn(text)) this.#mayBeGone.add(token);
  }

  mayBeCopied(place: Place): void {
    for (const token of touched(place)) this.#mayBeDoubled.add(token);
  }

  /** It need not come to be at all, nor only once. */
  excuse(token: string): void {
    this.#excused.add(token);
    this.#mayBeGone.add(token);
    this.#mayBeDoubled.add(token);
  }

  /** Whoever undoes takes back what is theirs. */
  mayUndo(who: string): void {
    for (const token of this.#writtenBy.get(who) ?? []) this.#mayBeGone.add(token);
  }

  /** Which tokens are in one text of a page and not in the next, without anybody's doing. */
  vanished(before: string, after: string): string[] {
    return tokensIn(before).filter(
      (token) => this.#written.has(token) && !after.includes(token) && !this.#mayBeGone.has(token),
    );
  }

  /** Which tokens are in a text of a page more often than in the one before, without anybody's doing. */
  doubled(before: string, after: string): string[] {
    const had = countsIn(before);
    return Array.from(countsIn(after))
      .filter(([token, count]) => count > 1 && count > (had.get(token) ?? 0))
      .map(([token]) => token)
      .filter((token) => this.#written.has(token) && !this.#mayBeDoubled.has(token));
  }

  /** What is wrong with a document that everybody has. */
  faults(text: string, isNothingDeleted: boolean): string[] {
    const counts = countsIn(text);
    const faults: string[] = [];
    // Nobody writes it: it is what becomes of a character that was cut.
    if (text.includes('\ufffd')) faults.push('a character was cut');
    for (const token of this.#written) {
      const count = counts.get(token) ?? 0;
      if (count === 0 && !this.#mayBeGone.has(token))
        faults.push(`${token} is lost, there is\n${text}`);
      if (count > 1 && !this.#mayBeDoubled.has(token))
        faults.push(`${token} is there ${count} times in\n${text}`);
    }
    if (isNothingDeleted) {
      const hasCome = (token: string) => counts.has(token) || !this.#excused.has(token);
      const expected = lettersOf([...this.#written].filter(hasCome).join(''));
      const there = lettersOf(text);
      if (there !== expected)
        faults.push(`the letters are ${there} instead of ${expected} in\n${text}`);
    }
    return faults;
  }
}

export function tokensIn(text: string): string[] {
  return Array.from(text.matchAll(TOKEN), ([token]) => token);
}

function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokensIn(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** The tokens that a place has something of, or that have it inside. */
export function touched(place: Place, around = 0): string[] {
  return overlapping(TOKEN, place, around);
}

function overlapping(pattern: RegExp, { text, from, to }: Place, around = 0): string[] {
  return Array.from(text.matchAll(pattern))
    .filter(({ 0: found, index }) => index < to + around && index + found.length > from - around)
    .map(([found]) => found);
}

/** How often each letter is there: broken tokens have theirs, too. */
function lettersOf(text: string): string {
  const counts = new Map<string, number>();
  for (const [letter] of text.matchAll(LETTERS)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, count]) => `${letter}${count}`)
    .join(' ')
    .replace(/(\S)(\d+)/g, '$1×$2');
}
