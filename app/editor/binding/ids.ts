/**
 * Names for what is new in the editor: blocks, and rows and columns of tables.
 *
 * Invariant: after `withIds` every block has an id of its own, and every table is a rectangle in
 * which each cell's name, heading, alignment and reach follow from its row and column.
 */
import { Fragment, type Node } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { mergedOf, spansOf } from '../../../shared/document/merged-cells.ts';
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
import { cellId, type MergedCells, type TableColumn } from '../../../shared/document/schema.ts';
import { columnsOf, firstCell } from '../blocks/table/node.ts';
import { schema } from '../schema.ts';
import { BlocksStep } from './blocks-step.ts';
import { cellNode } from './nodes.ts';
import { changedBlocks, changedText } from './to-body.ts';

/** What brings a changed document into this form; null where it is in it already. */
export function withIds(before: Node, state: EditorState): Transaction | null {
  const after = state.doc;
  const changed = changedBlocks(before, after);
  // Where the text of one block or cell alone is another one, as with each key, all have their names.
  if (!changed || changedText(before, after)) return null;
  const known = new Map<string, Node>();
  for (let index = changed.start; index < changed.oldEnd; index++)
    known.set(before.child(index).attrs.id, before.child(index));
  const taken = new Set<string>();
  const blocks = [...after.children];
  const reshaped: { table: Node; wanted: Node; at: number }[] = [];
  let hasNew = false;
  let position = 0;
  for (let index = 0; index < changed.newEnd; index++) {
    const node = after.child(index);
    if (index >= changed.start) {
      let id = node.attrs.id as string | null;
      // An id from elsewhere is a block that was copied: the one it was copied from keeps it.
      if (id === null || !known.has(id) || taken.has(id)) id = newBlockId();
      taken.add(id);
      let now = id === node.attrs.id ? node : withId(node, id);
      if (node.type === schema.nodes.table && node !== known.get(id)) {
        const wanted = straightened(now, known.get(id));
        if (isShapedAs(wanted, now)) now = wanted;
        else reshaped.push({ table: now, wanted, at: position });
      }
      blocks[index] = now;
      hasNew ||= now !== node;
    }
    position += node.nodeSize;
  }
  const { tr } = state;
  // Names move no position. One step for all of them: each step takes a pass over all blocks.
  if (hasNew) tr.step(BlocksStep.to(after, blocks, []));
  for (const { table, wanted, at } of reshaped.reverse()) replaceTable(tr, table, wanted, at);
  return tr.docChanged ? tr : null;
}

/**
 * A table as a rectangle with names for all. Rows and columns of `old`, what it was before, keep
 * theirs; a table that comes from elsewhere gets new ones.
 */
function straightened(table: Node, old: Node | undefined): Node {
  const columns = namedColumns(table, old);
  const oldRows = new Set(old?.children.map((row) => row.attrs.id as string));
  const rows = table.children.map(({ attrs }) => ({
    id: oldRows.delete(attrs.id) ? (attrs.id as string) : newBlockId(),
  }));
  const merged = namedMerged(table, rows, columns);
  const spans = spansOf(merged, rows, columns);
  const straight = table.children.map((row, index) => {
    const isHeader = table.attrs.header === true && index === 0;
    const made = straightRow(row, rows[index]!.id, columns, isHeader, spans);
    return made.eq(row) ? row : made;
  });
  const attrs = { ...table.attrs, columns, merged: merged.length > 0 ? merged : null };
  const wanted = table.type.create(attrs, straight);
  return wanted.eq(table) ? table : wanted;
}

/** Which cells are one, by the names that rows and columns have now; none of them overlap. */
function namedMerged(
  table: Node,
  rows: readonly { id: string }[],
  columns: readonly TableColumn[],
): readonly MergedCells[] {
  const own = table.attrs.merged as readonly MergedCells[] | null;
  const known = own ? renamed(table, own, rows, columns) : reaching(table, rows, columns);
  const taken = new Set<string>();
  const merged = known.filter((one) => {
    const cells = [...spansOf([one], rows, columns).keys()];
    if (cells.length < 2 || cells.some((cell) => taken.has(cell))) return false;
    for (const cell of cells) taken.add(cell);
    return true;
  });
  return own?.length === merged.length && own.every((one, at) => one === merged[at]) ? own : merged;
}

/** The same where a table was copied, and its rows and columns have other names. */
function renamed(
  table: Node,
  merged: readonly MergedCells[],
  rows: readonly { id: string }[],
  columns: readonly TableColumn[],
): readonly MergedCells[] {
  const rowNow = new Map(table.children.map(({ attrs }, at) => [attrs.id as string, rows[at]!.id]));
  const columnNow = new Map(columnsOf(table).map(({ id }, at) => [id, columns[at]?.id ?? id]));
  return merged.map((one) => {
    const corner = ({ row, column }: MergedCells['from']) => ({
      row: rowNow.get(row) ?? row,
      column: columnNow.get(column) ?? column,
    });
    const [from, to] = [corner(one.from), corner(one.to)];
    const isSame =
      from.row === one.from.row &&
      from.column === one.from.column &&
      to.row === one.to.row &&
      to.column === one.to.column;
    return isSame ? one : { id: cellId(from.row, from.column), from, to };
  });
}

/** What the cells of a table from elsewhere say. */
function reaching(
  table: Node,
  rows: readonly { id: string }[],
  columns: readonly TableColumn[],
): MergedCells[] {
  return table.children.flatMap((row, top) =>
    row.children.flatMap(({ attrs }, left) => {
      const one = mergedOf(cellId(rows[top]!.id, columns[left]?.id ?? ''), {
        rows: rows.slice(top, top + attrs.down).map(({ id }) => id),
        columns: columns.slice(left, left + attrs.across).map(({ id }) => id),
      });
      return one ? [one] : [];
    }),
  );
}

/** Whether every row of two tables with the same rows has as many cells. */
function isShapedAs(table: Node, other: Node): boolean {
  return table.children.every((row, index) => row.childCount === other.child(index).childCount);
}

function withId(node: Node, id: string): Node {
  return node.type.create({ ...node.attrs, id }, node.content, node.marks);
}

/** As many columns as the widest row has cells. */
function namedColumns(table: Node, old: Node | undefined): readonly TableColumn[] {
  const oldColumns = new Set(old && columnsOf(old).map(({ id }) => id));
  const own = columnsOf(table);
  const columns = own.map((column) =>
    oldColumns.delete(column.id) ? column : { ...column, id: newBlockId() },
  );
  const widest = Math.max(...table.children.map((row) => row.childCount));
  while (columns.length < widest) columns.push({ id: newBlockId() });
  return columns;
}

/** A row with a cell for each column; cells that are missing are empty ones. */
function straightRow(
  row: Node,
  id: string,
  columns: readonly TableColumn[],
  header: boolean,
  spans: ReturnType<typeof spansOf>,
): Node {
  const contents =
    row.childCount === columns.length
      ? row.children.map((cell) => cell.content)
      : contentsByColumn(row, columns);
  return row.type.create(
    { ...row.attrs, id },
    columns.map((column, index) => cellNode(id, column, header, contents[index]!, spans)),
  );
}

/** Where cells are missing, those that know their column stay in it; the others fill the gaps. */
function contentsByColumn(row: Node, columns: readonly TableColumn[]): Fragment[] {
  const left = [...row.children];
  const take = (index: number) => left.splice(index, 1)[0];
  const cells = columns.map((column) => {
    const index = left.findIndex((cell) => cell.attrs.id === cellId(row.attrs.id, column.id));
    return index < 0 ? undefined : take(index);
  });
  return cells.map((cell) => (cell ?? take(0))?.content ?? Fragment.empty);
}

/** Puts another table in the place of one; the caret stays in the cell it is in. */
export function replaceTable(tr: Transaction, now: Node, wanted: Node, at: number): void {
  const { $head } = tr.selection;
  const isInside = $head.depth === 3 && $head.before(1) === at;
  const [row, cell, offset] = [
    $head.index(1),
    $head.depth > 1 ? $head.index(2) : 0,
    $head.parentOffset,
  ];
  tr.replaceWith(at, at + now.nodeSize, wanted);
  if (isInside) selectCell(tr, at, row, cell, offset);
}

/** Puts the caret into a cell of the table that begins at `at`, or the nearest one there is. */
export function selectCell(
  tr: Transaction,
  at: number,
  row: number,
  cell: number,
  offset = 0,
): void {
  const table = tr.doc.nodeAt(at)!;
  const nearestRow = Math.max(0, Math.min(row, table.childCount - 1));
  const nearestCell = Math.max(0, Math.min(cell, table.child(nearestRow).childCount - 1));
  const [rowIndex, cellIndex] = firstCell(table, nearestRow, nearestCell);
  let position = at + 1;
  for (let index = 0; index < rowIndex; index++) position += table.child(index).nodeSize;
  position++;
  for (let index = 0; index < cellIndex; index++)
    position += table.child(rowIndex).child(index).nodeSize;
  const { content } = table.child(rowIndex).child(cellIndex);
  tr.setSelection(TextSelection.create(tr.doc, position + 1 + Math.min(offset, content.size)));
}
