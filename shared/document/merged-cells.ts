/**
 * Cells of a table that were made one: which of its rectangle they cover, from what registers say.
 *
 * A register names two opposite corners; what lies between them in the order of rows and columns
 * belongs to it, whatever came in there since. Each cell keeps its marker and its text: those of one
 * area are read as one, behind one another.
 *
 * Invariant: areas never overlap. Of two that would, the one that was made later counts.
 */
import type { BlockRegisters } from './block-registers.ts';
import { CELL_SEPARATOR, cellId, type MergedCells } from './schema.ts';
import type { TableLine } from './table.ts';
import { parseMerged } from './validate.ts';

/** What a hostile document cannot have more of: all others stay as they are. */
const MOST_AREAS = 1000;

/** Indexes into all rows and all columns of a table, hidden ones included; both ends belong to it. */
export interface Area {
  /** The cell whose register says so. */
  readonly id: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The areas of one table, found by its cells. */
export class Areas {
  readonly all: readonly Area[];
  readonly #rows: ReadonlyMap<string, number>;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #byRow = new Map<number, Area[]>();

  constructor(
    registers: BlockRegisters,
    rows: readonly TableLine[],
    columns: readonly TableLine[],
  ) {
    if (registers.merged.size === 0) {
      this.all = [];
      this.#rows = this.#columns = new Map();
      return;
    }
    this.#rows = new Map(rows.map(({ id }, index) => [id, index]));
    this.#columns = new Map(columns.map(({ id }, index) => [id, index]));
    const all: Area[] = [];
    for (const area of this.#named(registers)) {
      if (all.length === MOST_AREAS) break;
      if (all.some((other) => overlap(area, other))) continue;
      all.push(area);
      for (let row = area.top; row <= area.bottom; row++) {
        const list = this.#byRow.get(row);
        if (list) list.push(area);
        else this.#byRow.set(row, [area]);
      }
    }
    this.all = all;
  }

  /** The area that a cell is part of, by the ids of its row and column. */
  of(row: string, column: string): Area | undefined {
    const [at, across] = [this.#rows.get(row), this.#columns.get(column)];
    if (at === undefined || across === undefined) return undefined;
    return this.#byRow.get(at)?.find((area) => area.left <= across && across <= area.right);
  }

  /** Where a cell stands in the order of reading. */
  compare(a: { row: string; column: string }, b: { row: string; column: string }): number {
    const by = (lines: ReadonlyMap<string, number>, one: string, other: string) =>
      (lines.get(one) ?? 0) - (lines.get(other) ?? 0);
    return by(this.#rows, a.row, b.row) || by(this.#columns, a.column, b.column);
  }

  /** What registers say of cells of this table, the latest first. */
  #named(registers: BlockRegisters): Area[] {
    const found: { area: Area; at: number }[] = [];
    for (const id of registers.merged) {
      const [row, column] = id.split(CELL_SEPARATOR) as [string, string | undefined];
      const to = parseMerged(registers.get(id, 'merged'));
      if (column === undefined || !to) continue;
      const tops = [this.#rows.get(row), this.#rows.get(to.row)];
      const sides = [this.#columns.get(column), this.#columns.get(to.column)];
      if (![...tops, ...sides].every((index) => index !== undefined)) continue;
      const [top, bottom] = (tops as number[]).sort((a, b) => a - b) as [number, number];
      const [left, right] = (sides as number[]).sort((a, b) => a - b) as [number, number];
      found.push({ area: { id, top, bottom, left, right }, at: to.at });
    }
    found.sort((a, b) => b.at - a.at || (a.area.id < b.area.id ? -1 : 1));
    return found.map(({ area }) => area);
  }
}

/** The first and the last of its rows, or of its columns. */
export function endsOf(area: Area, kind: 'row' | 'column'): [first: number, last: number] {
  return kind === 'row' ? [area.top, area.bottom] : [area.left, area.right];
}

export function overlap(a: Omit<Area, 'id'>, b: Omit<Area, 'id'>): boolean {
  return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

/** What is left of cells that are one, without some rows or columns: ids, in their order. */
export function linesLeft(
  { from, to }: MergedCells,
  rows: readonly { id: string }[],
  columns: readonly { id: string }[],
  gone: ReadonlySet<string>,
): { rows: string[]; columns: string[] } {
  const between = (lines: readonly { id: string }[], first: string, last: string) => {
    const ids = lines.map(({ id }) => id);
    return ids.slice(ids.indexOf(first), ids.indexOf(last) + 1).filter((id) => !gone.has(id));
  };
  return {
    rows: between(rows, from.row, to.row),
    columns: between(columns, from.column, to.column),
  };
}

/** The cells of these rows and columns as one; null where that is a single cell, or none. */
export function mergedOf(
  id: string,
  { rows, columns }: { rows: readonly string[]; columns: readonly string[] },
): MergedCells | null {
  const [top, left] = [rows[0], columns[0]];
  if (top === undefined || left === undefined || rows.length * columns.length < 2) return null;
  return {
    id,
    from: { row: top, column: left },
    to: { row: rows.at(-1)!, column: columns.at(-1)! },
  };
}

/**
 * How far each cell reaches that is more than one, by its name, and which others it covers.
 *
 * @param merged as `TableContent` has it
 */
export function spansOf(
  merged: readonly MergedCells[] | undefined,
  rows: readonly { id: string }[],
  columns: readonly { id: string }[],
): ReadonlyMap<string, { down: number; across: number } | null> {
  const spans = new Map<string, { down: number; across: number } | null>();
  if (!merged || merged.length === 0) return spans;
  const [rowAt, columnAt] = [rows, columns].map(
    (lines) => new Map(lines.map(({ id }, index) => [id, index])),
  ) as [Map<string, number>, Map<string, number>];
  for (const { from, to } of merged) {
    const [top, bottom] = [rowAt.get(from.row), rowAt.get(to.row)];
    const [left, right] = [columnAt.get(from.column), columnAt.get(to.column)];
    if (top === undefined || bottom === undefined || left === undefined || right === undefined)
      continue;
    if (bottom < top || right < left) continue;
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        spans.set(cellId(rows[row]!.id, columns[column]!.id), null);
    spans.set(cellId(from.row, from.column), { down: bottom - top + 1, across: right - left + 1 });
  }
  return spans;
}
