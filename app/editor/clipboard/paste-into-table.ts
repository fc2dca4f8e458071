/**
 * What is pasted while the caret is in a cell of a table.
 *
 * Invariant: a cell holds one text. A table that is pasted fills cells from the caret's on, and the
 * table grows where they end; any other blocks become lines of the cell, with all of their text.
 */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { TableColumn } from '../../../shared/document/schema.ts';
import { replaceTable, selectCell } from '../binding/ids.ts';
import { partOf } from '../blocks/registry.ts';
import { columnsOf, mergedIn } from '../blocks/table/node.ts';
import { clearRange, reachesOverEdge } from '../commands/commands.ts';
import { cellAt } from '../commands/tables.ts';
import { schema } from '../schema.ts';

/** Puts what is pasted in the place of the selection; null if that begins in no cell. */
export function pasteIntoCell(tr: Transaction, slice: Slice): Transaction | null {
  const { selection } = tr;
  if (selection.$from.parent.type !== schema.nodes.tableCell) return null;
  if (reachesOverEdge(selection)) {
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
  // What is pasted fills cells: those that were one there are single ones again.
  const merged = mergedIn(table).filter(({ from, to }) => {
    const [top, bottom] = [from, to].map((end) =>
      rows.findIndex(({ attrs }) => attrs.id === end.row),
    );
    const [left, right] = [from, to].map((end) => columns.findIndex(({ id }) => id === end.column));
    return bottom! < row || top! >= row + grid.length || right! < column || left! >= column + width;
  });
  const wanted = table.type.create({ ...table.attrs, columns, merged }, filled);
  replaceTable(tr, table, wanted, at);
  const end = Number.MAX_SAFE_INTEGER;
  selectCell(tr, at, row + grid.length - 1, column + width - 1, end);
}

/** Blocks as lines of one text; items of lists keep a marker. */
export function linesOf({ content }: Slice): Fragment {
  if (!content.firstChild?.isBlock) return content;
  let text = Fragment.empty;
  let number = 0;
  for (const node of content.content) {
    number = node.type === schema.nodes.ordered ? Number(node.attrs.start ?? number + 1) : 0;
    const lines = partOf(node).lines?.(node, number) ?? [node.content];
    for (const line of lines) {
      if (line.size === 0) continue;
      if (text.size > 0) text = text.addToEnd(schema.nodes.break!.create());
      text = text.append(line);
    }
  }
  return text;
}
