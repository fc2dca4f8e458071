/**
 * What people do to tables: fill them, and put in, delete, move and set their rows and columns.
 * Both are called lines here.
 *
 * Invariant: a line that goes takes the text of its cells with it and nothing else; cells that stay
 * keep the markers they have. Each runs inside a transaction of the caller and leaves the index
 * (`Body`) settled.
 */
import { ATTRIBUTES } from '../block-types/index.ts';
import { type Body, UnknownBlockError } from '../body.ts';
import { type Insertion, putAt } from '../formatting.ts';
import {
  type Alignment,
  CELL_SEPARATOR,
  cellId,
  type MergedCells,
  type TableContent,
} from '../schema.ts';
import { attributesAt, positionsBefore, type Segment } from '../segment.ts';
import { KINDS, lineIdsOf } from '../table.ts';
import type { BlockMarker } from '../validate.ts';
import { arrangeList } from './arrange.ts';
import { newBlockId, withoutDefaults } from './block-shape.ts';
import { giveLineMarker, insertMarker, segmentOf } from './markers.ts';
import { eraseText, eraseTexts, piecesOf } from './text.ts';
import { restoreTable } from './visibility.ts';

/**
 * Everything that stands behind a new table's marker. Cells without text get no marker. The columns come
 * last: text that a merge leaves behind the table, of a line that somebody joined to the one before it,
 * is then behind all cells, and in none of them.
 */
export function piecesOfTable(table: string, { columns, rows }: TableContent): Insertion[] {
  const columnIds = columns.map(({ id }) => id || newBlockId());
  const pieces: Insertion[] = [];
  let previous: string | undefined;
  for (const { id, cells } of rows) {
    const row = id || newBlockId();
    const born: BlockMarker = { id: row, type: 'row', table };
    if (previous !== undefined) born.from = previous;
    pieces.push({ insert: born });
    cells.forEach((content, index) => {
      const column = columnIds[index];
      const written = piecesOf(content);
      if (column === undefined || written.length === 0) return;
      const cell: BlockMarker = { id: newBlockId(), type: 'cell', table, row, column };
      pieces.push({ insert: cell }, ...written);
    });
    previous = row;
  }
  columns.forEach(({ width, align }, index) => {
    const column = columnIds[index]!;
    const born: BlockMarker = {
      id: column,
      table,
      ...withoutDefaults({ type: 'column', width, align }),
    };
    const before = columnIds[index - 1];
    if (before !== undefined) born.from = before;
    pieces.push({ insert: born });
  });
  return pieces;
}

/** Gives a table that has just got its marker its rows, columns and cells. */
export function fillTable(body: Body, id: string, table: TableContent): void {
  const segment = segmentOf(body, id);
  putAt(body.text, 1, piecesOfTable(id, table), segment);
  body.settle(new Set([segment]));
  setMerged(body, table);
}

/** Says which cells of a new table are one. */
export function setMerged(body: Body, { merged = [] }: TableContent): void {
  for (const { from, to } of merged) {
    const at = body.registers.nextMoveTime();
    body.setRegister(cellId(from.row, from.column), 'merged', { ...to, at });
  }
}

/** Puts a new row or column behind another one of the table (null: before all others). */
export function insertLine(
  body: Body,
  tableId: string,
  kind: 'row' | 'column',
  after: string | null,
  line: { id: string; width?: number; align?: Alignment },
): void {
  const { id, width, align } = line;
  const table = segmentOf(body, tableId);
  const born: BlockMarker = {
    id,
    table: tableId,
    ...withoutDefaults({ type: kind, width, align }),
  };
  const before = after === null ? null : (body.tableWith(tableId)?.endBehind(kind, after) ?? after);
  if (before !== null) born.from = before;
  // Right behind a marker and never at the end of a text, where it would race with typing.
  const owner = (before === null ? undefined : body.segment(before)) ?? table;
  insertMarker(body, owner, owner.length, born, owner.endAttributes);
  body.settle(new Set([owner]));
  restoreTable(body, tableId);
}

/**
 * Deletes rows or columns: what stands in their cells goes; if someone writes there, they are back.
 */
export function deleteLines(body: Body, tableId: string, lines: ReadonlySet<string>): void {
  const table = body.tableWith(tableId);
  if (!table) throw new UnknownBlockError(tableId);
  const cells = [...table.cells.values()].flat();
  const going = new Set(cells.filter((cell) => table.goesWith(cell, lines)));
  const staying = cells.filter((cell) => cell.shownLength > 0 && !going.has(cell));
  // A line that is here for a text that stays can be hidden only once it has a marker.
  const named = new Set(staying.flatMap((cell) => Object.values(lineIdsOf(cell))));
  for (const kind of KINDS)
    for (const { id, segment } of table[`${kind}s`])
      if (!segment && (!lines.has(id) || named.has(id))) giveLineMarker(body, table, kind, id);
  eraseTexts(body, going);
  // Text goes on in cells of lines that were deleted, too, and are here for their text: they stay.
  if ([...lines].some((id) => named.has(id)))
    for (const { id, segment } of [...table.rows, ...table.columns])
      if (segment && !segment.hidden && !lines.has(id) && body.register(id, 'deleted') === true)
        body.setRegister(id, 'deleted', undefined);
  for (const id of lines) body.setRegister(id, 'deleted', true);
  // Whoever takes away a part of a table that was deleted meanwhile wants the rest.
  restoreTable(body, tableId);
}

/**
 * Makes the cells from one corner to the other one. No text is touched: a break is put behind each
 * that others follow, and the cells of one that reached into it are single ones outside of it.
 */
export function mergeCells(body: Body, { id, from, to }: MergedCells): void {
  const table = body.tableWith(id);
  if (!table) throw new UnknownBlockError(id);
  const at = body.registers.nextMoveTime();
  // Where lines were moved, the cell that says so is another corner than the first.
  const [ownRow, ownColumn] = id.split(CELL_SEPARATOR);
  const row = ownRow === to.row ? from.row : to.row;
  const column = ownColumn === to.column ? from.column : to.column;
  body.setRegister(id, 'merged', { row, column, at });
  const cells = body.partsOf(id).filter((cell) => cell.shownLength > 0);
  for (const cell of cells.slice(0, -1))
    if (!endsInBreak(cell)) {
      const attributes = attributesAt(cell, cell.shownLength);
      const end = positionsBefore(cell, cell.shownLength);
      putAt(body.text, end, [{ insert: '\n', attributes }], cell);
      body.settle(new Set([cell]));
    }
  restoreTable(body, table.id);
}

/** Makes single cells of those that were made one; each has the text again that it had. */
export function splitCells(body: Body, id: string): void {
  const cells = body.partsOf(id).filter((cell) => cell.shownLength > 0);
  for (const cell of cells.slice(0, -1))
    if (endsInBreak(cell)) eraseText(body, cell, cell.shownLength - 1, 1);
  body.setRegister(id, 'merged', undefined);
}

function endsInBreak({ runs }: Segment): boolean {
  return runs.findLast(({ shown }) => shown)?.text?.endsWith('\n') ?? false;
}

/** Moves rows or columns so that they stand as in `wanted`; like `arrange`. */
export function arrangeLines(
  body: Body,
  tableId: string,
  kind: 'row' | 'column',
  wanted: readonly string[],
  moved: ReadonlySet<string> = new Set(),
): void {
  arrangeList(
    body,
    () => body.tableWith(tableId)?.[`${kind}s`].map(({ id }) => id) ?? [],
    wanted,
    moved,
  );
}

/** Sets width and alignment of a column. */
export function setColumn(body: Body, id: string, width?: number, align?: Alignment): void {
  const now = body.columnAttributes(id);
  if (now.width !== width) body.setRegister(id, 'width', width ?? ATTRIBUTES.width.default);
  if (now.align !== align) body.setRegister(id, 'align', align ?? ATTRIBUTES.align.default);
}
