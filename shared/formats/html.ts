/**
 * Blocks → clean HTML, for the clipboard and for files.
 *
 * Invariant: the only tags and attributes in it are the ones written here; every text is escaped,
 * no address runs anything, and HTML that a document carries as raw source stays source.
 */

import { isSafeLink } from '../document/marks.ts';
import type { BlockContent, Inline, InlineObject, MarkName, Marks } from '../document/schema.ts';
import { isImageAddress } from './addresses.ts';
import { mergeRuns, wellFormed } from './inline.ts';
import { kindOf, type NestedBlock, nest, runsOf } from './nesting.ts';

/**
 * Writes blocks as HTML: lists and quotes nested by depth, a check box before a task, code with
 * its language as a class, raw Markdown and HTML as code.
 *
 * @returns a fragment without a document around it.
 */
export function formatHtml(blocks: readonly BlockContent[]): string {
  return flow(nest(blocks));
}

/** Writes the content of one block as HTML. */
export function formatInlineHtml(content: readonly Inline[]): string {
  return nestMarks(mergeRuns(content), new Set());
}

function flow(nodes: readonly NestedBlock[]): string {
  return runsOf(nodes).map(formatRun).join('\n');
}

function formatRun(run: readonly NestedBlock[]): string {
  const { block } = run[0]!;
  switch (kindOf(block)) {
    case 'ordered': {
      const start = block.start ?? 1;
      const from = Number.isInteger(start) && start !== 1 ? ` start="${start}"` : '';
      return `<ol${from}>\n${run.map(formatItem).join('\n')}\n</ol>`;
    }
    case 'unordered':
      return `<ul>\n${run.map(formatItem).join('\n')}\n</ul>`;
    case 'quote': {
      const parts = run.flatMap(({ block: quote, children }) => [
        ...(quote.content.length > 0 ? [`<p>${formatInlineHtml(quote.content)}</p>`] : []),
        ...(children.length > 0 ? [flow(children)] : []),
      ]);
      return `<blockquote>\n${parts.join('\n')}\n</blockquote>`;
    }
    case null:
      return formatBlock(block);
  }
}

function formatItem({ block, children }: NestedBlock): string {
  const hasBox = block.type === 'task' || block.checked !== undefined;
  const box = hasBox ? `<input type="checkbox" disabled${block.checked ? ' checked' : ''}> ` : '';
  const inside = children.length > 0 ? `\n${flow(children)}\n` : '';
  return `<li>${box}${formatInlineHtml(block.content)}${inside}</li>`;
}

function formatBlock(block: BlockContent): string {
  const content = formatInlineHtml(block.content);
  switch (block.type) {
    case 'heading': {
      const level = Math.min(Math.max(Math.round(block.level ?? 1), 1), 6);
      return `<h${level}>${content}</h${level}>`;
    }
    case 'code': {
      const language = /^[^\s]+/.exec((block.language ?? '').trim())?.[0];
      const name = language ? ` class="language-${escapeHtml(language)}"` : '';
      // A parser drops one line end after <pre>, so that text beginning with one needs another.
      const text = wellFormed(block.content.map(plainText).join(''));
      return `<pre><code${name}>${text.startsWith('\n') ? '\n' : ''}${escapeHtml(text)}</code></pre>`;
    }
    case 'divider':
      return content ? `<hr>\n<p>${content}</p>` : '<hr>';
    default:
      return `<p>${content}</p>`;
  }
}

/** A link's title is an attribute of its tag, not a tag of its own. */
type NestedMark = Exclude<MarkName, 'linkTitle'>;
type TagMark = Exclude<NestedMark, 'link' | 'highlight'>;
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
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
];

/** Tags nest: the mark that reaches furthest is the outer one, and links are never cut by others. */
function nestMarks(runs: readonly Inline[], open: ReadonlySet<NestedMark>): string {
  let html = '';
  for (let index = 0; index < runs.length; ) {
    const marks = runs[index]!.marks ?? {};
    let best: NestedMark | null = null;
    let end = index + 1;
    for (const mark of NESTING) {
      if (open.has(mark) || marks[mark] === undefined) continue;
      let reach = index + 1;
      while (reach < runs.length && runs[reach]?.marks?.[mark] === marks[mark]) reach++;
      if (best !== 'link' && (best === null || reach > end)) [best, end] = [mark, reach];
    }
    html += best
      ? wrap(best, marks, nestMarks(runs.slice(index, end), new Set(open).add(best)))
      : formatLeaf(runs[index]!);
    index = end;
  }
  return html;
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
    default:
      return `<${TAGS[mark]}>${html}</${TAGS[mark]}>`;
  }
}

function formatLeaf(run: Inline): string {
  return 'text' in run
    ? escapeHtml(wellFormed(run.text)).replaceAll('\n', '<br>')
    : formatObject(run.embed);
}

function formatObject(embed: InlineObject): string {
  if (embed.object === 'image' && typeof embed.src === 'string') {
    const alt = typeof embed.alt === 'string' ? embed.alt : '';
    if (!isImageAddress(embed.src)) return escapeHtml(alt);
    const title = typeof embed.title === 'string' ? ` title="${escapeHtml(embed.title)}"` : '';
    return `<img src="${escapeHtml(embed.src)}" alt="${escapeHtml(alt)}"${title}>`;
  }
  const source = plainText({ embed });
  return source.startsWith('<!--') ? '' : `<code>${escapeHtml(source)}</code>`;
}

/** What stands for an object where only text can be. */
function plainText(run: Inline): string {
  if ('text' in run) return run.text;
  const { object, value, alt } = run.embed;
  if (object === 'image') return typeof alt === 'string' ? alt : '';
  return typeof value === 'string' ? value : object;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
