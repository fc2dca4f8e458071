/**
 * Places in a document that survive other people's changes: carets, selections, anchors.
 *
 * Invariant: an anchor belongs to the character before it (or to the marker that opens the block),
 * so what others insert at the caret comes behind it.
 */
import * as Y from 'yjs';
import { int, looseObject, number, object, oneOf, optional } from '../shape.ts';
import type { Body } from './body.ts';
import { CELL_SEPARATOR, cellId, ROOT, VOID_TYPES } from './schema.ts';
import { positionsBefore, type Segment } from './segment.ts';
import { BEHIND } from './shown-blocks.ts';
import { nameOfCell, type TableLine } from './table.ts';

export interface BlockPosition {
  /** Id of a shown block. */
  id: string;
  /** Shown positions before it in the block. */
  offset: number;
}

/** A place that stays with what it stands behind. */
export interface Anchor {
  position: Y.RelativePosition;
  /** In a cell nobody wrote in, `position` is that of its row, and this is its column. */
  column?: string;
}

export function anchorAt(body: Body, { id, offset }: BlockPosition): Anchor | null {
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string | undefined];
  const segment = body.segment(row);
  if (column !== undefined && body.partsOf(id).length === 0) {
    if (!segment) return null;
    return { position: positionBehind(body, segment, 1), column };
  }
  if (column === undefined && !segment) return null;
  const place = body.locate(id, offset);
  const length = positionsBefore(place.segment, place.offset);
  return { position: positionBehind(body, place.segment, length) };
}

/**
 * What Yjs gives for an index of its text, here for the first `length` positions of a segment: it
 * would walk there from the beginning of the text at every key.
 */
function positionBehind(body: Body, segment: Segment, length: number): Y.RelativePosition {
  let left = length;
  const first = segment.item ?? body.text._start;
  for (let item = first; item !== null && left > 0; item = item.right) {
    if (item.deleted || !item.countable) continue;
    if (left <= item.length) {
      const id = Y.createID(item.id.client, item.id.clock + left - 1);
      return new Y.RelativePosition(null, ROOT.body, id, -1);
    }
    left -= item.length;
  }
  return Y.createRelativePositionFromTypeIndex(body.text, body.startOf(segment) + length, 0);
}

/** Where an anchor is now; null where its document does not have it (yet). */
export function resolveAnchor(body: Body, { position, column }: Anchor): BlockPosition | null {
  const absolute = Y.createAbsolutePositionFromRelativePosition(position, body.doc);
  if (!absolute || (absolute.type as unknown) !== body.text) return null;
  if (column !== undefined) {
    const row = segmentBefore(body, absolute.index);
    const table = body.tableWith(row.id);
    const isShown = table !== undefined && body.shownIndex(table.id) >= 0;
    const has = (lines: readonly TableLine[], id: string) => lines.some((line) => line.id === id);
    if (isShown && has(table.rows, row.id) && has(table.columns, column))
      return { id: table.nameNow(cellId(row.id, column)), offset: 0 };
  }
  return positionAt(body, absolute.index);
}

/** As JSON, for presence and for storage. */
export function anchorToJson({ position, column }: Anchor): Record<string, unknown> {
  return {
    ...(Y.relativePositionToJSON(position) as Record<string, unknown>),
    ...(column === undefined ? {} : { column }),
  };
}

const Id = object({ client: int(0), clock: int(0) });
const Position = looseObject({
  // Of a name that a document has nothing under, Yjs would make a type to look in.
  tname: oneOf([ROOT.body]),
  item: optional(Id),
  assoc: optional(number),
});

/** What `anchorToJson` gave. Throws where it is something else. */
export function anchorFromJson(json: unknown): Anchor {
  Position.parse(json);
  const position = Y.createRelativePositionFromJSON(json);
  const column = (json as { column?: unknown }).column;
  return { position, ...(typeof column === 'string' ? { column } : {}) };
}

/** The segment whose marker or text stands before an index of the Y.Text. */
function segmentBefore(body: Body, index: number): Segment {
  const { segments } = body;
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // An index right behind a marker belongs to its block, one right before it to the block above.
    if (body.startOf(segments[middle]!) < index) low = middle;
    else high = middle - 1;
  }
  return segments[low]!;
}

/** The shown position at an index of the Y.Text; the nearest one before it where it is hidden. */
export function positionAt(body: Body, index: number): BlockPosition | null {
  const segment = segmentBefore(body, index);
  let left = index - body.startOf(segment) - (segment.item === null ? 0 : 1);
  let offset = 0;
  for (const run of segment.runs) {
    if (left <= 0) break;
    const length = Math.min(left, run.length);
    if (run.shown) offset += length;
    left -= length;
  }
  const shown = shownPosition(body, segment, offset);
  if (shown) return shown;
  const { segments } = body;
  for (let at = segment.index - 1; at >= 0; at--) {
    const { id, shownLength } = segments[at]!;
    if (body.shownIndex(id) >= 0) return { id, offset: shownLength };
  }
  const first = body.shown[0];
  return first ? { id: first.id, offset: 0 } : null;
}

/** The place behind the first `offset` shown positions of a segment; null where it is hidden. */
export function shownPosition(body: Body, segment: Segment, offset: number): BlockPosition | null {
  const owner = ownerOf(body, segment, offset);
  if (!owner) return null;
  let before = 0;
  for (const part of owner.parts) {
    if (part === segment) break;
    before += part.shownLength;
  }
  return { id: owner.id, offset: owner.parts.length > 0 ? before + offset : 0 };
}

/**
 * Where to write what belongs at an index of the Y.Text, as operations take it: in a block that is
 * hidden as well, which shows again with it.
 */
export function writingPlaceAt(body: Body, index: number): BlockPosition | null {
  const segment = segmentBefore(body, index);
  const isHidden = segment.shownLength === 0 && ownerOf(body, segment, 0) === null;
  return isHidden && body.segment(segment.id) === segment
    ? { id: segment.id, offset: 0 }
    : positionAt(body, index);
}

/** The shown block or cell that a segment's position is in, or null where it is hidden. */
function ownerOf(
  body: Body,
  segment: Segment,
  offset: number,
): { id: string; parts: readonly Segment[] } | null {
  const table = body.tableOf(segment);
  const isCell = table !== null && body.typeOf(segment) === 'cell';
  // Text behind a row or column is below the table, and there also where that is hidden.
  if (isCell || (table && segment.shownLength === 0)) {
    if (body.shownIndex(table.id) < 0) return null;
    const name = isCell ? nameOfCell(segment) : table.id;
    const id = body.tableWith(table.id)?.nameNow(name) ?? name;
    return { id, parts: isCell ? body.partsOf(id) : [] };
  }
  const isBehind = table !== null || (VOID_TYPES.has(body.typeOf(segment)) && offset > 0);
  if (segment.item !== null && isBehind) return { id: segment.id + BEHIND, parts: [segment] };
  if (body.shownIndex(segment.id) >= 0) return { id: segment.id, parts: [segment] };
  // What is shown with another block was joined to it.
  if (!body.registers.joins.has(segment.id)) return null;
  return body.shown.find((shown) => shown.parts.includes(segment)) ?? null;
}
