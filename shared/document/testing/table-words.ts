/** What a case of the merge table says of tables, as data: each driver does it in its own way. */
import type { TableContent } from '../schema.ts';

/** A change of the first table of a document. Rows and columns count from 0. */
export type TableChange =
  | { do: 'type'; row: number; column: number; text: string }
  | { do: 'add row' | 'add column'; at: number }
  | { do: 'delete row' | 'delete column'; at: number }
  | { do: 'move row' | 'move column'; from: number; to: number }
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
      rows.splice(change.at, 1);
      break;
    case 'delete column':
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
    case 'turn the heading row on or off':
      header = !header;
      break;
    case 'delete the table':
      return null;
  }
  return rows.length > 0 && columns.length > 0 ? { columns, rows, header, moved } : null;
}
