/**
 * Tables: which rows, columns and cells people see, from markers that name one another.
 *
 * Rows and columns are markers in the sequence, ordered like blocks. A cell is a marker that names
 * its row and column; one nobody wrote in has none, and two for one place read as one.
 *
 * Invariant: what is shown is a rectangle, and no text is left out of it: a row or column that was
 * deleted or undone while somebody wrote in it is there again, unless the cell goes on in another
 * one that it was made one with.
 */
import type { Body } from './body.ts';
import { type Area, Areas, endsOf } from './merged-cells.ts';
import { type OrderNode, visibleOrder } from './order.ts';
import { CELL_SEPARATOR, cellId, type MergedCells } from './schema.ts';
import type { Segment } from './segment.ts';

export const KINDS = ['row', 'column'] as const;

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
  /**
   * Markers of each cell that has any, by its name, in the order of the sequence; of cells that are
   * one, by the name of the first, in the order of reading.
   */
  readonly cells: ReadonlyMap<string, readonly Segment[]>;
  /** Rows and columns behind whose own marker a merge left text: it is shown behind the table. */
  readonly outside: readonly Segment[];
  /** Whether any cell has text. */
  readonly hasText: boolean;
  /** All rows and all columns in their order, hidden ones included. */
  readonly all: Readonly<Record<'row' | 'column', readonly TableLine[]>>;
  readonly merged: readonly MergedCells[];
  /** Cells that are one, with the lines of theirs that nobody sees. */
  readonly areas: readonly Area[];
  /** The name under which a cell is shown: that of the first of those it is one with. */
  nameNow(name: string): string;
  /**
   * The line behind which one has to be put that is to be seen right behind another one: cells that
   * are one and end there may reach on over lines that nobody sees.
   */
  endBehind(kind: 'row' | 'column', id: string): string;
  /** Whether the text of a cell goes with these lines; one of several goes with all they have. */
  goesWith(cell: Segment, lines: ReadonlySet<string>): boolean;
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

function shownTable(body: Body, id: string, parts: Parts): ShownTable {
  const written = parts.cells.filter((cell) => cell.shownLength > 0);
  const all = {
    row: orderedLines(body, parts.rows, written, 'row'),
    column: orderedLines(body, parts.columns, written, 'column'),
  };
  const areas = new Areas(body.registers, all.row, all.column);
  for (const kind of KINDS) hideLines(body, all[kind], written, kind, areas);
  const [rows, columns] = [all.row, all.column].map((lines) =>
    lines.filter(({ segment }) => !segment?.hidden),
  ) as [TableLine[], TableLine[]];

  const shownAreas = new Map<Area, MergedCells>();
  for (const area of areas.all) {
    const [down, across] = KINDS.map((kind) => shownOf(all[kind], ...endsOf(area, kind))) as [
      string[],
      string[],
    ];
    const [top, left] = [down[0], across[0]];
    if (top === undefined || left === undefined) continue;
    shownAreas.set(area, {
      id: area.id,
      from: { row: top, column: left },
      to: { row: down.at(-1)!, column: across.at(-1)! },
    });
  }
  const nameNow = (name: string): string => {
    if (shownAreas.size === 0) return name;
    const [row, column] = name.split(CELL_SEPARATOR) as [string, string | undefined];
    const area = column === undefined ? undefined : areas.of(row, column);
    const shown = area && shownAreas.get(area);
    return shown ? cellId(shown.from.row, shown.from.column) : name;
  };
  return {
    id,
    rows,
    columns,
    cells: cellsByName(parts.cells, areas, nameNow),
    outside: [...parts.columns, ...parts.rows].filter((line) => line.shownLength > 0),
    hasText: written.length > 0,
    all,
    areas: areas.all,
    // What is left of one may be a single cell.
    merged: [...shownAreas.values()].filter(
      ({ from, to }) => from.row !== to.row || from.column !== to.column,
    ),
    nameNow,
    endBehind: (kind, line) => {
      const lines = all[kind];
      const at = lines.findIndex((one) => one.id === line);
      let end = at;
      for (const area of areas.all) {
        const [first, last] = endsOf(area, kind);
        if (at >= first && at < last && shownOf(lines, at + 1, last).length === 0)
          end = Math.max(end, last);
      }
      return lines[end]?.id ?? line;
    },
    goesWith: (cell, lines) => {
      const { row, column } = lineIdsOf(cell);
      const area = areas.of(row, column);
      if (!area) return lines.has(row) || lines.has(column);
      return KINDS.some((kind) =>
        shownOf(all[kind], ...endsOf(area, kind)).every((line) => lines.has(line)),
      );
    },
  };
}

/** Ids of the lines between two indexes, both included, that people see. */
function shownOf(lines: readonly TableLine[], first: number, last: number): string[] {
  return lines
    .slice(first, last + 1)
    .filter(({ segment }) => !segment?.hidden)
    .map(({ id }) => id);
}

function cellsByName(
  cells: readonly Segment[],
  areas: Areas,
  nameNow: (name: string) => string,
): Map<string, Segment[]> {
  const byCell = new Map<string, Segment[]>();
  for (const cell of cells) {
    const name = nameNow(nameOfCell(cell));
    const list = byCell.get(name);
    if (list) list.push(cell);
    else byCell.set(name, [cell]);
  }
  if (areas.all.length > 0)
    for (const list of byCell.values())
      list.sort((a, b) => areas.compare(lineIdsOf(a), lineIdsOf(b)) || a.index - b.index);
  return byCell;
}

export function lineIdsOf({ born }: Segment): { row: string; column: string } {
  return { row: born?.row ?? '', column: born?.column ?? '' };
}

/** The name of the cell that a cell's marker belongs to. */
export function nameOfCell(cell: Segment): string {
  return cellId(cell.born?.row ?? '', cell.born?.column ?? '');
}

/** All rows or columns in the order people see, those that are hidden among them. */
function orderedLines(
  body: Body,
  marks: readonly Segment[],
  written: readonly Segment[],
  kind: 'row' | 'column',
): TableLine[] {
  const lines: { id: string; segment: Segment | null; index: number }[] = [];
  const known = new Set<string>();
  for (const segment of marks) {
    if (known.has(segment.id)) continue;
    known.add(segment.id);
    lines.push({ id: segment.id, segment, index: segment.index });
  }
  for (const cell of written) {
    const id = cell.born?.[kind] ?? '';
    if (known.has(id)) continue;
    known.add(id);
    // Cells stand in their rows; of a column they say nothing but that it is there.
    const index = kind === 'row' ? cell.index : Number.POSITIVE_INFINITY;
    lines.push({ id, segment: null, index });
  }
  lines.sort((a, b) => (a.index === b.index ? 0 : a.index - b.index));
  const nodes = lines.map(
    ({ id, segment }): OrderNode => ({
      id,
      from: segment ? body.originOf(segment).from : null,
      place: body.registers.placeOf(id),
    }),
  );
  return visibleOrder(nodes).map((index) => lines[index]!);
}

/** Hides deleted rows or columns, but for those that somebody wrote in. */
function hideLines(
  body: Body,
  lines: readonly TableLine[],
  written: readonly Segment[],
  kind: 'row' | 'column',
  areas: Areas,
): void {
  const isDeleted = ({ segment }: TableLine) => segment !== null && body.isDeleted(segment);
  if (!lines.some(isDeleted)) return;
  /** Whether an area has a line of this kind that nobody deleted. */
  const living = new Map<Area, boolean>();
  for (const area of areas.all) {
    const [first, last] = endsOf(area, kind);
    living.set(area, !lines.slice(first, last + 1).every(isDeleted));
  }
  const needed = new Set<string>();
  for (const cell of written) {
    const { row, column } = lineIdsOf(cell);
    const area = areas.of(row, column);
    if (!area || !living.get(area)) needed.add(kind === 'row' ? row : column);
  }
  for (const line of lines)
    if (line.segment) line.segment.hidden = isDeleted(line) && !needed.has(line.id);
}
