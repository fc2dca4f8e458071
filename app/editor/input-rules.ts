/**
 * What takes effect as it is typed: Markdown, and quotes and dashes as they are printed.
 *
 * Invariant: Backspace right after a rule fired gives back what was typed.
 */
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { Attrs, ResolvedPos } from 'prosemirror-model';
import { type Plugin, TextSelection } from 'prosemirror-state';
import { isSafeLink } from '../../shared/document/marks.ts';
import { DEFAULT_HIGHLIGHT } from '../../shared/document/schema.ts';
import { retypeBlock } from './commands.ts';
import { naturalNumber } from './lists/numbering.ts';
import { schema } from './schema.ts';
import { type Quotes, typographyRules } from './typography.ts';

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

/** Text between two signs that becomes formatted; the signs go. */
function markRule(sign: string, name: string, attrs: Attrs | null = null): InputRule {
  const type = schema.marks[name]!;
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
    if (isCode) return null;
    const textFrom = start + sign.length;
    const textTo = textFrom + text.length;
    const { tr } = state;
    // The last character of the closing sign is not in the document yet.
    if (textTo < end) tr.delete(textTo, end);
    tr.delete(start, textFrom);
    tr.addMark(start, start + text.length, type.create(attrs));
    return tr.removeStoredMark(type);
  });
}

const divider = new InputRule(/^(?:---|—-|\*\*\*|___)$/, (state, _match, start) => {
  const place = state.doc.resolve(start);
  if (place.parent.type !== schema.nodes.paragraph || place.depth !== 1) return null;
  const at = place.before(1);
  const { id, depth } = place.parent.attrs;
  const { tr } = state;
  tr.replaceWith(at, at + place.parent.nodeSize, [
    schema.nodes.divider!.create({ id: null, depth }),
    schema.nodes.paragraph!.create({ id, depth }),
  ]);
  return tr.setSelection(TextSelection.create(tr.doc, at + 2));
});

const link = new InputRule(/\[([^\]]+)\]\(([^)\s]+)\)$/, (state, match, start, end) => {
  const [, text, href] = match;
  if (!text || !href || !isSafeLink(href) || state.doc.resolve(start).parent.type.spec.code)
    return null;
  const mark = schema.marks.link!.create({ href });
  return state.tr
    .replaceWith(start, end, schema.text(text, [...state.doc.resolve(start).marks(), mark]))
    .removeStoredMark(schema.marks.link!);
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
