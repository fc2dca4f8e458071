/**
 * What takes effect as it is typed, and is typed more rarely: formulas, footnotes, lower letters.
 *
 * Invariant: as in `input-rules.ts`, with which these are one plugin from when they are there.
 */
import { InputRule } from 'prosemirror-inputrules';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';
import { areText } from './input-rules.ts';
import { withTyped } from './with-typed.ts';

/** `H~2~O`: letters and digits, also in a word. */
const subscript = new InputRule(
  /(?<!~)~([\p{L}\p{N}+\-−()]{1,20})~$/u,
  (state, match, start, end) => {
    const text = match[1]!;
    if (areText(state, start)) return null;
    const mark = schema.marks.subscript!;
    const tr = withTyped(state, match, start, end)
      .delete(start + 1 + text.length, start + match[0].length)
      .delete(start, start + 1);
    return tr.addMark(start, start + text.length, mark.create()).removeStoredMark(mark);
  },
);

const footnote = new InputRule(/\[\^([\p{L}\p{N}-]{1,20})\]$/u, (state, match, start, end) => {
  if (areText(state, start)) return null;
  const embed = { object: 'footnote', label: match[1]! };
  return state.tr.replaceWith(start, end, schema.nodes.object!.create({ embed }));
});

/** A mark at the start of a paragraph, and a colon: what follows is the note. */
const note = new InputRule(/^\ufffc:\s$/, (state, _match, start, end) => {
  const place = state.doc.resolve(start);
  const mark = place.nodeAfter;
  const embed = mark?.attrs.embed as InlineObject | undefined;
  if (place.parent.type !== schema.nodes.paragraph || embed?.object !== 'footnote') return null;
  const named = schema.nodes.object!.create({ embed: { ...embed, text: true } });
  return state.tr.replaceWith(start, end, [named, schema.text(' ')]);
});

/** A formula has a letter or a sign of mathematics, and ends with no sign or name that wants more. */
const IS_FORMULA = /[\p{L}\\^_=<>+]/u;
const WANTS_MORE = /[-–—+/*,:;&@(["“”=<>\\^_…]$|^\w+\.$|(?<!\\)\{$/;

/** What a keyboard has, where typing made what is printed of it. */
const TYPED: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '--',
  '—': '---',
  '…': '...',
};

/** `$x^2$`. Prices, and names of a shell such as `$HOME/$USER`, are none. */
const formula = new InputRule(
  /(?<![\w$\\])\$([^\s$](?:[^$]*[^\s$])?)\$$/,
  (state, match, start, end) => {
    const typed = match[1]!;
    if (areText(state, start) || typed.includes('\ufffc')) return null;
    if (!IS_FORMULA.test(typed) || WANTS_MORE.test(typed)) return null;
    const source = typed.replace(/[’‘“”–—…]/g, (sign) => TYPED[sign]!);
    const embed = { object: 'formula', source };
    return state.tr.replaceWith(
      start,
      end,
      schema.nodes.object!.create({ embed }, null, state.doc.resolve(start).marks()),
    );
  },
);

export const rules: readonly InputRule[] = [subscript, footnote, note, formula];
