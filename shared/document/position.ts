/**
 * Places in a document that survive other people's changes: carets, selections, anchors.
 *
 * Invariant: an anchor belongs to the character before it (or to the mark that opens the block), so
 * what others insert at the caret comes behind it.
 */
import * as Y from 'yjs';
import { BEHIND, type Body } from './body.ts';
import { OBJECT_TYPES } from './schema.ts';

export interface BlockPosition {
  /** Id of a shown block. */
  id: string;
  /** Shown positions before it in the block. */
  offset: number;
}

export function anchorAt(body: Body, { id, offset }: BlockPosition): Y.RelativePosition | null {
  if (!body.segment(id)) return null;
  const place = body.locate(id, offset);
  const index = body.indexAt(place.segment, place.offset);
  return Y.createRelativePositionFromTypeIndex(body.text, index, index > 0 ? -1 : 0);
}

/** Where an anchor is now; null where its document does not have it (yet). */
export function resolveAnchor(body: Body, anchor: Y.RelativePosition): BlockPosition | null {
  const absolute = Y.createAbsolutePositionFromRelativePosition(anchor, body.doc);
  if (!absolute || (absolute.type as unknown) !== body.text) return null;
  return positionAt(body, absolute.index);
}

/** The shown position at an index of the Y.Text; the nearest one before it where it is hidden. */
export function positionAt(body: Body, index: number): BlockPosition | null {
  const { segments } = body;
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // An index right behind a mark belongs to its block, one right before it to the block above.
    if (body.startOf(segments[middle]!) < index) low = middle;
    else high = middle - 1;
  }
  const segment = segments[low]!;
  let left = index - body.startOf(segment) - (segment.item === null ? 0 : 1);
  let offset = 0;
  for (const run of segment.runs) {
    if (left <= 0) break;
    const length = Math.min(left, run.length);
    if (run.shown) offset += length;
    left -= length;
  }
  const isObject = segment.item !== null && OBJECT_TYPES.has(body.typeOf(segment));
  if (isObject && offset > 0) return { id: segment.id + BEHIND, offset };
  if (body.shownIndex(segment.id) >= 0) return { id: segment.id, offset };
  const owner = body.shown.find((shown) => shown.parts.includes(segment));
  if (owner) {
    for (const part of owner.parts) {
      if (part === segment) break;
      offset += part.shownLength;
    }
    return { id: owner.id, offset };
  }
  for (let at = low - 1; at >= 0; at--) {
    const { id, shownLength } = segments[at]!;
    if (body.shownIndex(id) >= 0) return { id, offset: shownLength };
  }
  const first = body.shown[0];
  return first ? { id: first.id, offset: 0 } : null;
}
