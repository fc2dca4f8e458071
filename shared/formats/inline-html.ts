/**
 * The text of blocks as HTML: formatting, links and objects of the line.
 *
 * Invariant: the only tags and attributes in it are the ones written here; every text is escaped,
 * no address runs anything, and HTML that a document carries as raw source stays source.
 */
import { isSafeLink } from '../document/addresses.ts';
import { isDate } from '../document/dates.ts';
import type { Inline, InlineObject, Marks } from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { mergeRuns, NESTING, type NestedMark, textInsteadOf, wellFormed } from './inline.ts';

/** @param object how an object inside a line is written. */
export function formatRuns(content: readonly Inline[], object: FormatObject): string {
  return nestMarks(mergeRuns(content), new Set(), object);
}
export type FormatObject = (embed: InlineObject) => string;

/** A link's title is an attribute of its tag, not a tag of its own. */
type WrittenMark = NestedMark | 'code' | 'author';
const WRITTEN: readonly WrittenMark[] = ['author', ...NESTING, 'code'];
type TagMark = Exclude<WrittenMark, 'author' | 'link' | 'highlight' | 'color'>;

/** What `authored.ts` adds to the marks of a run: who wrote it, in the words to be shown. */
export interface AuthoredMarks extends Marks {
  author?: string;
}
const TAGS: Readonly<Record<TagMark, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
};
/** Tags nest: the mark that reaches furthest is the outer one, and links are never cut by others. */
function nestMarks(
  runs: readonly Inline[],
  open: ReadonlySet<WrittenMark>,
  object: FormatObject,
): string {
  let html = '';
  for (let index = 0; index < runs.length; ) {
    const marks: AuthoredMarks = runs[index]!.marks ?? {};
    let best: WrittenMark | null = null;
    let end = index + 1;
    for (const mark of WRITTEN) {
      if (open.has(mark) || marks[mark] === undefined) continue;
      let reach = index + 1;
      while (reach < runs.length && reaches(runs[reach]!, mark, marks)) reach++;
      if (best !== 'link' && (best === null || reach > end)) [best, end] = [mark, reach];
    }
    html += best
      ? wrap(best, marks, nestMarks(runs.slice(index, end), new Set(open).add(best), object))
      : formatLeaf(runs[index]!, object);
    index = end;
  }
  return html;
}

function reaches(run: Inline, mark: WrittenMark, wanted: AuthoredMarks): boolean {
  const marks: AuthoredMarks | undefined = run.marks;
  if (marks?.[mark] !== wanted[mark]) return false;
  return mark !== 'link' || marks?.linkTitle === wanted.linkTitle;
}

function wrap(mark: WrittenMark, marks: AuthoredMarks, html: string): string {
  switch (mark) {
    case 'author':
      return `<span title="${escapeHtml(wellFormed(marks.author ?? ''))}">${html}</span>`;
    case 'link': {
      const address = marks.link ?? '';
      if (!isSafeLink(address)) return html;
      const title = marks.linkTitle ? ` title="${escapeHtml(marks.linkTitle)}"` : '';
      return `<a href="${escapeHtml(address)}"${title}>${html}</a>`;
    }
    case 'highlight':
      return `<mark data-color="${escapeHtml(marks.highlight ?? '')}">${html}</mark>`;
    case 'color':
      return `<span data-color="${escapeHtml(marks.color ?? '')}">${html}</span>`;
    default:
      return `<${TAGS[mark]}>${html}</${TAGS[mark]}>`;
  }
}

function formatLeaf(run: Inline, object: FormatObject): string {
  return 'text' in run
    ? escapeHtml(wellFormed(run.text)).replaceAll('\n', '<br>')
    : object(run.embed);
}

/** A formula inside a line, as tools that draw formulas look for it. */
export function formatFormula(source: string): string {
  return `<code class="${INLINE_FORMULA}">${escapeHtml(wellFormed(source))}</code>`;
}
export const INLINE_FORMULA = 'language-math math-inline';

/** An object inside a line as any program understands it. */
export function formatObject(embed: InlineObject): string {
  if (embed.object === 'image' && typeof embed.src === 'string') return formatImage(embed);
  if (embed.object === 'formula' && typeof embed.source === 'string') {
    return formatFormula(embed.source);
  }
  if (embed.object === 'date' && isDate(embed.date))
    return `<time datetime="${embed.date}">${embed.date}</time>`;
  if (embed.object === 'footnote' && typeof embed.label === 'string')
    return `<sup>${escapeHtml(wellFormed(embed.label))}</sup>`;
  const plain = textInsteadOf({ embed });
  if ('text' in plain) return escapeHtml(plain.text);
  const source = plainText(plain);
  return source.startsWith('<!--') ? '' : `<code>${escapeHtml(source)}</code>`;
}

/** What stands for an object where only text can be. */
export function plainText(content: Inline): string {
  const run = textInsteadOf(content);
  if ('text' in run) return run.text;
  const { object, value, alt, source, label } = run.embed;
  if (object === 'footnote' && typeof label === 'string') return `[^${label}]`;
  if (object === 'image') return typeof alt === 'string' ? alt : '';
  if (typeof source === 'string') return source;
  return typeof value === 'string' ? value : object;
}

/** An image, or what it shows where its address may not be loaded. */
export function formatImage(image: Record<string, unknown>): string {
  const { src, alt, title, width, pixelWidth, pixelHeight } = image;
  const text = typeof alt === 'string' ? alt : '';
  if (typeof src !== 'string' || !isImageAddress(src)) return escapeHtml(text);
  const titled = typeof title === 'string' ? ` title="${escapeHtml(title)}"` : '';
  const pixels =
    isLength(pixelWidth) && isLength(pixelHeight)
      ? ` data-pixels="${Math.round(pixelWidth)}x${Math.round(pixelHeight)}"`
      : '';
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(text)}"${titled}${widthOf(width)}${pixels}>`;
}

export function widthOf(width: unknown): string {
  return isLength(width) ? ` width="${Math.round(width)}"` : '';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
