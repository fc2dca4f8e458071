/**
 * What takes effect as it is typed: Markdown, and quotes and dashes as they are printed.
 *
 * Invariant: Backspace right after a rule fired gives back what was typed.
 */
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { Attrs, Mark, ResolvedPos } from 'prosemirror-model';
import type { EditorState, Plugin } from 'prosemirror-state';
import { isSafeLink } from '../../../shared/document/addresses.ts';
import type { Typed } from '../../../shared/document/block-types/definition.ts';
import { definitionOf } from '../../../shared/document/block-types/index.ts';
import { BLOCK_TYPES, DEFAULT_HIGHLIGHT } from '../../../shared/document/schema.ts';
import { Lazy } from '../../ui/lazy-part.ts';
import { isFigure, retypeBlock } from '../commands/commands.ts';
import { autolink } from '../links/autolink.ts';
import { naturalNumber } from '../lists/numbering.ts';
import { nodeName, schema } from '../schema.ts';
import { UNSPACED } from './scripts.ts';
import { type Quotes, staysAsTyped, typographyRules } from './typography.ts';
import { withTyped } from './with-typed.ts';

/** A prefix at the beginning of a paragraph or list item that makes it a block of a type. */
function blockRule(
  type: string,
  { pattern, says }: Typed,
  also: (match: readonly string[], place: ResolvedPos) => Attrs = () => ({}),
): InputRule {
  const made = schema.nodes[nodeName(type)]!;
  return new InputRule(pattern, (state, match, start, end) => {
    const place = state.doc.resolve(start);
    if (place.depth !== 1 || place.parent.type.spec.code) return null;
    // A caption that became another block would leave its picture behind, as would what is known to
    // another build only.
    if (isFigure(place.parent) || place.parent.type === schema.nodes.unknown) return null;
    if (place.parent.type === made && definitionOf(type).list) return null;
    // Whoever numbers a heading wants it to stay one.
    if (type === 'ordered' && place.parent.type === schema.nodes.heading) return null;
    const tr = state.tr.delete(start, end);
    retypeBlock(tr, place.index(0), made, { ...says?.(match), ...also(match, place) });
    return tr;
  });
}

/** The number that was typed, unless the item has it anyway; a 1 goes on with what stands above. */
function startOf(typed: number, place: ResolvedPos): number | null {
  const natural = naturalNumber(place.doc, place.index(0), place.parent.attrs.depth);
  return typed === 1 || typed === natural ? null : typed;
}

/** Whether signs from a place on to the caret are mere text: of code, or of what stays as typed. */
export function areText({ doc, storedMarks, selection }: EditorState, start: number): boolean {
  const { code } = schema.marks;
  const place = doc.resolve(start);
  return (
    place.parent.type.spec.code === true ||
    doc.rangeHasMark(start, start + 1, code!) ||
    code!.isInSet(storedMarks ?? selection.$head.marks()) !== undefined ||
    staysAsTyped(place)
  );
}

/** Text between two signs that becomes formatted; the signs go. */
function markRule(sign: string, name: string, attrs: Attrs | null = null): InputRule {
  return marksRule(sign, [schema.marks[name]!.create(attrs)]);
}

function marksRule(sign: string, marks: readonly Mark[]): InputRule {
  const escaped = sign.replace(/\*/g, '\\$&');
  const edge = `[^\\s${sign[0]}]`;
  // A sign inside a word (snake_case, имя_файла, 2*3, сл*во) means nothing; but stars are all that
  // Chinese, which has no blanks, can do with.
  const mayStandIn = sign[0] === '_' ? '' : `(?!${UNSPACED})`;
  const pattern = new RegExp(
    `(?<!${mayStandIn}[\\p{L}\\p{M}\\p{N}_]|[${sign[0]}])${escaped}(${edge}(?:[^${sign[0]}]*${edge})?)${escaped}$`,
    'u',
  );
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1]!;
    if (areText(state, start)) return null;
    const textFrom = start + sign.length;
    const textTo = textFrom + text.length;
    const tr = withTyped(state, match, start, end)
      .delete(textTo, textTo + sign.length)
      .delete(start, textFrom);
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

// Brackets of the address come in pairs; one that was opened before is none of the link.
const LINK = /\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)$/;
const link = new InputRule(LINK, (state, match, start, end) => {
  const [, text, href] = match;
  if (!text || !href || !isSafeLink(href) || areText(state, start)) return null;
  const type = schema.marks.link!;
  // Only the signs go: what they stand around may be formatted, or hold an object.
  return withTyped(state, match, start, end)
    .delete(start + 1 + text.length, start + match[0].length)
    .delete(start, start + 1)
    .addMark(start, start + text.length, type.create({ href }))
    .removeStoredMark(type);
});

/** What is typed more rarely comes after the text. */
export const lazyRules = new Lazy(async () => (await import('./lazy-input-rules.ts')).rules);

/** What formats a line, in a document and in a message. */
function lineRules(): InputRule[] {
  return [
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
  ];
}

/** For a text of one block, in which no other one can be made. */
export function messageRules(): Plugin {
  return inputRules({ rules: lineRules() });
}

/** `quotes`: those that typing makes now; null where it makes none. */
export function markdownRules(quotes: () => Quotes | null = () => null): Plugin {
  const rules = [
    ...BLOCK_TYPES.flatMap((type) => {
      const { typed } = definitionOf(type);
      return typed ? [blockRule(type, typed)] : [];
    }),
    blockRule('ordered', { pattern: /^(\d{1,4})[.)]\s$/ }, ([, number], place) => ({
      start: startOf(Number(number), place),
    })),
    divider,
    ...lineRules(),
    // The plugin is one, since Backspace takes back what the first such plugin did last.
    ...typographyRules(quotes),
  ];
  const begin = () => rules.unshift(...(lazyRules.get() ?? []));
  if (lazyRules.get()) begin();
  else {
    const stop = lazyRules.subscribe(() => {
      stop();
      begin();
    });
  }
  return inputRules({ rules });
}
