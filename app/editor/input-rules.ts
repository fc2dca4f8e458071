/**
 * What takes effect as it is typed: Markdown, and quotes and dashes as they are printed.
 *
 * Invariant: Backspace right after a rule fired gives back what was typed.
 */
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { Attrs, Mark, ResolvedPos } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { isSafeLink } from '../../shared/document/marks.ts';
import { DEFAULT_HIGHLIGHT } from '../../shared/document/schema.ts';
import { autolink } from './autolink.ts';
import { retypeBlock } from './commands.ts';
import { naturalNumber } from './lists/numbering.ts';
import { schema } from './schema.ts';
import { ADDRESS, type Quotes, typographyRules } from './typography.ts';

/** A prefix at the beginning of a paragraph or list item that makes it another block. */
function blockRule(
  pattern: RegExp,
  type: string,
  attrs: (match: RegExpMatchArray, place: ResolvedPos) => Attrs,
): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const place = state.doc.resolve(start);
    if (place.depth !== 1 || place.parent.type.spec.code) return null;
    if (place.parent.type.name === type && type !== 'heading') return null;
    const tr = state.tr.delete(start, end);
    retypeBlock(tr, place.index(0), schema.nodes[type]!, attrs(match, place));
    return tr;
  });
}

/** The number that was typed, unless the item has it anyway; a 1 goes on with what stands above. */
function startOf(typed: number, place: ResolvedPos): number | null {
  const natural = naturalNumber(place.doc, place.index(0), place.parent.attrs.depth);
  return typed === 1 || typed === natural ? null : typed;
}

/** Whether a place is in an address that is being typed, which has signs of its own. */
function isInAddress({ parent, parentOffset }: ResolvedPos): boolean {
  return ADDRESS.test(parent.textBetween(0, parentOffset, undefined, '\ufffc'));
}

/** Text between two signs that becomes formatted; the signs go. */
function markRule(sign: string, name: string, attrs: Attrs | null = null): InputRule {
  return marksRule(sign, [schema.marks[name]!.create(attrs)]);
}

function marksRule(sign: string, marks: readonly Mark[]): InputRule {
  const escaped = sign.replace(/[*~=]/g, '\\$&');
  const edge = `[^\\s${sign[0]}]`;
  // A sign inside a word (snake_case, 2*3) means nothing.
  const pattern = new RegExp(
    `(?<![\\w${sign[0]}])${escaped}(${edge}(?:[^${sign[0]}]*${edge})?)${escaped}$`,
  );
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1]!;
    const place = state.doc.resolve(start);
    const isCode =
      place.parent.type.spec.code || state.doc.rangeHasMark(start, end, schema.marks.code!);
    if (isCode || isInAddress(place)) return null;
    const textFrom = start + sign.length;
    const textTo = textFrom + text.length;
    const { tr } = state;
    // The last character of the closing sign is not in the document yet.
    if (textTo < end) tr.delete(textTo, end);
    tr.delete(start, textFrom);
    for (const mark of marks) tr.addMark(start, start + text.length, mark);
    for (const mark of marks) tr.removeStoredMark(mark);
    return tr;
  });
}

// `***` and `___` may be the beginning of formatted text, until a blank comes.
const divider = new InputRule(/^(?:---|—-|(?:\*\*\*|___)\s)$/, (state, _match, start, end) => {
  const place = state.doc.resolve(start);
  if (place.parent.type !== schema.nodes.paragraph || place.depth !== 1) return null;
  const { depth } = place.parent.attrs;
  return state.tr
    .delete(start, end)
    .insert(place.before(1), schema.nodes.divider!.create({ id: null, depth }));
});

const BOLD_AND_ITALIC = [schema.marks.bold!.create(), schema.marks.italic!.create()];

const link = new InputRule(/\[([^\]]+)\]\(([^)\s]+)\)$/, (state, match, start, end) => {
  const [, text, href] = match;
  if (!text || !href || !isSafeLink(href) || state.doc.resolve(start).parent.type.spec.code)
    return null;
  const type = schema.marks.link!;
  // Only the signs go: what they stand around may be formatted, or hold an object.
  return state.tr
    .delete(start + 1 + text.length, end)
    .delete(start, start + 1)
    .addMark(start, start + text.length, type.create({ href }))
    .removeStoredMark(type);
});

/** `quotes`: those that typing makes now; null where it makes none. */
export function markdownRules(quotes: () => Quotes | null = () => null): Plugin {
  return inputRules({
    rules: [
      blockRule(/^(#{1,3})\s$/, 'heading', (match) => ({ level: match[1]!.length })),
      blockRule(/^\[( |x)?\]\s$/, 'task', (match) => ({ checked: match[1] === 'x' })),
      blockRule(/^[-*+]\s$/, 'bullet', () => ({})),
      blockRule(/^(\d{1,4})[.)]\s$/, 'ordered', (match, place) => ({
        start: startOf(Number(match[1]), place),
      })),
      blockRule(/^>\s$/, 'quote', () => ({})),
      blockRule(/^```([\w+#-]*)\s$/, 'codeBlock', (match) => ({ language: match[1] ?? '' })),
      blockRule(/^\$\$\s$/, 'formula', () => ({})),
      divider,
      link,
      autolink,
      ...['***', '___'].map((sign) => marksRule(sign, BOLD_AND_ITALIC)),
      markRule('**', 'bold'),
      markRule('__', 'bold'),
      markRule('*', 'italic'),
      markRule('_', 'italic'),
      markRule('`', 'code'),
      markRule('~~', 'strike'),
      markRule('==', 'highlight', { color: DEFAULT_HIGHLIGHT }),
      // The plugin is one, since Backspace takes back what the first such plugin did last.
      ...typographyRules(quotes),
    ],
  });
}
