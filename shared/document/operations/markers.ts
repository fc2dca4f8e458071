/**
 * Markers: the embedded objects in the one text that open blocks, cells, rows and columns. They are
 * put in where something becomes a block, and taken out where two become one.
 *
 * Invariant: a marker comes and goes without touching a character.
 */
import type * as Y from 'yjs';
import { type Body, UnknownBlockError } from '../body.ts';
import { insertAs, insertBehindAll, isMarker } from '../client-ranks.ts';
import { erase, putAt } from '../formatting.ts';
import type { Attributes } from '../marks.ts';
import { CELL_SEPARATOR, VOID_TYPES } from '../schema.ts';
import type { Segment } from '../segment.ts';
import { BEHIND } from '../shown-blocks.ts';
import type { ShownTable } from '../table.ts';
import type { BlockMarker } from '../validate.ts';
import { type BlockShape, newBlockId, withoutDefaults } from './block-shape.ts';

export function segmentOf(body: Body, id: string): Segment {
  const segment = body.segment(id);
  if (!segment) throw new UnknownBlockError(id);
  return segment;
}

/** Inserts a marker so many positions behind the beginning of a segment. */
export function insertMarker(
  body: Body,
  segment: Segment,
  at: number,
  born: BlockMarker,
  attributes: Attributes,
): Y.Item {
  const pieces = [{ insert: born, attributes }];
  return insertAs('marker', body.doc, () => putAt(body.text, at, pieces, segment)[0]!);
}

/** The marker that is gone before which a block is opened behind all there is to read up to `right`. */
function firstGone(head: Y.Item, right: Y.Item | null): Y.Item | null {
  let gone: Y.Item | null = null;
  for (let item = head.right; item !== null && item !== right; item = item.right) {
    if (!item.deleted && item.countable) gone = null;
    else if (item.deleted && isMarker(item.id.client)) gone ??= item;
  }
  return gone;
}

/**
 * Inserts a marker behind all that stands, and all that others are writing, in a segment; `right` is
 * the marker it ends before.
 */
export function insertMarkerBehind(
  body: Body,
  segment: Segment,
  born: BlockMarker,
  right: Y.Item | null = body.segments[segment.index + 1]?.item ?? null,
): Y.Item {
  const head = segment.item;
  const behind = head && insertBehindAll(body.text, head, right, born);
  if (behind) return behind;
  // What once stood behind it may hang on something else.
  const gone = head && firstGone(head, right);
  const before = gone && insertBehindAll(body.text, head, gone, born);
  return before ?? insertMarker(body, segment, segment.length, born, segment.endAttributes);
}

/** The first one to write in a cell gives it a marker. */
export function giveCellMarker(body: Body, id: string): void {
  if (body.partsOf(id).length > 0) return;
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string];
  const table = body.tableWith(row);
  if (!table) throw new UnknownBlockError(id);
  const owner = body.segment(row) ?? giveLineMarker(body, table, 'row', row);
  const born: BlockMarker = { id: newBlockId(), type: 'cell', table: table.id, row, column };
  insertMarker(body, owner, owner.length, born, owner.endAttributes);
  body.settle(new Set([owner]));
}

/**
 * Puts the marker of a row or column back that somebody took away while another wrote in its cells.
 * Whoever works in the table keeps it.
 */
export function giveLineMarker(
  body: Body,
  table: ShownTable,
  kind: 'row' | 'column',
  id: string,
): Segment {
  const cells = [...table.cells.values()].flat().filter((cell) => cell.born?.[kind] === id);
  const first = Math.min(...cells.map((cell) => cell.index));
  const columns = table.all.column.flatMap(({ segment }) => segment ?? []);
  const last = columns.sort((a, b) => a.index - b.index).at(-1);
  // A column without a marker is behind all that have one.
  const previous = (kind === 'column' && last) || body.segments[first - 1];
  if (!previous) throw new UnknownBlockError(id);
  const born: BlockMarker = { id, type: kind, table: table.id };
  insertMarker(body, previous, previous.length, born, previous.endAttributes);
  body.settle(new Set([previous]));
  return segmentOf(body, id);
}

/** Deletes a marker, and any other that two people who undid the same join left of it. */
export function removeMarker(body: Body, id: string): void {
  for (let segment = body.segment(id); segment; segment = body.segment(id)) {
    erase(body.text, 0, 1, segment.item);
    body.settle(new Set([segment]));
  }
}

/** Gives text that stands behind an object or before everything a marker, so that it is a block. */
export function withMarker(
  body: Body,
  id: string,
  shape: BlockShape = { type: 'paragraph' },
): string {
  const behind = id.endsWith(BEHIND);
  if (id !== '' && !behind) return id;
  const segment = segmentOf(body, id);
  const newId = newBlockId();
  const born: BlockMarker = { id: newId, ...withoutDefaults(shape) };
  if (behind) born.from = segment.id;
  insertMarker(body, segment, behind ? 1 : 0, born, segment.startAttributes);
  body.settle(new Set([segment]));
  return newId;
}

/** Before something is put right behind an object: text that a merge left there is a block. */
export function partFromObject(body: Body, id: string): void {
  const segment = id.endsWith(BEHIND) ? undefined : body.segment(id);
  if (segment && segment.shownLength > 0 && VOID_TYPES.has(body.typeOf(segment)))
    withMarker(body, id + BEHIND);
}

export function hasNoMarker(id: string): boolean {
  return id === '' || id.endsWith(BEHIND);
}
