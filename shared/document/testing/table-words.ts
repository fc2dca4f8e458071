/** What a case of the merge table says of tables, as data: each driver does it in its own way. */
import { mergedOf, spansOf } from '../merged-cells.ts';
import { mergedWithout, rectangleAround } from '../reshaped-tables.ts';
import { cellId, type MergedCells, type TableContent, type TableRow } from '../schema.ts';

/** A change of the first table of a document. Rows and columns count from 0. */
export type TableChange =
  | { do: 'type'; row: number; column: number; text: string }
  | { do: 'add row' | 'add column'; at: number }
  | { do: 'delete row' | 'delete column'; at: number }
  | { do: 'move row' | 'move column'; from: number; to: number }
  /** From one cell to another one, as [row, column]. */
  | { do: 'merge cells'; from: [number, number]; to: [number, number] }
  | { do: 'split cells'; row: number; column: number }
  | { do: 'turn the heading row on or off' }
  | { do: 'delete the table' };

/** What a table is after a change; null where it is gone. New rows and columns have `newId`. */
export function changed(
  table: TableContent & { header: boolean },
  change: TableChange,
  newId: string,
): (TableContent & { header: boolean; moved: ReadonlySet<string> }) | null {
  const columns = [...table.columns];
  const rows = table.rows.map((row) => ({ ...row, cells: [...row.cells] }));
  let { header } = table;
  let merged = table.merged ?? [];
  const lineIds = (lines: readonly { id: string }[], from: number, to: number) =>
    lines.slice(from, to + 1).map(({ id }) => id);
  /** Cells that are one go on in what is left of them. */
  const without = (gone: string) => {
    const left = mergedWithout(merged, rows, columns, new Set([gone]));
    for (const [was, is] of left.goesOn) {
      const [from, to] = [was, is].map((name) => {
        const row = rows.find(({ id }) => name.startsWith(`${id}/`))!;
        return { row, at: columns.findIndex(({ id }) => cellId(row.id, id) === name) };
      }) as [{ row: TableRow; at: number }, { row: TableRow; at: number }];
      to.row.cells[to.at] = from.row.cells[from.at]!;
    }
    merged = left.merged;
  };
  const moved = new Set<string>();
  const move = <T>(list: T[], from: number, to: number) =>
    list.splice(to, 0, ...list.splice(from, 1));
  switch (change.do) {
    case 'type':
      rows[change.row]!.cells[change.column] = [
        ...rows[change.row]!.cells[change.column]!,
        { text: change.text },
      ];
      break;
    case 'add row':
      rows.splice(change.at, 0, { id: newId, cells: columns.map(() => []) });
      break;
    case 'add column':
      columns.splice(change.at, 0, { id: newId });
      for (const row of rows) row.cells.splice(change.at, 0, []);
      break;
    case 'delete row':
      without(rows[change.at]!.id);
      rows.splice(change.at, 1);
      break;
    case 'delete column':
      without(columns[change.at]!.id);
      columns.splice(change.at, 1);
      for (const row of rows) row.cells.splice(change.at, 1);
      break;
    case 'move row':
      moved.add(rows[change.from]!.id);
      move(rows, change.from, change.to);
      break;
    case 'move column':
      moved.add(columns[change.from]!.id);
      move(columns, change.from, change.to);
      for (const row of rows) move(row.cells, change.from, change.to);
      break;
    case 'merge cells': {
      const { top, bottom, left, right } = rectangleAround(table, change.from, change.to);
      const one = mergedOf(cellId(rows[top]!.id, columns[left]!.id), {
        rows: lineIds(rows, top, bottom),
        columns: lineIds(columns, left, right),
      });
      if (!one) break;
      const covered = spansOf([one], rows, columns);
      const apart = ({ from }: MergedCells) => !covered.has(cellId(from.row, from.column));
      merged = [...merged.filter(apart), one];
      break;
    }
    case 'split cells': {
      const name = cellId(rows[change.row]!.id, columns[change.column]!.id);
      merged = merged.filter((one) => !spansOf([one], rows, columns).has(name));
      break;
    }
    case 'turn the heading row on or off':
      header = !header;
      break;
    case 'delete the table':
      return null;
  }
  if (rows.length === 0 || columns.length === 0) return null;
  return { columns, rows, header, moved, ...(merged.length > 0 ? { merged } : {}) };
}
