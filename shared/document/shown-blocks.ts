/**
 * Which blocks people see, and in which order: not those that were deleted and in which nobody
 * writes, and those that were moved or joined where they were put.
 *
 * Invariant: no text is left out, and there is always a block to write in.
 */
import type { Body } from './body.ts';
import { visibleOrder } from './order.ts';
import { isTablePart, VOID_TYPES } from './schema.ts';
import type { Segment } from './segment.ts';
import type { ShownTable } from './table.ts';

/** Ends the id of a paragraph without a marker: text that a merge left behind an object. */
export const BEHIND = '~';

/** A block in the order people see. */
export interface ShownBlock {
  /** The segment's id; for text behind an object that id with a `~`. */
  readonly id: string;
  /** The segment it begins with. */
  readonly segment: Segment;
  /** All its segments: the first one and those joined to it from elsewhere in the sequence. */
  readonly parts: readonly Segment[];
  readonly type: string;
  /** True where the block has no marker of its own. */
  readonly markerless: boolean;
  /** Rows, columns and cells, where it is a table. */
  readonly table?: ShownTable;
}

/** Whether a segment would be hidden without text, given that what stands before it is known. */
export function hidesWhenEmpty(body: Body, segment: Segment): boolean {
  // What a table shows of its rows and columns depends on where there is text.
  if (isTablePart(body.typeOf(segment))) return true;
  return (
    segment.item === null || body.registers.joins.has(segment.id) || isOfTombstone(body, segment)
  );
}

/** Whether a segment is a tombstone, or was split off one and is no object. */
function isOfTombstone(body: Body, segment: Segment): boolean {
  if (body.isDeleted(segment)) return true;
  // Whoever deleted what it was split off had seen it, and left it.
  if (body.register(segment.id, 'kept') === true) return false;
  if (VOID_TYPES.has(body.typeOf(segment))) return false;
  const from = body.namedFrom(segment);
  const parent = from === null ? undefined : body.withMarker(from);
  if (!parent) return false;
  if (parent.index < segment.index) return parent.isTombstoned;
  // It was put in above the block behind it.
  return parent.shownLength === 0 && body.isDeleted(parent);
}

/**
 * The blocks of a body in the order people see, given its tables. Tells each segment whether it is
 * hidden.
 */
export function shownBlocks(body: Body, tables: ReadonlyMap<string, ShownTable>): ShownBlock[] {
  const blocks = body.segments.filter(
    (segment, index) => index > 0 && body.tableOf(segment) === null,
  );
  const first = body.segments[0]!;
  for (const segment of [first, ...blocks]) {
    const type = body.typeOf(segment);
    const isObject = VOID_TYPES.has(type);
    const table = type === 'table' ? tables.get(segment.id) : undefined;
    const isEmpty =
      type === 'table'
        ? !table?.hasText && body.isDeleted(segment)
        : segment.shownLength === 0 || (isObject && body.isDeleted(segment));
    segment.isTombstoned = isEmpty && segment.item !== null && isOfTombstone(body, segment);
    segment.hidden =
      segment.isTombstoned ||
      (type === 'table' && (!table || table.rows.length === 0 || table.columns.length === 0)) ||
      (isEmpty &&
        (segment.item === null ||
          (isTablePart(type) && body.register(segment.id, 'kept') !== true) ||
          (body.registers.joins.has(segment.id) && !isObject)));
  }
  const shown: (ShownBlock & { parts: Segment[] })[] = [];
  const show = (segment: Segment, type: string, markerless: boolean) =>
    shown.push({
      id: markerless && segment.item !== null ? segment.id + BEHIND : segment.id,
      segment,
      parts: [segment],
      type,
      markerless,
      ...(type === 'table' ? { table: tables.get(segment.id)! } : {}),
    });
  if (!first.hidden) show(first, 'paragraph', true);
  for (const segment of inVisibleOrder(body, blocks)) {
    const last = shown[shown.length - 1];
    if (last && body.registers.joins.has(segment.id) && continues(body, segment, last)) {
      last.parts.push(segment);
      continue;
    }
    const type = body.typeOf(segment);
    // A cell whose table is gone is a paragraph.
    if (!segment.hidden) show(segment, isTablePart(type) ? 'paragraph' : type, false);
    if (!VOID_TYPES.has(type)) continue;
    if (segment.shownLength > 0) show(segment, 'paragraph', true);
    for (const part of tables.get(segment.id)?.outside ?? []) show(part, 'paragraph', true);
  }
  // There is always a place to write.
  if (shown.length === 0) show(first, 'paragraph', true);
  return shown;
}

/** Blocks in the order people would see them if none were hidden. */
export function inVisibleOrder(body: Body, blocks: readonly Segment[]): readonly Segment[] {
  // Where nobody moved anything, people see the sequence.
  if (body.registers.placed.size === 0) return blocks;
  const nodes = blocks.map((segment) => ({
    id: segment.id,
    ...body.originOf(segment),
    place: body.placeOf(segment),
  }));
  return visibleOrder(nodes).map((index) => blocks[index]!);
}

/**
 * Whether a segment that was joined to another continues the block shown before it. Where what
 * it was joined to is gone, it is a block of its own again.
 */
function continues(body: Body, segment: Segment, last: ShownBlock): boolean {
  if (body.isDeleted(segment) || VOID_TYPES.has(last.type)) return false;
  const into = body.withMarker(body.placeOf(segment)?.after ?? '');
  if (!into || VOID_TYPES.has(body.typeOf(segment))) return false;
  return !into.isTombstoned || last.parts.includes(into);
}
