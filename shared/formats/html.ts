/**
 * Blocks → clean HTML, for the clipboard and for files.
 *
 * Invariant: the only tags and attributes in it are the ones written here; every text is escaped,
 * no address runs anything, and HTML that a document carries as raw source stays source.
 */

import { isDate } from '../document/dates.ts';
import { isSafeLink, isWebAddress } from '../document/marks.ts';
import type {
  BlockContent,
  Inline,
  InlineObject,
  MarkName,
  Marks,
  TableRow,
} from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { mergeRuns, textInsteadOf, wellFormed } from './inline.ts';
import { kindOf, type NestedBlock, nest, runsOf } from './nesting.ts';

/**
 * Writes blocks as HTML: lists and quotes nested by depth, a check box before a task, code with
 * its language as a class, raw Markdown and HTML as code; tables with a heading row, pictures and
 * files as figures, bookmarks too, callouts as `<aside data-tone>`, toggles as `<details>`, formulas as code.
 *
 * @param object how an object inside a line is written.
 * @returns a fragment without a document around it.
 */
export function formatHtml(
  blocks: readonly BlockContent[],
  object: FormatObject = formatObject,
): string {
  return flow(nest(blocks), object);
}

/** Writes the content of one block as HTML. */
export function formatInlineHtml(content: readonly Inline[]): string {
  return formatRuns(content, formatObject);
}

/** @param object how an object inside a line is written. */
export function formatRuns(content: readonly Inline[], object: FormatObject): string {
  return nestMarks(mergeRuns(content), new Set(), object);
}
export type FormatObject = (embed: InlineObject) => string;

function flow(nodes: readonly NestedBlock[], object: FormatObject): string {
  return runsOf(nodes)
    .map((run) => formatRun(run, object))
    .join('\n');
}

function formatRun(run: readonly NestedBlock[], object: FormatObject): string {
  const items = (): string => run.map((node) => formatItem(node, object)).join('\n');
  const { block } = run[0]!;
  switch (kindOf(block)) {
    case 'ordered': {
      const start = block.start ?? 1;
      const from = Number.isInteger(start) && start !== 1 ? ` start="${start}"` : '';
      return `<ol${from}>\n${items()}\n</ol>`;
    }
    case 'unordered':
      return `<ul>\n${items()}\n</ul>`;
    case 'quote': {
      const parts = run.flatMap(({ block: quote, children }) => [
        ...(quote.content.length > 0 ? [`<p>${formatRuns(quote.content, object)}</p>`] : []),
        ...(children.length > 0 ? [flow(children, object)] : []),
      ]);
      return `<blockquote>\n${parts.join('\n')}\n</blockquote>`;
    }
    case null:
      return formatNode(run[0]!, object);
  }
}

function formatItem({ block, children }: NestedBlock, object: FormatObject): string {
  const hasBox = block.type === 'task' || block.checked !== undefined;
  const box = hasBox ? `<input type="checkbox" disabled${block.checked ? ' checked' : ''}> ` : '';
  const inside = children.length > 0 ? `\n${flow(children, object)}\n` : '';
  return `<li>${box}${formatRuns(block.content, object)}${inside}</li>`;
}

function formatNode({ block, children }: NestedBlock, object: FormatObject): string {
  const content = formatRuns(block.content, object);
  const inside = children.length > 0 ? [flow(children, object)] : [];
  switch (block.type) {
    case 'callout': {
      const icon = block.icon ? ` data-icon="${escapeHtml(block.icon)}"` : '';
      const parts = [`<aside class="callout" data-tone="${block.tone ?? 'note'}"${icon}>`];
      if (content) parts.push(`<p>${content}</p>`);
      return [...parts, ...inside, '</aside>'].join('\n');
    }
    case 'toggle':
      return ['<details>', `<summary>${content}</summary>`, ...inside, '</details>'].join('\n');
    case 'image':
      return figure('image', formatImage({ ...block }), content);
    case 'file':
      return figure('file', formatFile(block), content);
    case 'bookmark':
      return figure('bookmark', formatBookmark(block), content);
    case 'formula': {
      const text = wellFormed(block.content.map(plainText).join(''));
      return pre('language-math math-display', text);
    }
    case 'table':
      return `${formatTable(block, object)}${content ? `\n<p>${content}</p>` : ''}`;
    case 'heading': {
      const level = Math.min(Math.max(Math.round(block.level ?? 1), 1), 6);
      return `<h${level}>${content}</h${level}>`;
    }
    case 'code': {
      const language = /^[^\s]+/.exec((block.language ?? '').trim())?.[0];
      const text = wellFormed(block.content.map(plainText).join(''));
      return pre(language ? `language-${language}` : '', text);
    }
    case 'divider':
      return content ? `<hr>\n<p>${content}</p>` : '<hr>';
    default:
      return `<p>${content}</p>`;
  }
}

function pre(name: string, text: string): string {
  const named = name ? ` class="${escapeHtml(name)}"` : '';
  return `<pre><code${named}>${escapeHtml(text)}</code></pre>`;
}

function figure(name: string, object: string, caption: string): string {
  const below = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `<figure class="${name}">${object}${below}</figure>`;
}

function formatFile({ src = '', name, size, mime }: BlockContent): string {
  const text = escapeHtml(wellFormed(name || 'File'));
  if (!isSafeLink(src)) return text;
  const type = mime ? ` type="${escapeHtml(mime)}"` : '';
  const bytes = size === undefined ? '' : ` data-size="${Number(size)}"`;
  return `<a href="${escapeHtml(src)}" download="${text}"${type}${bytes}>${text}</a>`;
}

function formatBookmark({ href = '' }: BlockContent): string {
  return isWebAddress(href) ? `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>` : '';
}

function formatTable({ table, header }: BlockContent, object: FormatObject): string {
  const { columns, rows } = table ?? { columns: [], rows: [] };
  const cell = (tag: string, content: readonly Inline[], index: number): string => {
    const align = columns[index]?.align;
    const aligned = align ? ` align="${align === 'end' ? 'right' : 'center'}"` : '';
    return `<${tag}${aligned}>${formatRuns(content, object)}</${tag.slice(0, 2)}>`;
  };
  const line = (tag: string, { cells }: TableRow): string =>
    `<tr>${cells.map((content, index) => cell(tag, content, index)).join('')}</tr>`;
  const [first, ...rest] = header ? rows : [undefined, ...rows];
  const widths = columns.map(({ width }) => `<col${widthOf(width)}>`).join('');
  return [
    '<table>',
    ...(columns.some(({ width }) => width) ? [`<colgroup>${widths}</colgroup>`] : []),
    ...(first ? [`<thead>${line('th scope="col"', first)}</thead>`] : []),
    ...(rest.length > 0 ? ['<tbody>', ...rest.map((row) => line('td', row!)), '</tbody>'] : []),
    '</table>',
  ].join('\n');
}

/** A link's title is an attribute of its tag, not a tag of its own. */
type NestedMark = Exclude<MarkName, 'linkTitle'>;
type TagMark = Exclude<NestedMark, 'link' | 'highlight' | 'color'>;
const TAGS: Readonly<Record<TagMark, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
};
const NESTING: readonly NestedMark[] = [
  'link',
  'highlight',
  'color',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
];

/** Tags nest: the mark that reaches furthest is the outer one, and links are never cut by others. */
function nestMarks(
  runs: readonly Inline[],
  open: ReadonlySet<NestedMark>,
  object: FormatObject,
): string {
  let html = '';
  for (let index = 0; index < runs.length; ) {
    const marks = runs[index]!.marks ?? {};
    let best: NestedMark | null = null;
    let end = index + 1;
    for (const mark of NESTING) {
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

function reaches({ marks }: Inline, mark: NestedMark, wanted: Marks): boolean {
  if (marks?.[mark] !== wanted[mark]) return false;
  return mark !== 'link' || marks?.linkTitle === wanted.linkTitle;
}

function wrap(mark: NestedMark, marks: Marks, html: string): string {
  switch (mark) {
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

/** A formula inside a line, as tools that draw formulas look for it. */
export function formatFormula(source: string): string {
  return `<code class="${INLINE_FORMULA}">${escapeHtml(wellFormed(source))}</code>`;
}
export const INLINE_FORMULA = 'language-math math-inline';

function widthOf(width: unknown): string {
  return isLength(width) ? ` width="${Math.round(width)}"` : '';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** An object inside a line as any program understands it. */
export function formatObject(embed: InlineObject): string {
  if (embed.object === 'image' && typeof embed.src === 'string') return formatImage(embed);
  if (embed.object === 'formula' && typeof embed.source === 'string') {
    return formatFormula(embed.source);
  }
  if (embed.object === 'date' && isDate(embed.date))
    return `<time datetime="${embed.date}">${embed.date}</time>`;
  const plain = textInsteadOf({ embed });
  if ('text' in plain) return escapeHtml(plain.text);
  const source = plainText(plain);
  return source.startsWith('<!--') ? '' : `<code>${escapeHtml(source)}</code>`;
}

/** What stands for an object where only text can be. */
function plainText(content: Inline): string {
  const run = textInsteadOf(content);
  if ('text' in run) return run.text;
  const { object, value, alt, source } = run.embed;
  if (object === 'image') return typeof alt === 'string' ? alt : '';
  if (typeof source === 'string') return source;
  return typeof value === 'string' ? value : object;
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
