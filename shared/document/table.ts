/**
 * Tables: which rows, columns and cells people see, from markers that name one another.
 *
 * Rows and columns are markers in the sequence, ordered like blocks. A cell is a marker that names
 * its row and column; one nobody wrote in has none, and two for one place read as one.
 *
 * Invariant: what is shown is a rectangle, and no text is left out of it: a row or column that was
 * deleted or undone while somebody wrote in it is there again.
 */
import type { Body } from './body.ts';
import { type OrderNode, visibleOrder } from './order.ts';
import { cellId } from './schema.ts';
import type { Segment } from './segment.ts';

/** Stands between row and column in the name of a cell. No id of a marker has it. */
export const CELL_SEPARATOR = '/';

/** A row or column. */
export interface TableLine {
  readonly id: string;
  /** Its marker; null where that is gone, and a cell with text still names it. */
  readonly segment: Segment | null;
}

export interface ShownTable {
  readonly id: string;
  readonly rows: readonly TableLine[];
  readonly columns: readonly TableLine[];
  /** Markers of each cell that has any, by the name of the cell, in the order of the sequence. */
  readonly cells: ReadonlyMap<string, readonly Segment[]>;
  /** Rows and columns behind whose own marker a merge left text: it is shown behind the table. */
  readonly outside: readonly Segment[];
  /** Whether any cell has text. */
  readonly hasText: boolean;
  /** Ids of all rows and columns, hidden ones included. */
  readonly lines: readonly string[];
}

interface Parts {
  rows: Segment[];
  columns: Segment[];
  cells: Segment[];
}

/** All tables of a document by their ids. Tells each row and column whether it is hidden. */
export function collectTables(body: Body): Map<string, ShownTable> {
  const parts = new Map<string, Parts>();
  for (const segment of body.segments) {
    const table = body.tableOf(segment);
    if (!table) continue;
    let list = parts.get(table.id);
    if (!list) {
      list = { rows: [], columns: [], cells: [] };
      parts.set(table.id, list);
    }
    segment.hidden = false;
    segment.isTombstoned = false;
    const type = body.typeOf(segment);
    (type === 'row' ? list.rows : type === 'column' ? list.columns : list.cells).push(segment);
  }
  const tables = new Map<string, ShownTable>();
  for (const [id, list] of parts) tables.set(id, shownTable(body, id, list));
  return tables;
}

function shownTable(body: Body, id: string, { rows, columns, cells }: Parts): ShownTable {
  const byCell = new Map<string, Segment[]>();
  const written = cells.filter((cell) => cell.shownLength > 0);
  for (const cell of cells) {
    const name = nameOfCell(cell);
    const list = byCell.get(name);
    if (list) list.push(cell);
    else byCell.set(name, [cell]);
  }
  return {
    id,
    rows: linesOf(body, rows, written, 'row'),
    columns: linesOf(body, columns, written, 'column'),
    cells: byCell,
    outside: [...columns, ...rows].filter((line) => line.shownLength > 0),
    hasText: written.length > 0,
    lines: [
      ...[...rows, ...columns].map((line) => line.id),
      ...written.flatMap(({ born }) => [born?.row ?? '', born?.column ?? '']),
    ],
  };
}

/** The name of the cell that a cell's marker belongs to. */
export function nameOfCell(cell: Segment): string {
  return cellId(cell.born?.row ?? '', cell.born?.column ?? '');
}

/** Rows or columns in the order people see; deleted ones only where somebody wrote in them. */
function linesOf(
  body: Body,
  marks: readonly Segment[],
  written: readonly Segment[],
  kind: 'row' | 'column',
): TableLine[] {
  const needed = new Set(written.map((cell) => cell.born?.[kind] ?? ''));
  const lines: { id: string; segment: Segment | null; index: number }[] = [];
  const known = new Set<string>();
  for (const segment of marks) {
    if (known.has(segment.id)) continue;
    known.add(segment.id);
    lines.push({ id: segment.id, segment, index: segment.index });
    segment.hidden = body.isDeleted(segment) && !needed.has(segment.id);
  }
  for (const cell of written) {
    const id = cell.born?.[kind] ?? '';
    if (known.has(id)) continue;
    known.add(id);
    lines.push({ id, segment: null, index: cell.index });
  }
  lines.sort((a, b) => a.index - b.index);
  const nodes = lines.map(
    ({ id, segment }): OrderNode => ({
      id,
      from: segment ? body.originOf(segment).from : null,
      place: body.registers.placeOf(id),
    }),
  );
  return visibleOrder(nodes)
    .map((index) => lines[index]!)
    .filter(({ segment }) => !segment?.hidden);
}
