/**
 * Runs of formatted text and objects → mdast phrasing.
 *
 * Invariant: read back, the tree gives the same runs in canonical form (inline.ts); people and dates
 * become text.
 */
import type { PhrasingContent } from 'mdast';
import {
  DEFAULT_HIGHLIGHT,
  type Inline,
  type InlineObject,
  type Marks,
} from '../document/schema.ts';
import {
  canonicalInline,
  FLANKING,
  NESTING,
  type NestedMark,
  sameMarks,
  splitLines,
  textInsteadOf,
} from './inline.ts';

interface Line {
  runs: Inline[];
  /** For each run that is a line break: whether it has to be written as HTML. */
  htmlBreaks: ReadonlySet<number>;
  /** Whether a `$` of the text could open a formula: there is another one for it to close with. */
  escapeDollars: boolean;
  /** Whether `==` of the text could begin a highlight: there is another one for it to end with. */
  escapeEquals: boolean;
}

/**
 * @param inHeading a heading has one line: its line breaks are written as HTML.
 */
export function treeFromInline(content: readonly Inline[], inHeading = false): PhrasingContent[] {
  const runs = splitLines(canonicalInline(content.map(textInsteadOf)));
  const line: Line = {
    runs,
    htmlBreaks: findHtmlBreaks(runs, inHeading),
    escapeEquals:
      runs.reduce((sum, run) => sum + ('text' in run ? run.text.split('==').length - 1 : 0), 0) >
        0 &&
      (runs.some(({ marks }) => marks?.highlight) || /==.*==/s.test(JSON.stringify(runs))),
    escapeDollars: /\$.*\$/.test(JSON.stringify(runs)) || runs.some(isFormula),
  };
  const out: PhrasingContent[] = [];
  build(line, 0, runs.length, new Set(), out);
  return out;
}

/** An object as the Markdown it is written as. What Markdown cannot say is kept in a comment. */
export function treeFromObject(embed: InlineObject): PhrasingContent {
  if (embed.object === 'image' && typeof embed.src === 'string') {
    return {
      type: 'image',
      url: oneLineAddress(embed.src),
      alt: typeof embed.alt === 'string' ? embed.alt.replace(/\s*\n\s*/g, ' ') : '',
      title: typeof embed.title === 'string' ? embed.title.replace(/\s*\n\s*/g, ' ') : null,
    };
  }
  if (embed.object === 'html' && typeof embed.value === 'string') {
    return { type: 'html', value: embed.value };
  }
  if (embed.object === 'formula' && typeof embed.source === 'string') {
    return { type: 'inlineFormula', value: embed.source };
  }
  const label = labelOf(embed);
  if (label) return { type: 'footnoteReference', identifier: label, label };
  if (embed.object === 'markdown' && typeof embed.value === 'string') {
    return { type: 'inlineVerbatim', value: embed.value };
  }
  const json = JSON.stringify(embed).replace(
    /[->]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { type: 'html', value: `<!-- ${json} -->` };
}

/** What a footnote is called, where it has a name that can be written. */
export function labelOf({ object, label }: InlineObject): string | null {
  const isName = typeof label === 'string' && /^[^\s[\]\\|`]{1,200}$/.test(label);
  return object === 'footnote' && isName ? label : null;
}

function isFormula(run: Inline): boolean {
  return 'embed' in run && run.embed.object === 'formula';
}

/**
 * Breaks at the start or end of a block or of formatting, in headings and before HTML: '\' cannot
 * say them.
 */
function findHtmlBreaks(runs: readonly Inline[], inHeading: boolean): Set<number> {
  const isBreak = (index: number): boolean => {
    const run = runs[index];
    return run !== undefined && 'text' in run && run.text === '\n';
  };
  let first = 0;
  while (isBreak(first)) first++;
  let last = runs.length - 1;
  while (last > first && isBreak(last)) last--;
  const found = new Set<number>();
  runs.forEach((run, index) => {
    if (!isBreak(index)) return;
    const next = runs[index + 1];
    const beforeObject = next !== undefined && 'embed' in next && next.embed.object !== 'image';
    const atEdge = [runs[index - 1], next].some((other) => !sameMarks(other?.marks, run.marks));
    const edgeOfMarks = atEdge && FLANKING.some((mark) => run.marks?.[mark]);
    if (inHeading || index < first || index > last || beforeObject || edgeOfMarks) found.add(index);
  });
  return found;
}

function build(
  line: Line,
  from: number,
  to: number,
  open: ReadonlySet<NestedMark>,
  out: PhrasingContent[],
): void {
  for (let index = from; index < to; ) {
    const run = line.runs[index]!;
    const { mark, end } = longestMark(line.runs, index, to, open);
    if (!mark) {
      pushLeaf(line, index, out);
      index++;
      continue;
    }
    const within = new Set(open).add(mark);
    const sign = signOf(line.runs, index, end, mark);
    if (sign) {
      out.push({ type: 'inlineVerbatim', value: sign });
      build(line, index, end, within, out);
      out.push({ type: 'inlineVerbatim', value: sign });
    } else if (isTagMark(mark)) {
      const [before, after] = tagsOf(mark, run.marks);
      out.push({ type: 'html', value: before });
      build(line, index, end, within, out);
      out.push({ type: 'html', value: after });
    } else {
      const children: PhrasingContent[] = [];
      build(line, index, end, within, children);
      out.push(wrap(mark, run.marks, children));
    }
    index = end;
  }
}

/** The mark of the run that reaches furthest, without cutting a link in two. */
function longestMark(
  runs: readonly Inline[],
  from: number,
  to: number,
  open: ReadonlySet<NestedMark>,
): { mark: NestedMark | null; end: number } {
  const marks = runs[from]?.marks;
  let best: { mark: NestedMark | null; end: number } = { mark: null, end: from };
  if (!marks) return best;
  for (const mark of NESTING) {
    if (open.has(mark) || marks[mark] === undefined) continue;
    let end = from + 1;
    while (end < to && sameMark(runs[from], runs[end], mark)) end++;
    if (mark !== 'link' && !open.has('link') && end < to) {
      let start = end;
      while (start > from && runs[end]?.marks?.link !== undefined) {
        if (!sameMark(runs[start - 1], runs[end], 'link')) break;
        start--;
      }
      // Begins inside the same link: the link reaches further and is chosen.
      if (start > from) end = start;
    }
    if (end > best.end) best = { mark, end };
  }
  return best;
}

function sameMark(a: Inline | undefined, b: Inline | undefined, mark: NestedMark): boolean {
  if (a?.marks?.[mark] !== b?.marks?.[mark]) return false;
  return mark !== 'link' || a?.marks?.linkTitle === b?.marks?.linkTitle;
}

/** Marks that Markdown has no signs for. */
const TAG_MARKS = ['underline', 'highlight', 'color', 'subscript', 'superscript'] as const;
type TagMark = (typeof TAG_MARKS)[number];

function isTagMark(mark: NestedMark): mark is TagMark {
  return (TAG_MARKS as readonly NestedMark[]).includes(mark);
}

/**
 * What stands around a run instead of tags where that is read as it was meant: `~` around letters and
 * digits that are written lower, `==` around words in the common colour.
 */
function signOf(
  runs: readonly Inline[],
  from: number,
  to: number,
  mark: NestedMark,
): string | null {
  const run = runs[from]!;
  if (to !== from + 1 || !('text' in run) || Object.keys(run.marks ?? {}).length !== 1) return null;
  const [before, behind] = [runs[from - 1], runs[to]];
  if (mark === 'subscript') {
    const isFree = [before, behind].every((other) => !other?.marks?.strike && !endsIn(other, '~'));
    return isFree && /^[\p{L}\p{N}]+$/u.test(run.text) ? '~' : null;
  }
  if (mark !== 'highlight' || run.marks?.highlight !== DEFAULT_HIGHLIGHT) return null;
  const isWords = /^[\p{L}\p{N}](?:[^\n=]*[\p{L}\p{N}])?$/u.test(run.text);
  return isWords && isBlank(before, -1) && isBlank(behind, 0) ? '==' : null;
}

function endsIn(run: Inline | undefined, sign: string): boolean {
  return (
    run !== undefined && 'text' in run && (run.text.startsWith(sign) || run.text.endsWith(sign))
  );
}

/** Whether there is nothing beside, or a blank of text without formatting. */
function isBlank(run: Inline | undefined, at: 0 | -1): boolean {
  if (!run) return true;
  return 'text' in run && !run.marks && /[ .,;:!?()]/.test(run.text.at(at) ?? '');
}

function tagsOf(mark: TagMark, marks: Marks | undefined): [string, string] {
  if (mark === 'underline') return ['<u>', '</u>'];
  if (mark === 'subscript') return ['<sub>', '</sub>'];
  if (mark === 'superscript') return ['<sup>', '</sup>'];
  if (mark === 'color') return [`<span data-color="${marks?.color}">`, '</span>'];
  const color = marks?.highlight ?? DEFAULT_HIGHLIGHT;
  const plain = color === DEFAULT_HIGHLIGHT || !/^[a-z]+$/.test(color);
  return [plain ? '<mark>' : `<mark data-color="${color}">`, '</mark>'];
}

function wrap(
  mark: Exclude<NestedMark, TagMark>,
  marks: Marks | undefined,
  children: PhrasingContent[],
): PhrasingContent {
  switch (mark) {
    case 'bold':
      return { type: 'strong', children };
    case 'italic':
      return { type: 'emphasis', children };
    case 'strike':
      return { type: 'delete', children };
    case 'link':
      return {
        type: 'link',
        url: oneLineAddress(marks?.link ?? ''),
        title: marks?.linkTitle ?? null,
        children,
      };
  }
}

function pushLeaf(line: Line, index: number, out: PhrasingContent[]): void {
  const run = line.runs[index]!;
  if (!('text' in run)) {
    out.push(treeFromObject(run.embed));
    return;
  }
  if (run.text === '\n') {
    out.push(line.htmlBreaks.has(index) ? { type: 'html', value: '<br>' } : { type: 'break' });
    return;
  }
  if (run.marks?.code) {
    const last = out.at(-1);
    if (last?.type === 'inlineCode') last.value += run.text;
    else out.push({ type: 'inlineCode', value: run.text });
    return;
  }
  let text = run.text;
  const before = out.at(-1);
  if (line.htmlBreaks.has(index - 1) && before?.type === 'html' && /^[ \t]/.test(text)) {
    // Otherwise it would read as layout of the source after `<br>`.
    out.push({ type: 'inlineVerbatim', value: text[0] === ' ' ? '&#x20;' : '&#x9;' });
    text = text.slice(1);
  }
  for (const [at, piece] of text.split(NAME_OF_NOTE).entries()) {
    if (at % 2 === 1) out.push({ type: 'inlineVerbatim', value: piece });
    else pushSigns(piece, line, out);
  }
}

/**
 * As notes of Obsidian and its like name one another: with a `\` before it that is no link to them.
 * Nothing in it is syntax, an address neither.
 */
const NAME_OF_NOTE =
  /(!?\[\[(?![^[\]]*www\.)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ,.'/#|()-]*[\p{L}\p{M}\p{N})])?\]\])/iu;

function pushSigns(text: string, line: Line, out: PhrasingContent[]): void {
  const pieces = line.escapeDollars ? text.split(/(\$)/) : [text];
  for (const piece of pieces)
    for (const part of line.escapeEquals ? piece.split(/(={2,})/) : [piece])
      pushText(part, line.escapeDollars, out);
}

function pushText(text: string, escapeDollars: boolean, out: PhrasingContent[]): void {
  const before = out.at(-1);
  if (text === '') return;
  if (/^={2,}$/.test(text))
    out.push({ type: 'inlineVerbatim', value: text.replaceAll('=', '\\=') });
  else if (text === '$' && escapeDollars) out.push({ type: 'inlineVerbatim', value: '\\$' });
  else if (before?.type === 'text') before.value += text;
  else out.push({ type: 'text', value: text });
}

/** Line ends cannot stand in an address. */
function oneLineAddress(address: string): string {
  return address.replace(/[\r\n]/g, encodeURIComponent);
}
