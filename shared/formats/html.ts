/**
 * Blocks → clean HTML, for the clipboard and for files.
 *
 * Invariant: the only tags and attributes in it are the ones written here; every text is escaped,
 * no address runs anything, and HTML that a document carries as raw source stays source.
 */
import { spansOf } from '../document/merged-cells.ts';
import { type BlockContent, cellId, type Inline, type TableRow } from '../document/schema.ts';
import { formatOf } from './blocks/index.ts';
import { wellFormed } from './inline.ts';
import { type FormatObject, formatObject, formatRuns, plainText, widthOf } from './inline-html.ts';
import { kindOf, type NestedBlock, nest, runsOf } from './nesting.ts';

/**
 * Writes blocks as HTML: lists and quotes nested by depth, a check box before a task, code with
 * its language as a class and what else it says as data; raw Markdown and HTML as code, tables with
 * a heading row, pictures and files as figures, bookmarks too, callouts as `<aside data-tone>`,
 * toggles as `<details>`, formulas as code.
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
  return formatOf(block).toHtml(block, {
    content,
    inside,
    source: () => wellFormed(block.content.map(plainText).join('')),
    table: () => formatTable(block, object),
  });
}

function formatTable({ table, header }: BlockContent, object: FormatObject): string {
  const { columns, rows, merged } = table ?? { columns: [], rows: [] };
  const spans = spansOf(merged, rows, columns);
  const cell = (tag: string, row: TableRow, content: readonly Inline[], index: number): string => {
    const span = spans.get(cellId(row.id, columns[index]?.id ?? ''));
    if (span === null) return '';
    const reach = span
      ? `${span.down > 1 ? ` rowspan="${span.down}"` : ''}${span.across > 1 ? ` colspan="${span.across}"` : ''}`
      : '';
    const align = columns[index]?.align;
    const aligned = align ? ` align="${align === 'end' ? 'right' : 'center'}"` : '';
    return `<${tag}${reach}${aligned}>${formatRuns(content, object)}</${tag.slice(0, 2)}>`;
  };
  const line = (tag: string, row: TableRow): string =>
    `<tr>${row.cells.map((content, index) => cell(tag, row, content, index)).join('')}</tr>`;
  const [first, ...rest] = header ? rows : [undefined, ...rows];
  const widths = columns.map(({ width }) => `<col${widthOf(width)}>`).join('');
  const heading = first ? line('th scope="col"', first) : '';
  // A cell of a heading ends with it: one that reaches further down stands in the body.
  const reachesDown = / rowspan="/.test(heading);
  return [
    '<table>',
    ...(columns.some(({ width }) => width) ? [`<colgroup>${widths}</colgroup>`] : []),
    ...(first && !reachesDown ? [`<thead>${heading}</thead>`] : []),
    ...(rest.length > 0 || reachesDown
      ? [
          '<tbody>',
          ...(reachesDown ? [heading] : []),
          ...rest.map((row) => line('td', row!)),
          '</tbody>',
        ]
      : []),
    '</table>',
  ].join('\n');
}
