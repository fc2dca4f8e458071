/**
 * What people do to whole blocks: split, insert, join, delete, and give another type.
 *
 * Invariant: none of these touches a character it was not asked to touch, and none copies text.
 * Each runs inside a transaction of the caller and leaves the index (`Body`) settled.
 */
import type * as Y from 'yjs';
import { ATTRIBUTES } from '../block-types/index.ts';
import type { Body } from '../body.ts';
import { attributesBefore, type Insertion, putAt } from '../formatting.ts';
import { NO_ATTRIBUTES } from '../marks.ts';
import {
  ATTRIBUTE_NAMES,
  type Block,
  type BlockContent,
  isKnownType,
  VOID_TYPES,
} from '../schema.ts';
import { attributesAt, positionsBefore, type Segment } from '../segment.ts';
import { BEHIND } from '../shown-blocks.ts';
import type { BlockMarker } from '../validate.ts';
import { keepWhole, lastPartOf, type PartLists, partLists, referenceOf } from './arrange.ts';
import { type BlockShape, newBlockId, withoutDefaults } from './block-shape.ts';
import {
  insertMarker,
  insertMarkerBehind,
  partFromObject,
  removeMarker,
  segmentOf,
  withMarker,
} from './markers.ts';
import { deleteLines, piecesOfTable, setMerged } from './tables.ts';
import { eraseText, piecesOf } from './text.ts';
import { adopt, keepHidden, keepLeftBehind, keepShown, restore } from './visibility.ts';

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
  const born: BlockMarker = { id: newId, ...withoutDefaults(shape) };
  if (from !== '') born.from = from;
  // The marker takes the formatting around it, so that a bold range is not ended and begun anew.
  const attributes = attributesAt(segment, place.offset);
  restore(body, id);
  const at = positionsBefore(segment, place.offset);
  if (at === segment.length) insertMarkerBehind(body, segment, born);
  else insertMarker(body, segment, at, born, attributes);
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
  const owner = next ? body.segments[next.index - 1]! : body.segments[0]!;
  const born: BlockMarker = { id: newId, ...withoutDefaults(shape) };
  if (next) born.from = next.id;
  // What stands before it in the sequence may be a line that people see elsewhere, and write in.
  if (next) insertMarkerBehind(body, owner, born);
  else insertMarker(body, owner, 0, born, owner.startAttributes);
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
  const before = first && !first.markerless ? first.segment : undefined;
  let owner = body.segments[before ? before.index - 1 : 0]!;
  let at = before ? owner.length : 0;
  if (after !== null) {
    partFromObject(body, after);
    const place = body.locate(after, body.lengthOf(after));
    owner = place.segment;
    at = positionsBefore(owner, place.offset);
  }
  const from = after === null || owner.item === null ? undefined : owner.id;
  const named = blocks.map((block) => ({ ...block, id: newBlockId() }));
  putBlocks(body, owner, at, from, named);
  return named.map(({ id }) => id);
}

/**
 * Splits a block behind its first `offset` positions, with new blocks between: the last of them
 * gets what follows. The same as one split after another, at once.
 */
export function splitInto(body: Body, id: string, offset: number, blocks: readonly Block[]): void {
  const last = blocks[blocks.length - 1];
  if (!last) return;
  partFromObject(body, id);
  const place = body.locate(id, offset);
  const { segment } = place;
  const lists = listsAfterSplit(body, id, segment, last.id);
  restore(body, id);
  const from = segment.item === null ? undefined : segment.id;
  putBlocks(body, segment, positionsBefore(segment, place.offset), from, blocks);
  keepShown(body, id);
  keepWhole(body, lists);
}

/** Puts blocks so many positions behind the beginning of a segment. */
function putBlocks(
  body: Body,
  owner: Segment,
  at: number,
  from: string | undefined,
  blocks: readonly Block[],
): void {
  const bornOf = (index: number): BlockMarker => {
    const { id, content: _, table: __, ...shape } = blocks[index]!;
    const previous = index > 0 ? blocks[index - 1]!.id : from;
    const born: BlockMarker = { id, ...withoutDefaults(shape) };
    return previous === undefined ? born : { ...born, from: previous };
  };
  const contentOf = (index: number): Insertion[] => {
    const { id, content, table } = blocks[index]!;
    return [...piecesOf(content), ...(table ? piecesOfTable(id, table) : [])];
  };
  const isEnd = at === owner.length;
  const startAttributes = isEnd ? owner.endAttributes : NO_ATTRIBUTES;
  // From the last one on, each before the one behind it: so none hangs on the text of another, and
  // what others write at the end of one stays there.
  let item: Y.Item | undefined;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const born = bornOf(index);
    item = isEnd
      ? insertMarkerBehind(body, owner, born, item)
      : insertMarker(body, owner, at, born, startAttributes);
    // Right behind its marker, which Yjs would look for from the beginning of the text. That may
    // stand before where formatting ends, beside what was deleted there.
    const inForce = isEnd ? attributesBefore(item, owner) : startAttributes;
    putAt(body.text, 1, contentOf(index), { item, startAttributes: inForce });
  }
  body.settle(new Set([owner]));
  for (const { table } of blocks) if (table) setMerged(body, table);
}

/**
 * Joins a block to the one shown before it: its text follows what stands there. Neighbours in the
 * sequence lose the marker between them; others stay where they are and are read as one.
 */
export function join(body: Body, id: string, intoId: string): void {
  const joining = withMarker(body, id);
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
    // Text before the first marker has no name to refer to: it gets a marker first.
    join(body, joining, withMarker(body, intoId));
    return;
  }
  const lists = partLists(body);
  const list = [...into, ...(neighbours ? parts.slice(1) : parts)].map((part) => part.id);
  lists.delete(joining);
  if (list.length > 1) lists.set(intoId, list);
  restore(body, intoId);
  if (neighbours) {
    const leaving = [segment, ...between].map((other) => other.id);
    keepHidden(body, new Set(leaving));
    for (const gone of leaving) {
      // Places and blocks split off it that name it still find what has its text.
      body.setRegister(gone, 'from', undefined);
      body.setRegister(gone, 'joinedTo', last.id);
      removeMarker(body, gone);
    }
    keepWhole(body, lists);
    return;
  }
  const previous = lastPartOf(body, body.shown[body.shownIndex(intoId) - 1]?.id);
  const next = referenceOf(body.shown[body.shownIndex(joining) + 1]?.id);
  const continuing = () => {
    const at = body.registers.nextMoveTime();
    body.setRegister(joining, 'place', { after: last.id, before: next, at, joined: true });
  };
  restore(body, joining);
  continuing();
  adopt(body, new Set([joining]));
  if (!body.partsOf(intoId).includes(segment)) {
    // What it is joined to stood where it does because of the block itself: now it stands alone.
    const at = body.registers.nextMoveTime();
    body.setRegister(into[0]!.id, 'place', { after: previous, before: next, at });
    continuing();
  }
  keepWhole(body, lists);
}

/** Deletes blocks: their text goes, a small tombstone stays, in case someone is writing there. */
export function deleteBlocks(body: Body, ids: readonly string[]): void {
  const tombstones = new Set<string>();
  const lists = partLists(body);
  // All of them first: what is joined to what may look different once text is gone.
  const partsOf = new Map(ids.map((id) => [id, body.partsOf(id)]));
  for (const [id, parts] of partsOf) {
    lists.delete(id);
    for (const [index, segment] of parts.entries())
      if (segment.item !== null && !(id.endsWith(BEHIND) && index === 0))
        tombstones.add(segment.id);
  }
  // While they have their text: one that was deleted before, and written in, is a tombstone without.
  keepLeftBehind(body, tombstones);
  for (const [id, parts] of partsOf) {
    const behind = id.endsWith(BEHIND);
    for (const [index, segment] of parts.entries()) {
      const isObject = index === 0 && !behind && VOID_TYPES.has(body.typeOf(segment));
      if (!isObject) eraseText(body, segment, 0, segment.shownLength);
    }
    const table = behind ? undefined : body.tableWith(id);
    if (table?.id === id) deleteLines(body, id, new Set(table.rows.map((row) => row.id)));
  }
  for (const id of tombstones) body.setRegister(id, 'deleted', true);
  keepWhole(body, lists);
}

/** Sets a block's type and attributes; what `shape` leaves out goes back to its default. */
export function setShape(body: Body, id: string, shape: BlockShape): string {
  const real = withMarker(body, id, shape);
  if (real !== id) return real;
  const segment = segmentOf(body, id);
  restore(body, id);
  if (body.typeOf(segment) !== shape.type) body.setRegister(id, 'type', shape.type);
  const now = body.attributesOf(segment);
  for (const name of ATTRIBUTE_NAMES) {
    const wanted = shape[name];
    if (now[name] === wanted || (wanted === undefined && now[name] === undefined)) continue;
    // What a type that this build does not know goes without, it would show at its default.
    const unset = isKnownType(shape.type) ? ATTRIBUTES[name].default : null;
    body.setRegister(id, name, wanted ?? unset);
  }
  // An object is seen where a line without text would be hidden.
  keepShown(body, id);
  return id;
}
