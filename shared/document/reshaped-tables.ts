/**
 * What becomes of cells that are one when a person changes the shape of their table; loaded with the
 * commands that do so.
 *
 * Invariant: what is left of an area goes on with all that it says, and none is cut in two.
 */
import { type Area, linesLeft, mergedOf, overlap } from './merged-cells.ts';
import { cellId, type MergedCells, type TableContent } from './schema.ts';

/**
 * A table without some rows or columns, as far as cells are concerned that are one: those that are
 * left, and which cells go on in which others, by their names.
 */
export function mergedWithout(
  merged: readonly MergedCells[],
  rows: readonly { id: string }[],
  columns: readonly { id: string }[],
  gone: ReadonlySet<string>,
): { merged: MergedCells[]; goesOn: ReadonlyMap<string, string> } {
  const left: MergedCells[] = [];
  const goesOn = new Map<string, string>();
  for (const one of merged) {
    const lines = linesLeft(one, rows, columns, gone);
    const now = mergedOf(one.id, lines);
    if (now) left.push(now);
    const [row, column] = [lines.rows[0], lines.columns[0]];
    if (row === undefined || column === undefined) continue;
    const [was, is] = [cellId(one.from.row, one.from.column), cellId(row, column)];
    if (was !== is) goesOn.set(was, is);
  }
  return { merged: left, goesOn };
}

/**
 * The smallest rectangle with two cells that cuts no others that are one, as indexes; both ends
 * belong to it.
 */
export function rectangleAround(
  { rows, columns, merged = [] }: Pick<TableContent, 'rows' | 'columns' | 'merged'>,
  a: readonly [row: number, column: number],
  b: readonly [row: number, column: number],
): Omit<Area, 'id'> {
  let { top, bottom, left, right } = {
    top: Math.min(a[0], b[0]),
    bottom: Math.max(a[0], b[0]),
    left: Math.min(a[1], b[1]),
    right: Math.max(a[1], b[1]),
  };
  const at = (lines: readonly { id: string }[], id: string) =>
    lines.findIndex((line) => line.id === id);
  for (let isLarger = true; isLarger; ) {
    isLarger = false;
    for (const { from, to } of merged) {
      const other = {
        top: at(rows, from.row),
        bottom: at(rows, to.row),
        left: at(columns, from.column),
        right: at(columns, to.column),
      };
      if (!overlap(other, { top, bottom, left, right })) continue;
      if (other.top >= top && other.bottom <= bottom && other.left >= left && other.right <= right)
        continue;
      top = Math.min(top, other.top);
      bottom = Math.max(bottom, other.bottom);
      left = Math.min(left, other.left);
      right = Math.max(right, other.right);
      isLarger = true;
    }
  }
  return { top, bottom, left, right };
}
