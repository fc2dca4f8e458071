/**
 * Quotes, dashes and the ellipsis as they are printed, while one types what a keyboard has.
 *
 * Invariant: only what was just typed changes, and not in code; one undo, or Backspace right after it,
 * gives back what was typed.
 */
import { InputRule } from 'prosemirror-inputrules';
import type { Node, ResolvedPos } from 'prosemirror-model';

/** The quotes of a language. */
export interface Quotes {
  readonly double: readonly [string, string];
  readonly single: readonly [string, string];
}

const APOSTROPHE = '’';

/** A quote in French stands apart from what it quotes, by a blank that is narrow and breaks no line. */
const THIN = '\u202f';
const ENGLISH: Quotes = { double: ['“', '”'], single: ['‘', '’'] };
const GERMAN: Quotes = { double: ['„', '“'], single: ['‚', '‘'] };
const FRENCH: Quotes = { double: [`«${THIN}`, `${THIN}»`], single: ['‘', '’'] };
const SWISS: Quotes = { double: ['«', '»'], single: ['‹', '›'] };
const RUSSIAN: Quotes = { double: ['«', '»'], single: ['„', '“'] };
const NORWEGIAN: Quotes = { double: ['«', '»'], single: ['‘', '’'] };
const GREEK: Quotes = { double: ['«', '»'], single: ['“', '”'] };
const POLISH: Quotes = { double: ['„', '”'], single: ['«', '»'] };
const HUNGARIAN: Quotes = { double: ['„', '”'], single: ['»', '«'] };
const SWEDISH: Quotes = { double: ['”', '”'], single: ['’', '’'] };

/** By the beginnings of language tags; the first counts. Source: the quotes of CLDR. */
const QUOTES: readonly (readonly [RegExp, Quotes])[] = [
  [/^(de|fr|it)-(ch|li)\b/, SWISS],
  [/^fr\b/, FRENCH],
  [/^(de|cs|sk|sl|hr|bg|is|et|lt|mk|ka)\b/, GERMAN],
  [/^(ru|uk|be)\b/, RUSSIAN],
  [/^(nb|nn|no)\b/, NORWEGIAN],
  [/^el\b/, GREEK],
  [/^(pl|ro)\b/, POLISH],
  [/^hu\b/, HUNGARIAN],
  [/^(sv|fi)\b/, SWEDISH],
];

/** Those of a language tag; English where the language is none that is known here. */
export function quotesOf(language: string): Quotes {
  const tag = language.toLowerCase();
  return QUOTES.find(([beginning]) => beginning.test(tag))?.[1] ?? ENGLISH;
}

/** Behind a blank, a bracket or a slash a quote begins. */
const OPENS = /(?:^|[\s([{</])$/;
/** Behind these it does where none is open: in languages without blanks behind any letter, too. */
const MAY_OPEN = /[–—¿¡*_~=、。，：（\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]$/u;
/** And behind these a double one: a single one is an apostrophe, as in mid-’90s. */
const MAY_OPEN_DOUBLE = /[’-]$/;

/** What comes of a quote typed behind `before`, the text of the block up to it. */
function quoteFor(typed: '"' | "'", before: string, { double, single }: Quotes): string {
  const [[open, close], other] = typed === '"' ? [double, single] : [single, double];
  const isInside = before.lastIndexOf(open) > before.lastIndexOf(close);
  const mayBegin = MAY_OPEN.test(before) || (typed === '"' && MAY_OPEN_DOUBLE.test(before));
  const begins = OPENS.test(before) || before.endsWith(other[0]) || (!isInside && mayBegin);
  if (begins && !before.endsWith(open)) return open;
  return typed === '"' || isInside ? close : APOSTROPHE;
}

/** An address stays as it is typed, and so does what a second backtick is going to make code. */
const STAYS = /(?:\w:\/\/|www\.)\S*$|(?<![\w`])`(?:[^\s`][^`]*)?$/;

/** Whether what stands behind this text, of the block up to there, stays as it is typed. */
export function staysAsTyped({ parent, parentOffset }: ResolvedPos): boolean {
  return STAYS.test(parent.textBetween(0, parentOffset, undefined, '\ufffc'));
}

/** `quotes`: what is wanted now; null where everything stays as typed. */
export function typographyRules(quotes: () => Quotes | null): InputRule[] {
  const rule = (
    pattern: RegExp,
    put: (before: string, typed: string, block: Node) => string | null,
  ) =>
    new InputRule(
      pattern,
      (state, match, start, end) => {
        if (!quotes()) return null;
        const place = state.doc.resolve(start);
        const { parent, parentOffset } = place;
        // An object is no letter.
        const before = parent.textBetween(0, parentOffset, undefined, '\ufffc');
        const text = staysAsTyped(place) ? null : put(before, match[0], parent);
        return text === null ? null : state.tr.insertText(text, start, end);
      },
      { inCodeMark: false },
    );
  return [
    rule(/["']$/, (before, typed) => quoteFor(typed as '"' | "'", before, quotes()!)),
    // At the beginning of a paragraph two hyphens are on their way to a divider.
    rule(/--$/, (before, _typed, { type }) =>
      before.trim() === '' && type.name === 'paragraph' ? null : '–',
    ),
    rule(/–-$/, () => '—'),
    rule(/\.\.\.$/, () => '…'),
  ];
}
