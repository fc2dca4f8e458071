/**
 * Who is seen when something around it goes. A block that was deleted is a tombstone: its marker
 * stays, hidden until text is in it, and what was split off it is hidden with it while it is empty.
 *
 * Invariant: what somebody saw and left alone is still seen after these; what was hidden stays so.
 */
import { type Body, UnknownBlockError } from '../body.ts';
import { CELL_SEPARATOR, isTablePart } from '../schema.ts';
import type { Segment } from '../segment.ts';
import { BEHIND } from '../shown-blocks.ts';
import { giveLineMarker, hasNoMarker, segmentOf } from './markers.ts';

/** Whoever works in a tombstone that still has text brings it back for good. */
export function restore(body: Body, id: string): void {
  if (id.includes(CELL_SEPARATOR)) {
    restoreCell(body, id);
    return;
  }
  if (id.endsWith(BEHIND) || body.register(id, 'deleted') !== true) return;
  // It was a block of its own while it was a tombstone, and stays one.
  unjoin(body, segmentOf(body, id));
  body.setRegister(id, 'deleted', undefined);
}

function restoreCell(body: Body, id: string): void {
  const table = body.tableWith(id);
  if (!table) throw new UnknownBlockError(id);
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string];
  if (!body.segment(row)) giveLineMarker(body, table, 'row', row);
  if (!body.segment(column)) giveLineMarker(body, table, 'column', column);
  for (const line of [row, column]) body.setRegister(line, 'deleted', undefined);
  restoreTable(body, table.id);
}

export function restoreTable(body: Body, id: string): void {
  body.setRegister(id, 'deleted', undefined);
}

/**
 * The blocks that a segment was split off, the nearest first. What blocks without a marker were
 * joined to can lead in a circle, which is walked once.
 */
function* ancestors(body: Body, segment: Segment): Generator<string> {
  const seen = new Set([segment.id]);
  let at: Segment | undefined = segment;
  while (at) {
    const from = body.originOf(at).from;
    if (from === null || seen.has(from)) return;
    seen.add(from);
    yield from;
    at = body.segment(from);
  }
}

/** Shown blocks that were split off one of `leaving`, directly or with tombstones between. */
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

/** Before blocks become tombstones: what was split off them and seen stays, empty or not. */
export function keepLeftBehind(body: Body, leaving: ReadonlySet<string>): void {
  if (leaving.size === 0) return;
  for (const { segment } of leftBehind(body, leaving)) body.setRegister(segment.id, 'kept', true);
}

/** Before markers vanish: what was hidden with a tombstone among them stays hidden. */
export function keepHidden(body: Body, leaving: ReadonlySet<string>): void {
  for (const segment of body.segments)
    if (body.isHidden(segment) && leaving.has(body.originOf(segment).from ?? ''))
      if (!leaving.has(segment.id)) body.setRegister(segment.id, 'deleted', true);
}

/**
 * Before blocks move: what was split off them and seen stays where it is, as split off the nearest
 * one before that stays, if it needs one to stand there.
 */
export function adopt(body: Body, leaving: ReadonlySet<string>): void {
  for (const { segment, from } of leftBehind(body, leaving)) {
    const gone = body.segment(from);
    const stays = gone && nearestStaying(body, gone, leaving);
    body.setRegister(segment.id, 'from', stays && hangsOnMoved(body, stays) ? stays.id : null);
    // A row or column is no line of its own, should its table go.
    if (!isTablePart(body.typeOf(segment))) body.setRegister(segment.id, 'kept', true);
  }
}

/** What a block was split off, directly or not, that goes along with none of `leaving`. */
function nearestStaying(
  body: Body,
  gone: Segment,
  leaving: ReadonlySet<string>,
): Segment | undefined {
  let stays: Segment | undefined;
  for (const id of ancestors(body, gone)) {
    const segment = body.segment(id);
    if (leaving.has(id)) stays = undefined;
    else stays ??= segment;
    // It stands where it was put, whatever becomes of what it was split off.
    if (stays && segment && body.placeOf(segment)) break;
  }
  return stays;
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
export function keepShown(body: Body, id: string): void {
  // What somebody emptied a cell of a row that comes back for stays a row.
  if (id.includes(CELL_SEPARATOR)) return;
  const segment = segmentOf(body, id);
  if (hasNoMarker(id) || segment.shownLength > 0 || !body.isHidden(segment)) return;
  showAgain(body, segment);
}

/** Leaves a segment where it was joined, as a block of its own. */
function unjoin(body: Body, segment: Segment): void {
  const place = body.placeOf(segment);
  if (!place?.joined) return;
  const { after, before } = place;
  body.setRegister(segment.id, 'place', { after, before, at: body.registers.nextMoveTime() });
}

/** Makes a segment a block of its own that is shown. */
export function showAgain(body: Body, segment: Segment): void {
  restore(body, segment.id);
  unjoin(body, segment);
  body.setRegister(segment.id, 'kept', true);
}
