/**
 * What people do to a document, as the fewest changes to its one text and its registers.
 *
 * Invariant: none of these touches a character it was not asked to touch, except `join` of blocks
 * that are no neighbours in the sequence, which has to copy. Every function here runs inside a
 * transaction of the caller and leaves the index settled.
 */
import { randomId } from '../access/ids.ts';
import { BEHIND, type BlockMark, type Body, type Segment, type ShownBlock } from './body.ts';
import {
  type Attributes,
  attributeChanges,
  attributesFor,
  NO_ATTRIBUTES,
  NO_MARKS,
  sameAttributes,
} from './marks.ts';
import type { Place } from './order.ts';
import {
  ATTRIBUTE_NAMES,
  type BlockAttributes,
  type BlockContent,
  type InlineObject,
  type Marks,
  OBJECT_TYPES,
} from './schema.ts';

/** Type and attributes of a block, without its text. */
export interface BlockShape extends BlockAttributes {
  type: string;
}

export const BLOCK_ID_LENGTH = 8;

export function newBlockId(): string {
  return randomId(BLOCK_ID_LENGTH);
}

/** Raised where an operation names a block that is not there: a mistake of the caller. */
export class UnknownBlockError extends Error {
  constructor(id: string) {
    super(`There is no block "${id}" in this document.`);
    this.name = 'UnknownBlockError';
  }
}

function segmentOf(body: Body, id: string): Segment {
  const segment = body.segment(id);
  if (!segment) throw new UnknownBlockError(id);
  return segment;
}

/** Whoever works in a grave that still has text brings it back for good. */
function revive(body: Body, segment: Segment): void {
  if (body.isDeleted(segment)) body.setField(segment.id, 'deleted', undefined);
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
  const segment = segmentOf(body, id);
  const left = body.attributesAt(segment, offset);
  const wanted: Attributes =
    marks === undefined ? left : attributesFor(marks, left, body.attributesBehind(segment, offset));
  const at = body.indexAt(segment, offset);
  if (!id.endsWith(BEHIND)) revive(body, segment);
  if (typeof content !== 'string') body.text.insertEmbed(at, content, { ...wanted });
  else if (sameAttributes(wanted, left)) body.text.insert(at, content);
  else body.text.insert(at, content, { ...wanted });
  body.settle(new Set([segment]));
}

/** Deletes `length` positions behind the first `offset` of a block; the block itself stays. */
export function deleteText(body: Body, id: string, offset: number, length: number): void {
  if (length === 0) return;
  const segment = segmentOf(body, id);
  if (!id.endsWith(BEHIND)) revive(body, segment);
  eraseText(body, segment, offset, length);
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
    if (from < to) body.text.delete(at + (from - shown), to - from);
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
  const segment = segmentOf(body, id);
  // Settling joins runs, so the changes are collected first.
  const changes: { from: number; length: number; set: Record<string, unknown> }[] = [];
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
        else if (set) changes.push({ from: start, length: to - from, set });
      }
      shown += run.length;
    }
    at += run.length;
  }
  if (changes.length === 0) return;
  if (!id.endsWith(BEHIND)) revive(body, segment);
  for (const change of changes) body.text.format(change.from, change.length, change.set);
  body.settle(new Set([segment]));
}

/** Splits a block behind its first `offset` positions; the new block gets what follows. */
export function split(
  body: Body,
  id: string,
  offset: number,
  shape: BlockShape,
  newId: string = newBlockId(),
): string {
  const segment = segmentOf(body, id);
  const born: BlockMark = { id: newId, ...withoutDefaults(shape) };
  if (segment.item !== null) born.from = segment.id;
  // The mark takes the formatting around it, so that a bold range is not ended and begun anew.
  const attributes = body.attributesAt(segment, offset);
  body.text.insertEmbed(body.indexAt(segment, offset), born, { ...attributes });
  body.settle(new Set([segment]));
  return newId;
}

/** Inserts an empty block before everything else in the sequence. */
export function insertFirst(
  body: Body,
  shape: BlockShape,
  newId: string = newBlockId(),
  before?: string,
): string {
  const next = before === undefined ? undefined : body.segment(before);
  const index = next ? body.startOf(next) : 0;
  const owner = next ? body.segments[next.index - 1]! : body.segments[0]!;
  body.text.insertEmbed(
    index,
    { id: newId, ...withoutDefaults(shape) },
    { ...owner.endAttributes },
  );
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
  const owner =
    after === null ? body.segments[before ? before.index - 1 : 0]! : segmentOf(body, after);
  let index = 0;
  if (after !== null) index = body.indexAt(owner, endOf(body, after));
  else if (before) index = body.startOf(before);
  const delta: { retain?: number; insert?: unknown; attributes?: Attributes }[] = [];
  if (index > 0) delta.push({ retain: index });
  const ids: string[] = [];
  let previous = after === null || owner.item === null ? undefined : owner.id;
  for (const { content, ...shape } of blocks) {
    const id = newBlockId();
    const born: BlockMark = { id, ...withoutDefaults(shape) };
    if (previous !== undefined) born.from = previous;
    delta.push({ insert: born });
    let left: Attributes = NO_ATTRIBUTES;
    for (const run of content) {
      if ('text' in run && run.text === '') continue;
      left = attributesFor(run.marks ?? NO_MARKS, left, NO_ATTRIBUTES);
      delta.push({ insert: 'text' in run ? run.text : run.embed, attributes: { ...left } });
    }
    ids.push(id);
    previous = id;
  }
  body.text.applyDelta(delta);
  body.settle(new Set([owner]));
  return ids;
}

/** The offset behind a block's last position; 0 for an object. */
export function endOf(body: Body, id: string): number {
  const segment = segmentOf(body, id);
  if (!id.endsWith(BEHIND) && OBJECT_TYPES.has(body.typeOf(segment))) return 0;
  return segment.shownLength;
}

/**
 * Joins a block to the one shown before it. Its text follows what stands there; neighbours in the
 * sequence lose only the mark between them, others have the text copied.
 */
export function join(body: Body, id: string, intoId: string): void {
  const segment = segmentOf(body, id);
  const into = segmentOf(body, intoId);
  if (segment === into) return;
  const between = body.segments.slice(into.index + 1, segment.index);
  const neighbours =
    into.index < segment.index &&
    segment.item !== null &&
    !id.endsWith(BEHIND) &&
    between.every(
      (other) => other.shownLength === 0 && other.item !== null && body.isHidden(other),
    );
  revive(body, into);
  if (neighbours) {
    adopt(body, new Set([segment.id, ...between.map((other) => other.id)]), into);
    // From the end: each deletion leaves the indexes before it alone.
    for (const other of [segment, ...between.reverse()]) body.text.delete(body.startOf(other), 1);
    body.settle(new Set([segment, ...between]));
    return;
  }
  const runs = segment.runs.filter((run) => run.shown);
  for (const run of runs) {
    const at = body.indexAt(into, endOf(body, intoId));
    if (run.text === null) body.text.insertEmbed(at, run.object!, { ...run.attributes });
    else body.text.insert(at, run.text, { ...run.attributes });
    body.settle(new Set([into]));
  }
  if (id.endsWith(BEHIND)) eraseText(body, segment, 0, segment.shownLength);
  else deleteBlocks(body, [id]);
}

/** Deletes blocks: their text goes, a small grave stays, in case someone is writing there. */
export function deleteBlocks(body: Body, ids: readonly string[]): void {
  const graves = new Set<string>();
  for (const id of ids) {
    const segment = segmentOf(body, id);
    const isObject = OBJECT_TYPES.has(body.typeOf(segment)) && !id.endsWith(BEHIND);
    if (!isObject) eraseText(body, segment, 0, segment.shownLength);
    if (segment.item === null || id.endsWith(BEHIND)) continue;
    graves.add(id);
  }
  // While the blocks still count as shown: what was hidden before stays with them.
  adopt(body, graves, null);
  for (const id of graves) body.setField(id, 'deleted', true);
}

/** Sets a block's type and attributes; what `shape` leaves out goes back to its default. */
export function setShape(body: Body, id: string, shape: BlockShape): string {
  const real = withMark(body, id, shape);
  if (real !== id) return real;
  const segment = segmentOf(body, id);
  revive(body, segment);
  if (body.typeOf(segment) !== shape.type) body.setField(id, 'type', shape.type);
  const now = body.attributesOf(segment);
  for (const name of ATTRIBUTE_NAMES) {
    const wanted = shape[name];
    if (now[name] === wanted || (wanted === undefined && now[name] === undefined)) continue;
    body.setField(id, name, wanted ?? DEFAULTS[name]);
  }
  return id;
}

const DEFAULTS: Readonly<Required<Record<(typeof ATTRIBUTE_NAMES)[number], unknown>>> = {
  depth: 0,
  level: 1,
  checked: false,
  language: '',
  start: null,
  raw: false,
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
  body.text.insertEmbed(index, born, { ...segment.startAttributes });
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
  // One round settles nearly everything; a second one those whose reference was moved itself.
  for (let round = 0; round < 4; round++) {
    const now = body.shown.map((block) => block.id);
    if (sameList(now, wanted)) return;
    const known = new Set(now);
    const target = wanted.filter((id) => known.has(id));
    const staying = longestCommonOrder(now, target, round === 0 ? moved : new Set());
    const at = Date.now();
    const leaving = new Set<string>();
    for (let index = 0; index < target.length; index++) {
      const id = target[index]!;
      if (staying.has(id)) continue;
      const segment = segmentOf(body, id);
      if (segment.item === null || id.endsWith(BEHIND)) continue;
      const place: Place = {
        after: referenceOf(target[index - 1]),
        before: referenceOf(target[index + 1]),
        at,
      };
      body.setField(id, 'place', place);
      leaving.add(id);
    }
    if (leaving.size === 0) return;
    adopt(body, leaving, null);
  }
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
 * Blocks split off one that goes away and seen by whoever sends it away stay where they are: they
 * become children of the nearest block that stays.
 */
function adopt(body: Body, leaving: ReadonlySet<string>, heir: Segment | null): void {
  if (leaving.size === 0) return;
  for (const segment of body.segments) {
    const from = body.fromOf(segment);
    if (from === null || !leaving.has(from) || leaving.has(segment.id)) continue;
    // What nobody sees was not left behind by anybody.
    if (heir === null && body.isHidden(segment)) continue;
    let parent: string | null = from;
    while (parent !== null && leaving.has(parent)) {
      const gone: Segment | undefined = body.segment(parent);
      parent = gone ? body.fromOf(gone) : null;
    }
    body.setField(segment.id, 'from', heir ? heir.id || null : parent);
  }
}

function withoutDefaults(shape: BlockShape): BlockShape {
  const result: Record<string, unknown> = { type: shape.type };
  for (const name of ATTRIBUTE_NAMES) {
    const value = shape[name];
    if (value !== undefined && value !== 0 && value !== false && value !== '') result[name] = value;
  }
  return result as unknown as BlockShape;
}

/** Shape of a shown block as `setShape` takes it. */
export function shapeOf(body: Body, shown: ShownBlock): BlockShape {
  return { type: shown.type, ...(shown.markless ? {} : body.attributesOf(shown.segment)) };
}
