/**
 * The content of a paragraph or heading: mdast phrasing → runs of formatted text and objects.
 *
 * Invariant: everything the tree holds is in the runs: as text, formatting or an object; what may
 * not become a link or an image stays readable as text.
 */
import type { Definition, Image, Link, PhrasingContent } from 'mdast';
import { isSafeLink } from '../document/addresses.ts';
import { DEFAULT_HIGHLIGHT, type Inline, type Marks } from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { sourceOfInline, unescapePipes } from './formula-syntax.ts';
import { isSign, withHighlights } from './highlight-signs.ts';
import { canonicalInline } from './inline.ts';

/** What is needed to read a piece of the tree: its source and what its references point to. */
export interface ReadContext {
  source: string;
  /** First definition of each identifier. */
  definitions: ReadonlyMap<string, Definition>;
  /** In a cell of a table `|` is written `\|`, also in what is kept word for word. */
  inCell?: boolean;
  /** Whether each line of the source is one: in a mere text a line that ends is no layout. */
  keepsLines?: boolean;
}

/** Where a line of the source goes on in the next one; no text has this character. */
const GOES_ON = '\0';
/** Between two of these no blank is put for a line that goes on, nor do browsers. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\u30fc\uff01-\uff60]/u;

const LINE_BREAK = /^<br\s*\/?>$/i;
const LINE_BREAKS_ONLY = /^(?:<br\s*\/?>\s*)+$/i;
/** Tags of formatting that say nothing more. */
const PLAIN_TAGS: Readonly<Record<string, 'underline' | 'subscript' | 'superscript'>> = {
  '<u>': 'underline',
  '<sub>': 'subscript',
  '<sup>': 'superscript',
};
const PLAIN_CLOSES = ['</u>', '</sub>', '</sup>'];
const HIGHLIGHT_OPEN = /^<mark(?: data-color="([a-z]+)")?>$/;
const HIGHLIGHT_CLOSE = '</mark>';
const COLOR_OPEN = /^<span data-color="([a-z]{1,20})">$/;
const COLOR_CLOSE = '</span>';

/**
 * Reads phrasing nodes in canonical form.
 *
 * @param isBehindBox whether they stand behind the box of a task: then blanks before them are layout.
 */
export function inlineFromTree(
  nodes: readonly PhrasingContent[],
  context: ReadContext,
  isBehindBox = false,
): Inline[] {
  const runs: Inline[] = [];
  read(nodes, undefined, context, runs, isBehindBox);
  return canonicalInline(joinLines(runs, context));
}

function joinLines(runs: readonly Inline[], { keepsLines }: ReadContext): Inline[] {
  const textAt = (index: number): string => {
    const run = runs[index];
    return run && 'text' in run ? run.text : '';
  };
  return runs.map((run, index) => {
    if (!('text' in run) || !run.text.includes(GOES_ON)) return run;
    const between = (before: string, behind: string): string => {
      if (keepsLines) return '\n';
      const last = [...before.slice(-2)].at(-1) ?? '';
      return UNSPACED.test(last) && UNSPACED.test(behind) ? '' : ' ';
    };
    const lines = run.text.split(GOES_ON);
    const text = lines.reduce((said, line, at) => {
      const before = lines[at - 1] || textAt(index - 1);
      const behind = line || textAt(index + 1);
      return said + between(before, behind) + line;
    });
    return { ...run, text };
  });
}

/** How many line breaks a block of HTML is, if it is nothing else; otherwise 0. */
export function countLineBreaks(html: string): number {
  return LINE_BREAKS_ONLY.test(html) ? html.split('>').length - 1 : 0;
}

function read(
  written: readonly PhrasingContent[],
  marks: Marks | undefined,
  context: ReadContext,
  runs: Inline[],
  isBehindBox = false,
): void {
  const nodes = withHighlights(written, context.source);
  const partners = pairTags(nodes);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    switch (node.type) {
      case 'text':
        runs.push({
          text: readText(node, index, nodes, context, isBehindBox && index === 0),
          marks,
        });
        break;
      case 'break':
        runs.push({ text: '\n', marks });
        break;
      case 'inlineCode':
        runs.push({ text: oneLine(node.value), marks: { ...marks, code: true } });
        break;
      case 'strong':
        read(node.children, { ...marks, bold: true }, context, runs);
        break;
      case 'emphasis':
        read(node.children, { ...marks, italic: true }, context, runs);
        break;
      case 'delete': {
        // GitHub strikes out what stands between single signs, others write it lower.
        const from = node.position?.start.offset ?? 0;
        const isStruck = context.source.startsWith('~~', from);
        const added: Marks = isStruck ? { strike: true } : { subscript: true };
        read(node.children, { ...marks, ...added }, context, runs);
        break;
      }
      case 'html': {
        const partner = partners.get(index);
        const added = partner === undefined ? null : markOfTag(node.value, marks);
        if (partner !== undefined && added && partner > index + 1) {
          read(nodes.slice(index + 1, partner), { ...marks, ...added }, context, runs);
          index = partner;
        } else if (isSign(node)) {
          runs.push({ text: '==', marks });
        } else if (LINE_BREAK.test(node.value)) {
          runs.push({ text: '\n', marks });
        } else {
          // The indentation of continued lines is layout, and Markdown drops some of it each time.
          const value = asWritten(node.value, context).replace(/\n[ \t]+/g, '\n');
          runs.push({ embed: { object: 'html', value }, marks });
        }
        break;
      }
      case 'link':
        readLink(node, node.url, node.title, marks, context, runs);
        break;
      case 'linkReference': {
        const definition = context.definitions.get(node.identifier);
        if (definition) readLink(node, definition.url, definition.title, marks, context, runs);
        else runs.push({ text: sourceOf(node, context), marks });
        break;
      }
      case 'image':
        readImage(node.url, node.alt, node.title, marks, runs);
        break;
      case 'imageReference': {
        const definition = context.definitions.get(node.identifier);
        if (definition) readImage(definition.url, node.alt, definition.title, marks, runs);
        else runs.push({ text: sourceOf(node, context), marks });
        break;
      }
      case 'inlineFormula': {
        const source = asWritten(sourceOfInline(node), context);
        runs.push({ embed: { object: 'formula', source }, marks });
        break;
      }
      case 'footnoteReference':
        runs.push({ embed: { object: 'footnote', label: node.label ?? node.identifier }, marks });
        break;
      default:
        // Whatever syntax comes to be read one day: word for word.
        runs.push({ embed: { object: 'markdown', value: sourceOf(node, context) }, marks });
    }
  }
}

function readText(
  node: PhrasingContent & { type: 'text' },
  index: number,
  nodes: readonly PhrasingContent[],
  context: ReadContext,
  isBehindBox: boolean,
): string {
  let text = node.value;
  if (isBehindBox || isLineBreak(nodes[index - 1])) {
    // White space behind either is layout of the source, unless it was written as a reference.
    const start = node.position?.start.offset ?? 0;
    let end = 0;
    while (/[ \t\n]/.test(text.charAt(end)) && context.source[start + end] === text[end]) end++;
    text = text.slice(end);
  }
  if (isLineBreak(nodes[index + 1]) && text.endsWith('\n')) text = text.slice(0, -1);
  return text.replaceAll('\n', GOES_ON);
}

function isLineBreak(node: PhrasingContent | undefined): boolean {
  return node?.type === 'html' && LINE_BREAK.test(node.value);
}

/** The index of the closing tag for each opening tag of formatting among these siblings. */
function pairTags(nodes: readonly PhrasingContent[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { close: string; index: number }[] = [];
  nodes.forEach((node, index) => {
    if (node.type !== 'html') return;
    if (Object.hasOwn(PLAIN_TAGS, node.value))
      open.push({ close: node.value.replace('<', '</'), index });
    else if (HIGHLIGHT_OPEN.test(node.value)) open.push({ close: HIGHLIGHT_CLOSE, index });
    else if (COLOR_OPEN.test(node.value)) open.push({ close: COLOR_CLOSE, index });
    else if ([...PLAIN_CLOSES, HIGHLIGHT_CLOSE, COLOR_CLOSE].includes(node.value)) {
      // A tag that closes something further out makes no pair: it stays as written.
      if (open.at(-1)?.close === node.value) partners.set(open.pop()!.index, index);
    }
  });
  return partners;
}

/** The formatting a tag adds, or null when the text has it already. */
function markOfTag(tag: string, marks: Marks | undefined): Marks | null {
  const plain = Object.hasOwn(PLAIN_TAGS, tag) ? PLAIN_TAGS[tag] : undefined;
  if (plain) return marks?.[plain] ? null : { [plain]: true };
  const color = COLOR_OPEN.exec(tag)?.[1];
  if (color !== undefined) return marks?.color === undefined ? { color } : null;
  if (marks?.highlight !== undefined) return null;
  return { highlight: HIGHLIGHT_OPEN.exec(tag)?.[1] ?? DEFAULT_HIGHLIGHT };
}

function readLink(
  node: PhrasingContent & { children: Link['children'] },
  address: string,
  title: string | null | undefined,
  marks: Marks | undefined,
  context: ReadContext,
  runs: Inline[],
): void {
  if (node.children.length === 0) {
    // Nothing to click on, but an address that someone wrote.
    const value = node.type === 'link' ? sourceOf(node, context) : `[](<${address}>)`;
    runs.push({ embed: { object: 'markdown', value }, marks });
  } else if (isSafeLink(address)) {
    const link: Marks = title ? { link: address, linkTitle: oneLine(title) } : { link: address };
    read(node.children, { ...marks, ...link }, context, runs);
  } else {
    const only = node.children.length === 1 ? node.children[0] : undefined;
    if (only?.type === 'text' && only.value === address) {
      runs.push({ text: address, marks });
      return;
    }
    runs.push({ text: '[', marks });
    read(node.children, marks, context, runs);
    runs.push({ text: `](${address}${title ? ` "${oneLine(title)}"` : ''})`, marks });
  }
}

function readImage(
  address: string,
  alt: string | null | undefined,
  title: Image['title'],
  marks: Marks | undefined,
  runs: Inline[],
): void {
  const text = oneLine(alt ?? '');
  if (isImageAddress(address)) {
    const named = title ? { title: oneLine(title) } : {};
    runs.push({ embed: { object: 'image', src: address, alt: text, ...named }, marks });
  } else {
    runs.push({ text: `![${text}](${address})`, marks });
  }
}

function oneLine(text: string): string {
  return text.replace(/\n/g, ' ');
}

function sourceOf(node: PhrasingContent, context: ReadContext): string {
  const from = node.position?.start.offset ?? 0;
  return asWritten(context.source.slice(from, node.position?.end.offset ?? from), context);
}

function asWritten(source: string, { inCell }: ReadContext): string {
  return inCell ? unescapePipes(source) : source;
}
