/**
 * What people do to tables: rows and columns that come, go and move, and the way from cell to cell.
 *
 * Invariant: a table stays a rectangle. Whole rows and columns are put in, taken out or moved; the
 * cells that stay are the same nodes as before, so the binding sees what was done and no more.
 */
import { Fragment, type Node } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { mergedOf, spansOf } from '../../../shared/document/merged-cells.ts';
import { mergedWithout, rectangleAround } from '../../../shared/document/reshaped-tables.ts';
import {
  type Alignment,
  cellId,
  type MergedCells,
  type TableColumn,
} from '../../../shared/document/schema.ts';
import { MOVED } from '../binding/binding.ts';
import { replaceTable, selectCell } from '../binding/ids.ts';
import { columnsOf, mergedIn } from '../blocks/table/node.ts';
import { schema } from '../schema.ts';

/** The cell the caret is in. */
export interface CellPlace {
  table: Node;
  /** Position at which the table begins. */
  at: number;
  row: number;
  column: number;
  /** Rows and columns it reaches over. */
  down: number;
  across: number;
}

/** The cell in which the selection ends, or null outside of tables. */
export function cellAt(state: Pick<EditorState, 'selection'>): CellPlace | null {
  const { $head } = state.selection;
  if ($head.parent.type !== schema.nodes.tableCell) return null;
  const { down, across } = $head.parent.attrs;
  const [row, column] = [$head.index(1), $head.index(2)];
  return { table: $head.node(1), at: $head.before(1), row, column, down, across };
}

/** The other end of a selection that goes over several cells of one table. */
function otherEnd({ selection }: Pick<EditorState, 'selection'>): [number, number] | null {
  const { $anchor, $head } = selection;
  if ($anchor.parent.type !== schema.nodes.tableCell || $head.depth !== $anchor.depth) return null;
  if ($anchor.before(1) !== $head.before(1)) return null;
  const end: [number, number] = [$anchor.index(1), $anchor.index(2)];
  return end[0] === $head.index(1) && end[1] === $head.index(2) ? null : end;
}

export function emptyTable(rows: number, columns: number, depth = 0): Node {
  const { table, tableRow, tableCell } = schema.nodes;
  const row = () =>
    tableRow!.create(
      null,
      Array.from({ length: columns }, () => tableCell!.create()),
    );
  return table!.create({ depth, header: true }, Array.from({ length: rows }, row));
}

/** Puts a table behind the caret's block, or in its place where that is an empty line. */
export function insertTable(rows = 3, columns = 3): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if ($from.depth > 1) return false;
    const block = $from.depth === 1 ? $from.parent : $from.nodeAfter;
    if (!block) return false;
    const start = $from.depth === 1 ? $from.before(1) : $from.pos;
    const isEmptyLine = block.type === schema.nodes.paragraph && block.content.size === 0;
    const at = start + (isEmptyLine ? 0 : block.nodeSize);
    const { tr } = state;
    const parts = [emptyTable(rows, columns, block.attrs.depth)];
    // There is always a line to go on in.
    const isLast = at === state.doc.content.size;
    if (isLast) parts.push(schema.nodes.paragraph!.create());
    tr.insert(at, parts);
    selectCell(tr, at, 0, 0);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

interface Parts {
  rows: Node[];
  columns: TableColumn[];
  merged: readonly MergedCells[];
  header: boolean;
  /** What is selected of it, the caret's cell at least; both ends belong to it. */
  area: ReturnType<typeof rectangleAround>;
  /** Rows and columns that were moved. */
  moved?: ReadonlySet<string>;
  /** The cell that has the caret afterwards. */
  caret: { row: number; column: number };
  /** The cell at the other end of a selection that goes over several; `end`: and does afterwards. */
  other: readonly [row: number, column: number] | null;
  end?: readonly [row: number, column: number];
}

/** The cells from one to another one, with all that others which are one reach over. */
function areaOf(
  table: Node,
  from: readonly [row: number, column: number],
  to: readonly [row: number, column: number],
): ReturnType<typeof rectangleAround> {
  const rows = table.children.map(({ attrs }) => ({ id: attrs.id as string, cells: [] }));
  return rectangleAround(
    { rows, columns: [...columnsOf(table)], merged: [...mergedIn(table)] },
    from,
    to,
  );
}

/** A command that changes the table the caret is in. `change` returns false where it does not apply. */
function tableCommand(change: (parts: Parts, place: CellPlace) => boolean): Command {
  return (state, dispatch) => {
    const place = cellAt(state);
    if (!place) return false;
    const { table, at, row, column } = place;
    const here: [number, number] = [row, column];
    const other = otherEnd(state);
    const parts: Parts = {
      rows: [...table.children],
      columns: columnsOf(table).map((one) => ({ ...one })),
      merged: mergedIn(table),
      area: areaOf(table, here, other ?? here),
      other,
      header: table.attrs.header,
      caret: { row, column },
    };
    if (!change(parts, place)) return false;
    const { tr } = state;
    if (parts.rows.length === 0 || parts.columns.length === 0) removeTable(tr, place);
    else {
      const { columns, header, merged } = parts;
      const attrs = { ...table.attrs, columns, header, merged };
      const wanted = table.type.create(attrs, parts.rows);
      const { $head, $anchor } = state.selection;
      const stays = parts.caret.row === row && parts.caret.column === column;
      replaceTable(tr, table, wanted, at);
      if (!stays || tr.selection.$head.parent !== $head.parent)
        selectCell(tr, at, parts.caret.row, parts.caret.column, $head.parentOffset);
      if (parts.end) {
        const { head } = tr.selection;
        selectCell(tr, at, ...parts.end, $anchor.parentOffset);
        tr.setSelection(TextSelection.create(tr.doc, tr.selection.anchor, head));
      }
      if (parts.moved) tr.setMeta(MOVED, parts.moved);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

function removeTable(tr: Transaction, { table, at }: CellPlace): void {
  tr.delete(at, at + table.nodeSize);
  if (tr.doc.childCount === 0) tr.insert(0, schema.nodes.paragraph!.create());
  const place = tr.doc.resolve(Math.min(at, tr.doc.content.size));
  tr.setSelection(TextSelection.near(place, -1));
}

export const deleteTable: Command = tableCommand((parts) => {
  parts.rows = [];
  return true;
});

/** Adds an empty row above (0) or below (1) those that are selected. */
export function addRow(offset: 0 | 1): Command {
  return tableCommand((parts) => {
    const at = offset === 0 ? parts.area.top : parts.area.bottom + 1;
    insertRow(parts, at);
    parts.caret.row = at;
    return true;
  });
}

function insertRow(parts: Parts, index: number): void {
  const { tableRow, tableCell } = schema.nodes;
  const cells = parts.columns.map(() => tableCell!.create());
  parts.rows.splice(index, 0, tableRow!.create(null, cells));
}

/** Adds an empty column before (0) or behind (1) those that are selected. */
export function addColumn(offset: 0 | 1): Command {
  return tableCommand((parts) => {
    const at = offset === 0 ? parts.area.left : parts.area.right + 1;
    parts.columns.splice(at, 0, { id: '' });
    parts.rows = parts.rows.map((row) =>
      withCells(row, (cells) => cells.splice(at, 0, schema.nodes.tableCell!.create())),
    );
    parts.caret.column = at;
    return true;
  });
}

export const deleteRow: Command = tableCommand((parts) => {
  const { top, bottom } = parts.area;
  const gone = parts.rows.slice(top, bottom + 1);
  withoutLines(parts, new Set(gone.map(({ attrs }) => attrs.id as string)));
  parts.rows.splice(top, gone.length);
  parts.caret.row = top;
  return true;
});

export const deleteColumn: Command = tableCommand((parts) => {
  const { left, right } = parts.area;
  const gone = parts.columns.slice(left, right + 1);
  withoutLines(parts, new Set(gone.map(({ id }) => id)));
  parts.columns.splice(left, gone.length);
  if (parts.columns.length > 0)
    parts.rows = parts.rows.map((row) =>
      withCells(row, (cells) => cells.splice(left, gone.length)),
    );
  parts.caret.column = left;
  return true;
});

/** Before lines go: of cells that are one, what is left of them goes on with what they say. */
function withoutLines(parts: Parts, gone: ReadonlySet<string>): void {
  const rows = parts.rows.map(({ attrs }) => ({ id: attrs.id as string }));
  const { merged, goesOn } = mergedWithout(parts.merged, rows, parts.columns, gone);
  parts.merged = merged;
  const contents = new Map<string, Fragment>();
  for (const row of parts.rows)
    for (const { attrs, content } of row.children) contents.set(attrs.id, content);
  const from = new Map([...goesOn].map(([was, is]) => [is, contents.get(was)]));
  if (from.size === 0) return;
  parts.rows = parts.rows.map((row) =>
    row.copy(
      Fragment.fromArray(
        row.children.map((cell) => {
          const content = from.get(cell.attrs.id);
          return content ? cell.copy(content) : cell;
        }),
      ),
    ),
  );
}

/**
 * Makes the selected cells one, or the caret's and the next one that way. Which text comes where is
 * the document's to say: see shared/document/operations/tables.ts.
 */
export function mergeCells(by: 'selected' | 'next' | 'below'): Command {
  return (state, dispatch, view) => {
    const place = cellAt(state);
    if (!place) return false;
    const { row, column, down, across } = place;
    const end: [number, number] | null =
      by === 'selected'
        ? otherEnd(state)
        : by === 'next'
          ? [row, column + across]
          : [row + down, column];
    if (!end) return false;
    return tableCommand((parts) => {
      if (end[0] >= parts.rows.length || end[1] >= parts.columns.length) return false;
      const rows = parts.rows.map(({ attrs }) => ({ id: attrs.id as string }));
      const { top, bottom, left, right } = areaOf(place.table, [row, column], end);
      const one = mergedOf(cellId(rows[top]!.id, parts.columns[left]!.id), {
        rows: rows.slice(top, bottom + 1).map(({ id }) => id),
        columns: parts.columns.slice(left, right + 1).map(({ id }) => id),
      });
      if (!one) return false;
      const covered = spansOf([one], rows, parts.columns);
      const isApart = ({ from }: MergedCells) => !covered.has(cellId(from.row, from.column));
      parts.merged = [...parts.merged.filter(isApart), one];
      parts.caret = { row: top, column: left };
      return true;
    })(state, dispatch, view);
  };
}

/** Makes single cells of those that the caret's consists of. */
export const splitCell: Command = tableCommand((parts, { table, row, column }) => {
  const name = table.child(row).child(column).attrs.id;
  const rest = parts.merged.filter(({ from }) => cellId(from.row, from.column) !== name);
  if (rest.length === parts.merged.length) return false;
  parts.merged = rest;
  return true;
});

/** Whether lines could go to another place without cutting cells that are one. */
function mayMove(
  parts: Parts,
  kind: 'row' | 'column',
  ids: readonly string[],
  [first, last]: readonly [number, number],
  target: number,
): boolean {
  const end = target + last - first;
  if (first >= ids.length || target < 0 || end >= ids.length || target === first) return false;
  const [low, high] = [Math.min(first, target), Math.max(last, end)];
  return parts.merged.every((one) => {
    const [from, to] = [ids.indexOf(one.from[kind]), ids.indexOf(one.to[kind])];
    // It goes along as a whole, or is passed as a whole.
    const isWhole = (from >= first && to <= last) || to < first || from > last;
    return to < low || from > high || (isWhole && from >= low && to <= high);
  });
}

/**
 * Moves the selected rows, or the one at `from`, to another place among them; `to` says where the first
 * of them goes.
 */
export function moveRow(to: (from: number) => number, from?: number): Command {
  return tableCommand((parts, place) => {
    const { top, bottom } = from === undefined ? parts.area : { top: from, bottom: from };
    const ids = parts.rows.map(({ attrs }) => attrs.id as string);
    const target = to(top);
    if (!mayMove(parts, 'row', ids, [top, bottom], target)) return false;
    parts.rows.splice(target, 0, ...parts.rows.splice(top, bottom + 1 - top));
    parts.moved = new Set(ids.slice(top, bottom + 1));
    const now = (row: number) => parts.rows.indexOf(place.table.child(row));
    parts.caret.row = now(place.row);
    if (from === undefined && parts.other) parts.end = [now(parts.other[0]), parts.other[1]];
    return true;
  });
}

/** The same with columns. */
export function moveColumn(to: (from: number) => number, from?: number): Command {
  return tableCommand((parts, place) => {
    const { left, right } = from === undefined ? parts.area : { left: from, right: from };
    const before = [...parts.columns];
    const ids = before.map(({ id }) => id);
    const target = to(left);
    if (!mayMove(parts, 'column', ids, [left, right], target)) return false;
    const count = right + 1 - left;
    parts.columns.splice(target, 0, ...parts.columns.splice(left, count));
    parts.rows = parts.rows.map((row) =>
      withCells(row, (cells) => cells.splice(target, 0, ...cells.splice(left, count))),
    );
    parts.moved = new Set(ids.slice(left, right + 1));
    const now = (column: number) => parts.columns.indexOf(before[column]!);
    parts.caret.column = now(place.column);
    if (from === undefined && parts.other) parts.end = [parts.other[0], now(parts.other[1])];
    return true;
  });
}

/** Moves the caret's column to the side where one sees it. */
export function moveColumnTo(side: 'left' | 'right'): Command {
  return (state, dispatch, view) => {
    const at = cellAt(state)?.at;
    const table = view && at !== undefined ? drawnTable(view, at) : null;
    const by = (side === 'left') === (table !== null && isMirrored(table)) ? 1 : -1;
    return moveColumn((column) => column + by)(state, dispatch, view);
  };
}

/** The element of the table that begins at a position; null where none is drawn. */
export function drawnTable(view: EditorView, at: number): HTMLTableElement | null {
  const dom = view.nodeDOM(at);
  return dom instanceof Element ? dom.querySelector('table') : null;
}

/** Whether a table's first column is the rightmost one. */
export function isMirrored(table: HTMLTableElement): boolean {
  return getComputedStyle(table).direction === 'rtl';
}

export const toggleHeader: Command = tableCommand((parts) => {
  parts.header = !parts.header;
  return true;
});

/** Sets how the selected columns stand; null is at the start. */
export function alignColumn(align: Alignment | null): Command {
  return tableCommand((parts) => {
    const { left, right } = parts.area;
    parts.columns = parts.columns.map((column, index) => {
      if (index < left || index > right) return column;
      const { align: _, ...rest } = column;
      return { ...rest, ...(align ? { align } : {}) };
    });
    return true;
  });
}

/** Sets the width of a column in CSS pixels; null is as wide as its text. */
export function resizeColumn(index: number, width: number | null): Command {
  return tableCommand((parts) => {
    const column = parts.columns[index];
    if (!column) return false;
    const { width: _, ...rest } = column;
    parts.columns[index] = { ...rest, ...(width ? { width: Math.round(width) } : {}) };
    return true;
  });
}

function withCells(row: Node, change: (cells: Node[]) => void): Node {
  const cells = [...row.children];
  change(cells);
  return row.copy(Fragment.fromArray(cells));
}

/** Goes to the next (1) or previous (-1) cell; behind the last one there is a new row. */
export function goToCell(by: 1 | -1): Command {
  return (state, dispatch, view) => {
    const place = cellAt(state);
    if (!place) return false;
    const { table, at, row, column } = place;
    const width = columnsOf(table).length;
    const isCovered = (index: number) =>
      table.maybeChild(Math.floor(index / width))?.child(index % width).attrs.covered === true;
    let target = row * width + column + by;
    while (target >= 0 && isCovered(target)) target += by;
    if (target < 0) return true;
    if (target >= width * table.childCount) {
      return tableCommand((parts) => {
        insertRow(parts, table.childCount);
        parts.caret = { row: table.childCount, column: 0 };
        return true;
      })(state, dispatch, view);
    }
    const { tr } = state;
    selectCell(tr, at, Math.floor(target / width), target % width, Number.MAX_SAFE_INTEGER);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}
