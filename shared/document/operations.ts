/**
 * What people do to a document, as the fewest changes to its one text and its registers.
 *
 * Invariant: none of these touches a character it was not asked to touch, and none copies text.
 * Every function here runs inside a transaction of the caller and leaves the index settled.
 */
import { BEHIND, type Body, type Segment, type Stretch, UnknownBlockError } from './body.ts';
import { freshId } from './chance.ts';
import { erase, type Insertion, putAt, setAttributes } from './formatting.ts';
import {
  type Attributes,
  attributeChanges,
  attributesFor,
  NO_ATTRIBUTES,
  NO_MARKS,
  sameAttributes,
} from './marks.ts';
import type { Place } from './order.ts';
import { insertAs, insertBehindAll } from './ranks.ts';
import {
  type Alignment,
  ATTRIBUTE_NAMES,
  type AttributeName,
  type Block,
  type BlockAttributes,
  type BlockContent,
  type Inline,
  type InlineObject,
  isTablePart,
  type Marks,
  OBJECT_TYPES,
  type TableContent,
} from './schema.ts';
import type { BlockMark } from './sound.ts';
import { CELL_SEPARATOR, type ShownTable } from './table.ts';

/** Type and attributes of a block, without its text. */
export interface BlockShape extends BlockAttributes {
  type: string;
}

export const BLOCK_ID_LENGTH = 8;

export function newBlockId(): string {
  return freshId(BLOCK_ID_LENGTH);
}

function segmentOf(body: Body, id: string): Segment {
  const segment = body.segment(id);
  if (!segment) throw new UnknownBlockError(id);
  return segment;
}

/** Whoever works in a grave that still has text brings it back for good. */
function revive(body: Body, id: string): void {
  if (id.includes(CELL_SEPARATOR)) {
    reviveCell(body, id);
    return;
  }
  if (id.endsWith(BEHIND) || body.field(id, 'deleted') !== true) return;
  // It was a block of its own while it was a grave, and stays one.
  unjoin(body, segmentOf(body, id));
  body.setField(id, 'deleted', undefined);
}

/**
 * Inserts text or an object behind the first `offset` positions of a block.
 * `marks` undefined: formatted like what stands before it.
 */
export function insert(
  body: Body,
  id: string,
  offset: number,
  content: string | InlineObject,
  marks?: Marks,
): void {
  if (content === '') return;
  if (id.includes(CELL_SEPARATOR)) giveCellMark(body, id);
  const place = body.locate(id, offset);
  const { segment } = place;
  const left = body.attributesAt(segment, place.offset);
  const wanted =
    marks === undefined
      ? left
      : attributesFor(marks, left, body.attributesBehind(segment, place.offset));
  revive(body, id);
  const at = body.indexAt(segment, place.offset);
  if (typeof content === 'string' && sameAttributes(wanted, left)) body.text.insert(at, content);
  else putAt(body.text, at, [{ insert: content, attributes: wanted }]);
  body.settle(new Set([segment]));
}

/** Deletes `length` positions behind the first `offset` of a block; the block itself stays. */
export function deleteText(body: Body, id: string, offset: number, length: number): void {
  if (length === 0) return;
  const stretches = body.stretches(id, offset, length);
  revive(body, id);
  for (const stretch of stretches) eraseText(body, stretch.segment, stretch.offset, stretch.length);
  keepShown(body, id);
}

function eraseText(body: Body, segment: Segment, offset: number, length: number): void {
  // From the end, so that what is hidden between (a second mark of a block) is left where it is.
  let at = body.startOf(segment) + segment.length;
  let shown = segment.shownLength;
  const runs = [...segment.runs].reverse();
  for (const run of runs) {
    at -= run.length;
    if (!run.shown) continue;
    shown -= run.length;
    const from = Math.max(offset, shown);
    const to = Math.min(offset + length, shown + run.length);
    if (from < to) erase(body.text, at + (from - shown), to - from);
  }
  body.settle(new Set([segment]));
}

/** Makes `length` positions behind the first `offset` of a block read as `marks`. */
export function format(
  body: Body,
  id: string,
  offset: number,
  length: number,
  marks: Marks,
  fresh: Map<string, [string, unknown]> = new Map(),
): void {
  for (const stretch of body.stretches(id, offset, length))
    if (formatStretch(body, stretch, marks, fresh)) revive(body, id);
}

function formatStretch(
  body: Body,
  { segment, offset, length }: Stretch,
  marks: Marks,
  fresh: Map<string, [string, unknown]>,
): boolean {
  // Settling joins runs, so the changes are collected first.
  const changes: { from: number; length: number; had: Attributes; set: Attributes }[] = [];
  let shown = 0;
  let at = body.startOf(segment) + (segment.item === null ? 0 : 1);
  for (const run of segment.runs) {
    if (run.shown) {
      const from = Math.max(offset, shown);
      const to = Math.min(offset + length, shown + run.length);
      if (from < to) {
        const set = attributeChanges(run.attributes, marks, fresh);
        const last = changes[changes.length - 1];
        const start = at + (from - shown);
        if (set && last && last.from + last.length === start && sameAttributes(last.set, set))
          last.length += to - from;
        else if (set) changes.push({ from: start, length: to - from, had: run.attributes, set });
      }
      shown += run.length;
    }
    at += run.length;
  }
  for (const { from, length: positions, had, set } of changes)
    setAttributes(body.text, from, positions, had, set);
  if (changes.length > 0) body.settle(new Set([segment]));
  return changes.length > 0;
}

/** Makes an inline object that has an id say something else, where it stands. */
export function setObject(body: Body, value: InlineObject & { id: string }): void {
  const { id, ...rest } = value;
  body.setField(id, 'value', rest);
}

function insertMark(body: Body, index: number, born: BlockMark, attributes: Attributes): void {
  insertAs('mark', body.doc, () => putAt(body.text, index, [{ insert: born, attributes }]));
}

/** Inserts a mark behind all that stands, and all that others are writing, in a segment. */
function insertMarkBehind(body: Body, segment: Segment, born: BlockMark): void {
  const right = body.segments[segment.index + 1]?.item ?? null;
  if (segment.item && insertBehindAll(body.text, segment.item, right, born)) return;
  insertMark(body, body.startOf(segment) + segment.length, born, segment.endAttributes);
}

/**
 * Splits a block behind its first `offset` positions; the new block gets what follows. `from` names
 * another block that the new one is split off: the one below, where it was put in above that.
 */
export function split(
  body: Body,
  id: string,
  offset: number,
  shape: BlockShape,
  newId: string = newBlockId(),
  from: string = body.locate(id, offset).segment.id,
): string {
  partFromObject(body, id);
  const place = body.locate(id, offset);
  const { segment } = place;
  const lists = listsAfterSplit(body, id, segment, newId);
  const born: BlockMark = { id: newId, ...withoutDefaults(shape) };
  if (from !== '') born.from = from;
  // The mark takes the formatting around it, so that a bold range is not ended and begun anew.
  const attributes = body.attributesAt(segment, place.offset);
  revive(body, id);
  const index = body.indexAt(segment, place.offset);
  if (index === body.startOf(segment) + segment.length) insertMarkBehind(body, segment, born);
  else insertMark(body, index, born, attributes);
  body.settle(new Set([segment]));
  keepShown(body, id);
  keepWhole(body, lists);
  return newId;
}

/** The parts blocks are to have when one is split in a part of it and `newId` gets the rest. */
function listsAfterSplit(body: Body, id: string, segment: Segment, newId: string): PartLists {
  const lists = partLists(body);
  const list = lists.get(id);
  if (list) {
    const cut = list.indexOf(segment.id) + 1;
    lists.set(id, list.slice(0, cut)).set(newId, [newId, ...list.slice(cut)]);
  }
  return lists;
}

/** Inserts an empty block above a shown one (null: before everything else in the sequence). */
export function insertAbove(
  body: Body,
  below: string | null,
  shape: BlockShape,
  newId: string = newBlockId(),
): string {
  const next = below === null ? undefined : body.segment(below);
  const above = next && body.shown[body.shownIndex(below!) - 1];
  if (above) return split(body, above.id, body.lengthOf(above.id), shape, newId, next.id);
  const index = next ? body.startOf(next) : 0;
  const owner = next ? body.segments[next.index - 1]! : body.segments[0]!;
  const born: BlockMark = { id: newId, ...withoutDefaults(shape) };
  if (next) born.from = next.id;
  insertMark(body, index, born, owner.endAttributes);
  body.settle(new Set([owner]));
  return newId;
}

/**
 * Inserts blocks behind a shown block (null: before all others), all in one go; returns their ids.
 */
export function insertBlocks(
  body: Body,
  after: string | null,
  blocks: readonly BlockContent[],
): string[] {
  const first = body.shown[0];
  const before = first && !first.markless ? first.segment : undefined;
  let owner = body.segments[before ? before.index - 1 : 0]!;
  let index = before ? body.startOf(before) : 0;
  if (after !== null) {
    partFromObject(body, after);
    const place = body.locate(after, body.lengthOf(after));
    owner = place.segment;
    index = body.indexAt(owner, place.offset);
  }
  const from = after === null || owner.item === null ? undefined : owner.id;
  const named = blocks.map((block) => ({ ...block, id: newBlockId() }));
  putBlocks(body, owner, index, from, named);
  return named.map(({ id }) => id);
}

/**
 * Splits a block behind its first `offset` positions, with new blocks between: the last of them gets
 * what follows. The same as one split after another, at once.
 */
export function splitInto(body: Body, id: string, offset: number, blocks: readonly Block[]): void {
  const last = blocks[blocks.length - 1];
  if (!last) return;
  partFromObject(body, id);
  const place = body.locate(id, offset);
  const { segment } = place;
  const lists = listsAfterSplit(body, id, segment, last.id);
  revive(body, id);
  const from = segment.item === null ? undefined : segment.id;
  putBlocks(body, segment, body.indexAt(segment, place.offset), from, blocks);
  keepShown(body, id);
  keepWhole(body, lists);
}

/** Puts blocks at an index of the text, inside of or right behind `owner`. */
function putBlocks(
  body: Body,
  owner: Segment,
  index: number,
  from: string | undefined,
  blocks: readonly Block[],
): void {
  const bornOf = (at: number): BlockMark => {
    const { id, content: _, table: __, ...shape } = blocks[at]!;
    const previous = at > 0 ? blocks[at - 1]!.id : from;
    const born: BlockMark = { id, ...withoutDefaults(shape) };
    return previous === undefined ? born : { ...born, from: previous };
  };
  const contentOf = (at: number): Insertion[] => {
    const { id, content, table } = blocks[at]!;
    return [...piecesOf(content), ...(table ? piecesOfTable(id, table) : [])];
  };
  const isEnd = index === body.startOf(owner) + owner.length;
  if (index > 0 && blocks.length > MANY) {
    // Yjs would look for the place of each of them from the beginning.
    if (isEnd) insertMarkBehind(body, owner, bornOf(0));
    else insertMark(body, index, bornOf(0), NO_ATTRIBUTES);
    const pieces = contentOf(0);
    for (let at = 1; at < blocks.length; at++)
      pieces.push({ insert: bornOf(at) }, ...contentOf(at));
    putAt(body.text, index + 1, pieces);
    body.settle(new Set([owner]));
    return;
  }
  // From the last one on, each before the one behind it: so none hangs on the text of another, and
  // what others write at the end of one stays there.
  let right = body.segments[owner.index + 1]?.item ?? null;
  let head = isEnd ? owner.item : null;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const mark = head && insertBehindAll(body.text, head, right, bornOf(at));
    if (mark) right = mark;
    else {
      head = null;
      insertMark(body, index, bornOf(at), NO_ATTRIBUTES);
    }
    putAt(body.text, index + 1, contentOf(at));
  }
  body.settle(new Set([owner]));
}

/** So many blocks at once are put in with one change of the text. */
const MANY = 200;

function piecesOf(content: readonly Inline[]): Insertion[] {
  let left: Attributes = NO_ATTRIBUTES;
  const pieces: Insertion[] = [];
  for (const run of content) {
    if ('text' in run && run.text === '') continue;
    left = attributesFor(run.marks ?? NO_MARKS, left, NO_ATTRIBUTES);
    pieces.push({ insert: 'text' in run ? run.text : run.embed, attributes: left });
  }
  return pieces;
}

/** Everything that stands behind a new table's mark. Cells without text get no mark. */
function piecesOfTable(table: string, { columns, rows }: TableContent): Insertion[] {
  const pieces: Insertion[] = [];
  let previous: string | undefined;
  const columnIds = columns.map(({ id, width, align }) => {
    const column = id || newBlockId();
    const born: BlockMark = {
      id: column,
      table,
      ...withoutDefaults({ type: 'column', width, align }),
    };
    if (previous !== undefined) born.from = previous;
    pieces.push({ insert: born });
    previous = column;
    return column;
  });
  previous = undefined;
  for (const { id, cells } of rows) {
    const row = id || newBlockId();
    const born: BlockMark = { id: row, type: 'row', table };
    if (previous !== undefined) born.from = previous;
    pieces.push({ insert: born });
    cells.forEach((content, index) => {
      const column = columnIds[index];
      const written = piecesOf(content);
      if (column === undefined || written.length === 0) return;
      const cell: BlockMark = { id: newBlockId(), type: 'cell', table, row, column };
      pieces.push({ insert: cell }, ...written);
    });
    previous = row;
  }
  return pieces;
}

/** Gives a table that has just got its mark its rows, columns and cells. */
export function fillTable(body: Body, id: string, table: TableContent): void {
  const segment = segmentOf(body, id);
  putAt(body.text, body.startOf(segment) + 1, piecesOfTable(id, table));
  body.settle(new Set([segment]));
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
  const born: BlockMark = { id, table: tableId, ...withoutDefaults({ type: kind, width, align }) };
  if (after !== null) born.from = after;
  // Right behind a mark and never at the end of a text, where it would race with typing.
  const owner = (after === null ? undefined : body.segment(after)) ?? table;
  insertMark(body, body.startOf(owner) + owner.length, born, owner.endAttributes);
  body.settle(new Set([owner]));
  reviveTable(body, tableId);
}

/** Deletes rows or columns: what stands in their cells goes; if someone writes there, they are back. */
export function deleteLines(body: Body, tableId: string, lines: ReadonlySet<string>): void {
  const table = body.tableWith(tableId);
  if (!table) throw new UnknownBlockError(tableId);
  for (const kind of ['row', 'column'] as const)
    for (const { id, segment } of kind === 'row' ? table.rows : table.columns)
      if (!segment && !lines.has(id)) giveLineMark(body, table, kind, id);
  for (const cells of table.cells.values())
    for (const cell of cells)
      if (lines.has(cell.born?.row ?? '') || lines.has(cell.born?.column ?? ''))
        eraseText(body, cell, 0, cell.shownLength);
  for (const id of lines) body.setField(id, 'deleted', true);
  // Whoever takes away a part of a table that was deleted meanwhile wants the rest.
  reviveTable(body, tableId);
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
    () => body.tableWith(tableId)?.[kind === 'row' ? 'rows' : 'columns'].map(({ id }) => id) ?? [],
    wanted,
    moved,
  );
}

/** Sets width and alignment of a column. */
export function setColumn(body: Body, id: string, width?: number, align?: Alignment): void {
  const now = body.columnAttributes(id);
  if (now.width !== width) body.setField(id, 'width', width ?? DEFAULTS.width);
  if (now.align !== align) body.setField(id, 'align', align ?? DEFAULTS.align);
}

/** The first one to write in a cell gives it a mark. */
export function giveCellMark(body: Body, id: string): void {
  if (body.partsOf(id).length > 0) return;
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string];
  const table = body.tableWith(row);
  if (!table) throw new UnknownBlockError(id);
  const owner = body.segment(row) ?? giveLineMark(body, table, 'row', row);
  const born: BlockMark = { id: newBlockId(), type: 'cell', table: table.id, row, column };
  insertMark(body, body.startOf(owner) + owner.length, born, owner.endAttributes);
  body.settle(new Set([owner]));
}

/**
 * Puts the mark of a row or column back that somebody took away while another wrote in its cells.
 * Whoever works in the table keeps it.
 */
function giveLineMark(body: Body, table: ShownTable, kind: 'row' | 'column', id: string): Segment {
  const cells = [...table.cells.values()].flat().filter((cell) => cell.born?.[kind] === id);
  const first = Math.min(...cells.map((cell) => cell.index));
  const previous = body.segments[first - 1];
  if (!previous) throw new UnknownBlockError(id);
  const born: BlockMark = { id, type: kind, table: table.id };
  const index = body.startOf(previous) + previous.length;
  insertMark(body, index, born, previous.endAttributes);
  body.settle(new Set([previous]));
  return segmentOf(body, id);
}

function reviveCell(body: Body, id: string): void {
  const table = body.tableWith(id);
  if (!table) throw new UnknownBlockError(id);
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string];
  if (!body.segment(row)) giveLineMark(body, table, 'row', row);
  if (!body.segment(column)) giveLineMark(body, table, 'column', column);
  for (const line of [row, column]) body.setField(line, 'deleted', undefined);
  reviveTable(body, table.id);
}

function reviveTable(body: Body, id: string): void {
  body.setField(id, 'deleted', undefined);
}

/**
 * Joins a block to the one shown before it: its text follows what stands there. Neighbours in the
 * sequence lose the mark between them; others stay where they are and are read as one.
 */
export function join(body: Body, id: string, intoId: string): void {
  const joining = withMark(body, id);
  const parts = body.partsOf(joining);
  const segment = parts[0]!;
  const into = body.partsOf(intoId);
  const last = into[into.length - 1]!;
  if (last === segment) return;
  const between = body.segments.slice(last.index + 1, segment.index);
  const neighbours =
    last.index < segment.index &&
    between.every(
      (other) => other.shownLength === 0 && body.isHidden(other) && body.tableOf(other) === null,
    );
  if (!neighbours && last.item === null) {
    // Text before the first mark has no name to refer to: it gets a mark first.
    join(body, joining, withMark(body, intoId));
    return;
  }
  const lists = partLists(body);
  const list = [...into, ...(neighbours ? parts.slice(1) : parts)].map((part) => part.id);
  lists.delete(joining);
  if (list.length > 1) lists.set(intoId, list);
  revive(body, intoId);
  if (neighbours) {
    const leaving = [segment, ...between].map((other) => other.id);
    keepHidden(body, new Set(leaving));
    for (const gone of leaving) {
      // Places and blocks split off it that name it still find what has its text.
      body.setField(gone, 'from', undefined);
      body.setField(gone, 'joinedTo', last.id);
      removeMark(body, gone);
    }
    keepWhole(body, lists);
    return;
  }
  const previous = lastPartOf(body, body.shown[body.shownIndex(intoId) - 1]?.id);
  const next = referenceOf(body.shown[body.shownIndex(joining) + 1]?.id);
  const continuing = () => {
    const at = body.nextMoveTime();
    body.setField(joining, 'place', { after: last.id, before: next, at, joined: true });
  };
  revive(body, joining);
  continuing();
  adopt(body, new Set([joining]));
  if (!body.partsOf(intoId).includes(segment)) {
    // What it is joined to stood where it does because of the block itself: now it stands alone.
    const at = body.nextMoveTime();
    body.setField(into[0]!.id, 'place', { after: previous, before: next, at });
    continuing();
  }
  keepWhole(body, lists);
}

/** Deletes a mark, and any other that two people who undid the same join left of it. */
function removeMark(body: Body, id: string): void {
  for (let segment = body.segment(id); segment; segment = body.segment(id)) {
    erase(body.text, body.startOf(segment), 1);
    body.settle(new Set([segment]));
  }
}

/** Deletes blocks: their text goes, a small grave stays, in case someone is writing there. */
export function deleteBlocks(body: Body, ids: readonly string[]): void {
  const graves = new Set<string>();
  const lists = partLists(body);
  // All of them first: what is joined to what may look different once text is gone.
  const partsOf = new Map(ids.map((id) => [id, body.partsOf(id)]));
  for (const [id, parts] of partsOf) {
    lists.delete(id);
    const behind = id.endsWith(BEHIND);
    for (const [index, segment] of parts.entries()) {
      const isObject = index === 0 && !behind && OBJECT_TYPES.has(body.typeOf(segment));
      if (!isObject) eraseText(body, segment, 0, segment.shownLength);
      if (segment.item !== null && !(behind && index === 0)) graves.add(segment.id);
    }
    const table = behind ? undefined : body.tableWith(id);
    if (table?.id === id) deleteLines(body, id, new Set(table.rows.map((row) => row.id)));
  }
  keepLeftBehind(body, graves);
  for (const id of graves) body.setField(id, 'deleted', true);
  keepWhole(body, lists);
}

/** Sets a block's type and attributes; what `shape` leaves out goes back to its default. */
export function setShape(body: Body, id: string, shape: BlockShape): string {
  const real = withMark(body, id, shape);
  if (real !== id) return real;
  const segment = segmentOf(body, id);
  revive(body, id);
  if (body.typeOf(segment) !== shape.type) body.setField(id, 'type', shape.type);
  const now = body.attributesOf(segment);
  for (const name of ATTRIBUTE_NAMES) {
    const wanted = shape[name];
    if (now[name] === wanted || (wanted === undefined && now[name] === undefined)) continue;
    body.setField(id, name, wanted ?? DEFAULTS[name]);
  }
  // An object is seen where a line without text would be hidden.
  keepShown(body, id);
  return id;
}

const DEFAULTS: Readonly<Required<Record<AttributeName, unknown>>> = {
  depth: 0,
  level: 1,
  checked: false,
  language: '',
  start: null,
  raw: false,
  tone: '',
  icon: '',
  src: '',
  alt: '',
  width: null,
  pixelWidth: null,
  pixelHeight: null,
  name: '',
  size: null,
  mime: '',
  href: '',
  header: false,
  align: '',
};

/** Gives text that stands behind an object or before everything a mark, so that it is a block. */
export function withMark(
  body: Body,
  id: string,
  shape: BlockShape = { type: 'paragraph' },
): string {
  const behind = id.endsWith(BEHIND);
  if (id !== '' && !behind) return id;
  const segment = segmentOf(body, id);
  const newId = newBlockId();
  const index = body.startOf(segment) + (behind ? 1 : 0);
  const born: BlockMark = { id: newId, ...withoutDefaults(shape) };
  if (behind) born.from = segment.id;
  insertMark(body, index, born, segment.startAttributes);
  body.settle(new Set([segment]));
  return newId;
}

/**
 * Moves blocks so that the shown order becomes `wanted` (ids of all shown blocks). `moved` names
 * the blocks a person moved; without it, as few as possible are.
 */
export function arrange(
  body: Body,
  wanted: readonly string[],
  moved: ReadonlySet<string> = new Set(),
): void {
  const names = wanted.some(isMarkless) ? marksWhereParted(body, wanted, moved) : new Map();
  const named = (ids: Iterable<string>) => Array.from(ids, (id) => names.get(id) ?? id);
  arrangeList(body, () => shownIds(body), named(wanted), new Set(named(moved)));
}

/**
 * Text without a mark stands where the object does that it is behind. It gets a mark where it is
 * to stand elsewhere, or something else between the two; returns the new names.
 */
function marksWhereParted(
  body: Body,
  wanted: readonly string[],
  moved: ReadonlySet<string>,
): Map<string, string> {
  const now = shownIds(body);
  const parted = wanted.filter(
    (id, index) =>
      isMarkless(id) &&
      now.includes(id) &&
      (moved.has(id) || now[now.indexOf(id) - 1] !== wanted[index - 1]),
  );
  return new Map(parted.map((id) => [id, withMark(body, id)]));
}

/** Before something is put right behind an object: text that a merge left there is a block. */
function partFromObject(body: Body, id: string): void {
  const segment = id.endsWith(BEHIND) ? undefined : body.segment(id);
  if (segment && segment.shownLength > 0 && OBJECT_TYPES.has(body.typeOf(segment)))
    withMark(body, id + BEHIND);
}

function arrangeList(
  body: Body,
  list: () => string[],
  wanted: readonly string[],
  moved: ReadonlySet<string>,
): void {
  const placed = new Set<string>();
  // One round settles nearly everything. What old moves still pull elsewhere takes a few more: then
  // the other block of a pair that stands the wrong way round is the one to be placed. Where even
  // that does not settle it, all from the first to the last that stands wrong are placed in a row.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shown = list();
    if (sameList(shown, wanted)) return;
    const isShown = new Set(shown);
    for (const id of wanted) {
      const segment = body.segment(id);
      if (segment && !isMarkless(id) && !isShown.has(id)) showAgain(body, segment);
    }
    const now = list();
    const known = new Set(now);
    const target = wanted.filter((id) => known.has(id));
    let leaving: string[];
    if (round < 2) {
      const staying = longestCommonOrder(now, target, round === 0 ? moved : new Set());
      leaving = target.filter((id) => !staying.has(id) && !isMarkless(id));
    } else if (round === MAX_ROUNDS - 1) {
      const first = target.findIndex((id, index) => id !== now[index]);
      const last = target.findLastIndex((id, index) => id !== now[index]);
      leaving = target.slice(first, last + 1).filter((id) => !isMarkless(id));
    } else {
      const first = target.findIndex((id, index) => id !== now[index]);
      const candidates = [now[first], target[first]].filter((id) => id && !isMarkless(id));
      const next = candidates.find((id) => !placed.has(id!)) ?? candidates[round % 2];
      leaving = next ? [next] : [];
    }
    if (leaving.length === 0) return;
    putInPlace(body, target, new Set(leaving));
    for (const id of leaving) placed.add(id);
  }
}

const MAX_ROUNDS = 12;

function shownIds(body: Body): string[] {
  return body.shown.map((block) => block.id);
}

/** Places each of `leaving` behind the one before it in `target`. */
function putInPlace(body: Body, target: readonly string[], leaving: ReadonlySet<string>): void {
  const lists = partLists(body);
  target.forEach((id, index) => {
    if (!leaving.has(id)) return;
    const next = target.slice(index + 1).find((other) => !leaving.has(other));
    const place: Place = {
      after: lastPartOf(body, target[index - 1]),
      before: referenceOf(next),
      at: body.nextMoveTime(),
    };
    body.setField(id, 'place', place);
  });
  adopt(body, leaving);
  keepWhole(body, lists);
}

function isMarkless(id: string): boolean {
  return id === '' || id.endsWith(BEHIND);
}

/** The segments of each block that consists of several, by the block's id. */
type PartLists = Map<string, string[]>;

function partLists(body: Body): PartLists {
  const lists: PartLists = new Map();
  if (!body.hasJoins) return lists;
  for (const { id, parts } of body.shown)
    if (parts.length > 1)
      lists.set(
        id,
        parts.map((part) => part.id),
      );
  return lists;
}

/** Ties each block's segments together again where something that went or moved took some along. */
function keepWhole(body: Body, lists: PartLists): void {
  for (let round = 0; lists.size > 0 && round < MAX_ROUNDS; round++) {
    let isWhole = true;
    for (const [id, list] of lists) {
      const now = body.partsOf(id).map((part) => part.id);
      const first = list.findIndex((part, index) => part !== now[index]);
      if (first < 1) continue;
      isWhole = false;
      const before = referenceOf(body.shown[body.shownIndex(id) + 1]?.id);
      for (let index = first; index < list.length; index++) {
        const place: Place = {
          after: list[index - 1]!,
          before,
          at: body.nextMoveTime(),
          joined: true,
        };
        body.setField(list[index]!, 'deleted', undefined);
        body.setField(list[index]!, 'place', place);
      }
    }
    if (isWhole) return;
  }
}

/** What a block put behind this one refers to: its last part. */
function lastPartOf(body: Body, id: string | undefined): string | null {
  if (id === undefined || id === '') return null;
  if (!body.segment(id)) return id;
  const parts = body.partsOf(id);
  return parts[parts.length - 1]!.id || null;
}

function referenceOf(id: string | undefined): string | null {
  if (id === undefined || id === '') return null;
  return id.endsWith(BEHIND) ? id.slice(0, -1) : id;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Ids of a longest list that has one order in both; ids in `without` are left out. */
export function longestCommonOrder(
  now: readonly string[],
  wanted: readonly string[],
  without: ReadonlySet<string>,
): Set<string> {
  const position = new Map(now.map((id, index) => [id, index]));
  // Longest increasing subsequence by patience: tails[k] ends the best list of length k + 1.
  const ids = wanted.filter((id) => position.has(id) && !without.has(id));
  const tails: number[] = [];
  const previous = new Int32Array(ids.length).fill(-1);
  for (let index = 0; index < ids.length; index++) {
    const value = position.get(ids[index]!)!;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (position.get(ids[tails[middle]!]!)! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1]!;
    tails[low] = index;
  }
  const result = new Set<string>();
  for (let at = tails.length > 0 ? tails[tails.length - 1]! : -1; at !== -1; at = previous[at]!)
    result.add(ids[at]!);
  return result;
}

/**
 * The blocks that a segment was split off, the nearest first. What blocks without a mark were joined
 * to can lead in a circle, which is walked once.
 */
function* ancestors(body: Body, segment: Segment): Generator<string> {
  const seen = new Set([segment.id]);
  let at: Segment | undefined = segment;
  while (at) {
    const from = body.fromOf(at);
    if (from === null || seen.has(from)) return;
    seen.add(from);
    yield from;
    at = body.segment(from);
  }
}

/** Shown blocks that were split off one of `leaving`, directly or with graves between. */
function leftBehind(
  body: Body,
  leaving: ReadonlySet<string>,
): { segment: Segment; from: string }[] {
  const result: { segment: Segment; from: string }[] = [];
  for (const segment of body.segments) {
    if (leaving.has(segment.id) || body.isHidden(segment)) continue;
    for (const from of ancestors(body, segment)) {
      if (leaving.has(from)) {
        result.push({ segment, from });
        break;
      }
      const between = body.segment(from);
      if (!between || !body.isHidden(between)) break;
    }
  }
  return result;
}

/** Before blocks become graves: what was split off them and seen stays, empty or not. */
function keepLeftBehind(body: Body, leaving: ReadonlySet<string>): void {
  if (leaving.size === 0) return;
  for (const { segment } of leftBehind(body, leaving)) body.setField(segment.id, 'kept', true);
}

/** Before marks vanish: what was hidden with a grave among them stays hidden. */
function keepHidden(body: Body, leaving: ReadonlySet<string>): void {
  for (const segment of body.segments)
    if (body.isHidden(segment) && leaving.has(body.fromOf(segment) ?? ''))
      if (!leaving.has(segment.id)) body.setField(segment.id, 'deleted', true);
}

/**
 * Before blocks move: what was split off them and seen stays where it is, as split off the nearest
 * one before that stays, if it needs one to stand there.
 */
function adopt(body: Body, leaving: ReadonlySet<string>): void {
  for (const { segment, from } of leftBehind(body, leaving)) {
    const gone = body.segment(from);
    const parent = gone && [...ancestors(body, gone)].find((id) => !leaving.has(id));
    const stays = parent === undefined ? undefined : body.segment(parent);
    body.setField(segment.id, 'from', stays && hangsOnMoved(body, stays) ? stays.id : null);
    // A row or column is no line of its own, should its table go.
    if (!isTablePart(body.typeOf(segment))) body.setField(segment.id, 'kept', true);
  }
}

/** Whether a block stands where it does because it, or what it was split off, was moved. */
function hangsOnMoved(body: Body, segment: Segment): boolean {
  if (body.placeOf(segment)) return true;
  for (const id of ancestors(body, segment)) {
    const ancestor = body.segment(id);
    if (ancestor && body.placeOf(ancestor)) return true;
  }
  return false;
}

/** A block that someone has just emptied stays an empty block. */
function keepShown(body: Body, id: string): void {
  // What somebody emptied a cell of a row that comes back for stays a row.
  if (id.includes(CELL_SEPARATOR)) return;
  const segment = segmentOf(body, id);
  if (isMarkless(id) || segment.shownLength > 0 || !body.isHidden(segment)) return;
  showAgain(body, segment);
}

/** Leaves a segment where it was joined, as a block of its own. */
function unjoin(body: Body, segment: Segment): void {
  const place = body.placeOf(segment);
  if (!place?.joined) return;
  const { after, before } = place;
  body.setField(segment.id, 'place', { after, before, at: body.nextMoveTime() });
}

/** Makes a segment a block of its own that is shown. */
function showAgain(body: Body, segment: Segment): void {
  revive(body, segment.id);
  unjoin(body, segment);
  body.setField(segment.id, 'kept', true);
}

/** Whether a value of an attribute says no more than leaving it out. */
export function isDefault(name: string, value: unknown): boolean {
  if (value === 0) return name === 'depth';
  return value === undefined || value === null || value === false || value === '';
}

function withoutDefaults(shape: BlockShape): BlockShape {
  const result: Record<string, unknown> = { type: shape.type };
  for (const name of ATTRIBUTE_NAMES) {
    const value = shape[name];
    if (!isDefault(name, value)) result[name] = value;
  }
  return result as unknown as BlockShape;
}
