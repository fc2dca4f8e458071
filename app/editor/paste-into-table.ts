/**
 * What is pasted while the caret is in a cell of a table.
 *
 * Invariant: a cell holds one text. A table that is pasted fills cells from the caret's on, and the
 * table grows where they end; any other blocks become lines of the cell, with all of their text.
 */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { TableColumn } from '../../shared/document/schema.ts';
import { replaceTable, selectCell } from './binding/ids.ts';
import { clearRange, reachesIntoTable } from './commands.ts';
import { columnsOf, schema } from './schema.ts';
import { cellAt } from './tables.ts';

/** The change that pasting makes in a cell; null if the selection begins in none. */
export function pasteIntoCell(state: EditorState, slice: Slice): Transaction | null {
  const { selection, tr } = state;
  if (selection.$from.parent.type !== schema.nodes.tableCell) return null;
  if (reachesIntoTable(selection)) {
    clearRange(tr, selection.from, selection.to);
    if (tr.selection.$head.parent.type !== schema.nodes.tableCell) return null;
  }
  const grid = gridOf(slice);
  if (grid) fill(tr, grid);
  else tr.replaceSelection(new Slice(linesOf(slice), 0, 0));
  return tr;
}

/** The cells of a table that is all there is to paste. */
function gridOf({ content }: Slice): Node[][] | null {
  const said = content.content.filter((node) => !isEmptyLine(node));
  const only = said.length === 1 ? said[0] : undefined;
  if (!only || only.type !== schema.nodes.table) return null;
  const rows = only.children.map((row) => [...row.children]);
  return rows.length === 1 && rows[0]!.length === 1 ? null : rows;
}

function isEmptyLine(node: Node): boolean {
  return node.type === schema.nodes.paragraph && node.content.size === 0;
}

function fill(tr: Transaction, grid: readonly Node[][]): void {
  const place = cellAt(tr);
  if (!place) return;
  const { table, at, row, column } = place;
  const { tableRow, tableCell } = schema.nodes;
  const rows = [...table.children];
  const columns: TableColumn[] = [...columnsOf(table)];
  const width = Math.max(...grid.map((cells) => cells.length));
  while (columns.length < column + width) columns.push({ id: '' });
  while (rows.length < row + grid.length) rows.push(tableRow!.create());
  const filled = rows.map((old, index) => {
    const pasted = grid[index - row] ?? [];
    const cells = columns.map((_, here) => {
      const cell = here < old.childCount ? old.child(here) : tableCell!.create();
      const content = here < column ? undefined : pasted[here - column]?.content;
      return content ? cell.copy(content) : cell;
    });
    return old.copy(Fragment.fromArray(cells));
  });
  const wanted = table.type.create({ ...table.attrs, columns }, filled);
  replaceTable(tr, table, wanted, at);
  const end = Number.MAX_SAFE_INTEGER;
  selectCell(tr, at, row + grid.length - 1, column + width - 1, end);
}

/** Blocks as lines of one text; items of lists keep a marker. */
export function linesOf({ content }: Slice): Fragment {
  if (!content.firstChild?.isBlock) return content;
  let lines = Fragment.empty;
  let number = 0;
  for (const node of content.content) {
    number = node.type === schema.nodes.ordered ? Number(node.attrs.start ?? number + 1) : 0;
    for (const line of linesOfBlock(node, number)) {
      if (line.size === 0) continue;
      if (lines.size > 0) lines = lines.addToEnd(schema.nodes.break!.create());
      lines = lines.append(line);
    }
  }
  return lines;
}

function linesOfBlock(node: Node, number: number): Fragment[] {
  const { attrs, content } = node;
  switch (node.type.name) {
    case 'bullet':
      return [withMarker('• ', content)];
    case 'ordered':
      return [withMarker(`${number}. `, content)];
    case 'task':
      return [withMarker(attrs.checked ? '[x] ' : '[ ] ', content)];
    case 'codeBlock':
      return codeLines(node);
    case 'formula':
      return [objectLine({ object: 'formula', source: node.textContent })];
    case 'divider':
      return [Fragment.from(schema.text('---'))];
    case 'image':
      return [objectLine({ object: 'image', src: attrs.src ?? '', alt: attrs.alt ?? '' }), content];
    case 'file': {
      const marks = attrs.src ? [schema.marks.link!.create({ href: attrs.src })] : [];
      return [Fragment.from(schema.text(attrs.name || 'File', marks)), content];
    }
    case 'bookmark':
      return [Fragment.from(schema.text(attrs.href || 'Bookmark')), content];
    case 'table':
      return node.children.map(lineOfRow);
    default:
      return [content];
  }
}

function withMarker(marker: string, content: Fragment): Fragment {
  return Fragment.from(schema.text(marker)).append(content);
}

function objectLine(embed: { object: string; [key: string]: unknown }): Fragment {
  return Fragment.from(schema.nodes.object!.create({ embed }));
}

/** Code has its line ends in its text. */
function codeLines(node: Node): Fragment[] {
  const code = schema.marks.code!.create();
  const lines: Fragment[] = [Fragment.empty];
  for (const child of node.children) {
    const parts = child.isText ? (child.text ?? '').split('\n') : [child];
    parts.forEach((part, index) => {
      if (index > 0) lines.push(Fragment.empty);
      const made = typeof part !== 'string' ? part : part && schema.text(part, [code]);
      if (made) lines[lines.length - 1] = lines[lines.length - 1]!.addToEnd(made);
    });
  }
  return lines;
}

function lineOfRow(row: Node): Fragment {
  return row.children.reduce(
    (line, cell, index) =>
      (index > 0 ? line.addToEnd(schema.text(' | ')) : line).append(cell.content),
    Fragment.empty,
  );
}
