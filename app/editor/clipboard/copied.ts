/**
 * What is copied, as HTML and text that other programs understand.
 *
 * Invariant: pasted again here, the HTML gives the same blocks, objects inside lines included; of a
 * table that was copied in part there are whole rows, with empty cells where the selection ended.
 */
import { DOMSerializer, Fragment, type Node, Slice } from 'prosemirror-model';
import type { Selection } from 'prosemirror-state';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { formatHtml } from '../../../shared/formats/html.ts';
import { escapeHtml, formatImage, formatObject } from '../../../shared/formats/inline-html.ts';
import { inertHtml } from '../../ui/trusted-types.ts';
import { editedBlock } from '../binding/nodes.ts';
import { columnsOf } from '../blocks/table/node.ts';
import { isFigure, reachesOverEdge } from '../commands/commands.ts';
import { Numbering } from '../lists/numbering.ts';
import { schema } from '../schema.ts';
import { writeTabSeparated } from './tab-separated.ts';

/** What goes where it is cut or dragged away: of a picture that stays, the words that are selected. */
export function takenContent(selection: Selection): Slice {
  const slice = selection.content();
  if (!reachesOverEdge(selection)) return slice;
  const { $from, $to } = selection;
  const { content, openStart, openEnd } = slice;
  const isCutAtEnd = isFigure($to.parent) && $to.parentOffset < $to.parent.content.size;
  const nodes = content.content.map((node, index) => {
    const stays =
      (index === 0 && isFigure($from.parent)) || (index === content.childCount - 1 && isCutAtEnd);
    const { depth } = node.attrs;
    return stays ? schema.nodes.paragraph!.create({ depth }, node.content) : node;
  });
  return new Slice(Fragment.fromArray(nodes), openStart, openEnd);
}

/** Completes the tables at the ends of a slice. Text out of a single cell is mere text. */
export function wholeTables(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const first = content.firstChild;
  const last = content.lastChild;
  if (!first || !last) return slice;
  const [startCut, endCut] = [first, last].map((node) => node.type === schema.nodes.table);
  if (first === last && startCut && openStart > 2 && openEnd > 2) {
    const cell = onlyCell(first);
    const text = cell && schema.nodes.paragraph!.create(null, cell.content);
    if (text) return new Slice(Fragment.from(text), 1, 1);
  }
  const nodes = content.content.map((node) =>
    node.type === schema.nodes.table
      ? rectangle(node, node === first && openStart > 0, node === last && openEnd > 0)
      : node,
  );
  return new Slice(Fragment.fromArray(nodes), startCut ? 0 : openStart, endCut ? 0 : openEnd);
}

function onlyCell(table: Node): Node | null {
  return table.childCount === 1 && table.child(0).childCount === 1 ? table.child(0).child(0) : null;
}

/** The first row misses cells at its start, the last one at its end; a single row stays as it is. */
function rectangle(whole: Node, cutsStart: boolean, cutsEnd: boolean): Node {
  if (!cutsStart && !cutsEnd) return whole;
  const header = whole.child(0).children.every((cell) => cell.attrs.header === true);
  const table = whole.type.create({ ...whole.attrs, header }, whole.content);
  const width = Math.max(columnsOf(table).length, ...table.children.map((row) => row.childCount));
  const missing = (row: Node): Node[] =>
    Array.from({ length: width - row.childCount }, () => schema.nodes.tableCell!.create());
  if (table.childCount === 1) {
    const columns = columnsOf(table);
    const from = cutsStart ? columns.length - table.child(0).childCount : 0;
    const kept =
      cutsStart && cutsEnd ? null : columns.slice(from, from + table.child(0).childCount);
    return table.type.create({ ...table.attrs, columns: kept }, table.content);
  }
  const rows = table.children.map((row, index) => {
    if (index === 0 && cutsStart)
      return row.copy(Fragment.from([...missing(row), ...row.children]));
    return row.copy(Fragment.from([...row.children, ...missing(row)]));
  });
  return table.copy(Fragment.fromArray(rows));
}

/** Writes whole blocks as clean HTML, and text inside one as the schema draws it. */
export class CleanSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    if (!fragment.firstChild?.isBlock) return super.serializeFragment(fragment, options, target);
    const html = formatHtml(fragment.content.map(editedContent), clipboardObject);
    const template = document.createElement('template');
    template.innerHTML = inertHtml(html);
    const root = target ?? document.createDocumentFragment();
    root.appendChild(template.content);
    return root;
  }
}

function editedContent(node: Node) {
  const { shape, content, table } = editedBlock(node);
  return { ...shape, content, ...(table ? { table } : {}) };
}

/** Objects that other programs do not know come back from what they carry along. */
function clipboardObject(embed: InlineObject): string {
  if (embed.object === 'image') return formatImage(embed);
  const data = ` data-embed="${escapeHtml(JSON.stringify(embed))}"`;
  return `<span${data}>${formatObject(embed)}</span>`;
}

/** Plain text: a line for each block with the marker of its list, a table as a spreadsheet's. */
export function textOfSlice(slice: Slice): string {
  const { content } = slice;
  const isAlone = content.childCount === 1;
  const numbering = new Numbering();
  const lines = content.content.map((node) => {
    const depth = (node.attrs.depth as number | undefined) ?? 0;
    const number = numbering.next(node);
    if (node.type === schema.nodes.table) return isAlone ? sheetOf(node) : gridOf(node);
    const marker =
      {
        bullet: '- ',
        ordered: `${number}. `,
        task: node.attrs.checked ? '[x] ' : '[ ] ',
        divider: '---',
      }[node.type.name] ?? '';
    return '  '.repeat(depth) + (isAlone ? '' : marker) + nameOf(node) + textOf(node);
  });
  return lines.join('\n');
}

/** What a picture, file or bookmark is called, before its caption. */
function nameOf(node: Node): string {
  const { type, attrs } = node;
  const { image, file, bookmark } = schema.nodes;
  const name =
    type === image ? attrs.alt : type === file ? attrs.name : type === bookmark ? attrs.href : null;
  return name ? `${name}${node.content.size > 0 ? ': ' : ''}` : '';
}

function textOf(node: Node): string {
  if (node.isText) return node.text ?? '';
  return node.textBetween(
    0,
    node.content.size,
    '\n',
    (leaf) => leaf.type.spec.leafText?.(leaf) ?? '',
  );
}

function rowsOf(table: Node): string[][] {
  return table.children.map((row) => row.children.map(textOf));
}

function sheetOf(table: Node): string {
  return writeTabSeparated(rowsOf(table));
}

/** Among other text, a table as Markdown writes it. */
function gridOf(table: Node): string {
  const rows = rowsOf(table).map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>')),
  );
  const empty = rows[0]!.map(() => '');
  const [head, ...rest] = table.attrs.header ? rows : [empty, ...rows];
  const rule = empty.map(() => '-');
  return [head!, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
