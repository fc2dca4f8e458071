/**
 * Where a thread stands in the document as it is now, and on what one begins.
 *
 * Invariant: a thread always has a place. While anything of what it is about is there, that is where
 * most of it is; where nothing is, it is the place where it stood, in a block that is shown.
 */
import * as Y from 'yjs';
import type { Body } from '../document/body.ts';
import type { BlockPosition } from '../document/position.ts';
import { shownPosition } from '../document/position.ts';
import type { Span as IdSpan, Restored } from '../document/restored.ts';
import { CELL_SEPARATOR, cellId, VOID_TYPES } from '../document/schema.ts';
import type { Segment, Stretch } from '../document/segment.ts';
import { BEHIND, inVisibleOrder, type ShownBlock } from '../document/shown-blocks.ts';
import { nameOfCell, type TableLine } from '../document/table.ts';
import { markerOf } from '../document/validate.ts';
import { MAX_SPANS, type Span, type TextAnchor, type ThreadAnchor } from './anchor.ts';

/** Positions of a block, or of a cell, that a thread is about. */
export interface PlacedRange {
  block: string;
  from: number;
  to: number;
}

export interface ThreadPlace {
  /** A shown block or cell, and how far into it; null for the whole document. */
  at: BlockPosition | null;
  /** What is to be marked in the text, in reading order: none where it is a whole block. */
  ranges: PlacedRange[];
  /** Whether it is about all of the block it stands at. */
  isWhole: boolean;
  /** Whether nothing is left of what it was about. */
  isGone: boolean;
  /** Nothing of it was ever here: it is in a draft or a suggestion, or on its way. */
  isUnknown?: true;
}

/**
 * Pieces of text that are looked at for one anchor: what somebody selects has fewer, and what was
 * written by hand to keep others' pages busy has no more.
 */
const MOST_PIECES = 2_000;

const DOCUMENT: ThreadPlace = { at: null, ranges: [], isWhole: true, isGone: false };

/**
 * Where a thread with these anchors stands, the newest first: the newest of which anything is left.
 * `restored` has to know all that `body` knows.
 */
export function placeOf(
  body: Body,
  restored: Restored,
  anchors: readonly ThreadAnchor[],
): ThreadPlace {
  let gone: ThreadPlace | null = null;
  for (const anchor of anchors) {
    const place = resolve(body, restored, anchor);
    if (place && !place.isGone) return place;
    gone ??= place;
  }
  // Of what has not arrived yet nobody knows more than that it is in here.
  return gone ?? { ...DOCUMENT, isGone: true, isUnknown: true };
}

/** The anchor of what is selected; null where that is nothing. */
export function anchorOfText(
  body: Body,
  from: BlockPosition,
  to: BlockPosition,
): TextAnchor | null {
  const spans: Span[] = [];
  for (const { id, start, end } of between(body, from, to)) {
    for (const stretch of body.stretches(id, start, end - start)) addSpans(spans, body, stretch);
    if (spans.length >= MAX_SPANS) break;
  }
  if (spans.length === 0) return null;
  const isWide = from.id !== to.id ? { isWide: true } : {};
  return { kind: 'text', spans: spans.slice(0, MAX_SPANS), block: from.id, ...isWide };
}

/** The anchor of a whole block or cell; null where there is no such block, or it has no marker. */
export function anchorOfBlock(body: Body, id: string): ThreadAnchor | null {
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string | undefined];
  const segment = id.endsWith(BEHIND) ? undefined : body.withMarker(row);
  if (!segment?.item) return null;
  const { client, clock } = segment.item.id;
  const spans: Span[] = [];
  const isObject = column === undefined && VOID_TYPES.has(body.typeOf(segment));
  for (const part of isObject ? [] : body.partsOf(id))
    addSpans(spans, body, { segment: part, offset: 0, length: part.shownLength });
  return {
    kind: column === undefined ? 'block' : 'cell',
    block: id,
    spans: spans.slice(0, MAX_SPANS),
    marker: [client, clock, 1],
  };
}

/** The words that a place marks, as one reads them; objects are U+FFFC. */
export function wordsAt(body: Body, { ranges }: Pick<ThreadPlace, 'ranges'>): string {
  return ranges
    .map(({ block, from, to }) =>
      body
        .stretches(block, from, to - from)
        .map(({ segment, offset, length }) => textOf(segment).slice(offset, offset + length))
        .join(''),
    )
    .join('\n');
}

/** Which of two places comes first when one reads the document; what is about all of it does. */
export function comparePlaces(body: Body, a: ThreadPlace, b: ThreadPlace): number {
  if (a.at === null || b.at === null) return Number(a.at !== null) - Number(b.at !== null);
  return comparePositions(body, a.at, b.at);
}

function comparePositions(body: Body, a: BlockPosition, b: BlockPosition): number {
  const [placeOfA, placeOfB] = [orderOf(body, a.id), orderOf(body, b.id)];
  for (const [index, place] of placeOfA.entries())
    if (place !== placeOfB[index]) return place - placeOfB[index]!;
  return a.offset - b.offset;
}

/** Its block's place among the shown ones, and in a table its row's and column's. */
function orderOf(body: Body, id: string): [number, number, number] {
  const [row, column] = id.split(CELL_SEPARATOR) as [string, string | undefined];
  if (column === undefined) return [body.shownIndex(id), -1, -1];
  const table = body.tableWith(id);
  const at = (lines: readonly TableLine[] | undefined, line: string) =>
    lines?.findIndex((one) => one.id === line) ?? -1;
  return [table ? body.shownIndex(table.id) : -1, at(table?.rows, row), at(table?.columns, column)];
}

/** Null where the document has not what it is about, not even as something deleted. */
function resolve(body: Body, restored: Restored, anchor: ThreadAnchor): ThreadPlace | null {
  if (anchor.kind === 'document') return DOCUMENT;
  const left = new Left(body);
  for (const span of anchor.spans)
    for (const current of restored.current(toIdSpan(span))) left.add(current);
  const ranges = left.ranges();
  if (anchor.kind === 'text') {
    if (ranges.length > 0) return onText(ranges, anchor.isWide);
    return left.gone === null ? shownHere(body, anchor.block) : goneFrom(body, left.gone);
  }
  const id = shownAs(body, anchor.block);
  const holds = ranges.some(({ block }) => block === id);
  if (id !== null && (holds || ranges.length === 0))
    return { at: { id, offset: 0 }, ranges: [], isWhole: true, isGone: false };
  if (ranges.length > 0) return { ...onText(ranges), ranges: [], isWhole: true };
  const [row] = anchor.block.split(CELL_SEPARATOR);
  const segment = body.withMarker(row!);
  if (segment) return goneFrom(body, { segment, offset: 0 }, anchor.block);
  for (const current of restored.current(toIdSpan(anchor.marker))) left.add(current);
  return left.gone && goneFrom(body, left.gone);
}

/** Where the most of it is, and of equal parts the first; or its first part. */
function onText(
  ranges: readonly (PlacedRange & { count: number })[],
  isFirst = false,
): ThreadPlace {
  let most = ranges[0]!;
  if (!isFirst) for (const range of ranges) if (range.count > most.count) most = range;
  return {
    at: { id: most.block, offset: most.from },
    ranges: ranges.map(({ block, from, to }) => ({ block, from, to })),
    isWhole: false,
    isGone: false,
  };
}

function goneAt(at: BlockPosition): ThreadPlace {
  return { at, ranges: [], isWhole: false, isGone: true };
}

/** Where the block is that something is said to be in that has not arrived. */
function shownHere(body: Body, block: string): ThreadPlace | null {
  const id = shownAs(body, block);
  return id === null ? null : { ...goneAt({ id, offset: 0 }), isUnknown: true };
}

/** A place in a segment, or the nearest one before it that is shown. */
function goneFrom(body: Body, { segment, offset }: Spot, cell?: string): ThreadPlace {
  const table = body.tableOf(segment);
  if (!table) {
    const shown = shownPosition(body, segment, offset);
    return goneAt(shown ?? nearestTo(body, segment));
  }
  const shownTable = body.tableWith(table.id);
  if (!shownTable || body.shownIndex(table.id) < 0) return goneAt(nearestTo(body, table));
  const isCell = body.typeOf(segment) === 'cell';
  const name = cell?.includes(CELL_SEPARATOR) ? cell : isCell ? nameOfCell(segment) : null;
  const [rowId = '', columnId = ''] = name?.split(CELL_SEPARATOR) ?? [segment.id, segment.id];
  const row = nearestLine(body, shownTable.rows, rowId);
  const column = nearestLine(body, shownTable.columns, columnId);
  if (!row || !column) return goneAt({ id: table.id, offset: 0 });
  const near = cellId(row, column);
  const own = isCell && near === nameOfCell(segment) ? shownPosition(body, segment, offset) : null;
  return goneAt(own ?? { id: shownTable.nameNow(near), offset: 0 });
}

/** A row or column itself where it is shown, else the one that comes before it, or the first. */
function nearestLine(body: Body, lines: readonly TableLine[], id: string): string | null {
  if (lines.some((line) => line.id === id)) return id;
  const index = body.withMarker(id)?.index ?? -1;
  let nearest: TableLine | undefined = lines[0];
  for (const line of lines)
    if (line.segment && line.segment.index < index && line.segment.index > indexOf(nearest))
      nearest = line;
  return nearest?.id ?? null;
}

function indexOf(line: TableLine | undefined): number {
  return line?.segment?.index ?? -1;
}

/** The name of a block, or of the first of the cells that are one with this one; null where hidden. */
function shownAs(body: Body, name: string): string | null {
  const [row, column] = name.split(CELL_SEPARATOR) as [string, string | undefined];
  if (column === undefined) return body.shownIndex(name) >= 0 ? name : null;
  const table = body.tableWith(name);
  const isShown =
    table !== undefined &&
    body.shownIndex(table.id) >= 0 &&
    table.rows.some(({ id }) => id === row) &&
    table.columns.some(({ id }) => id === column);
  return isShown ? table.nameNow(name) : null;
}

/** For each block, also hidden ones, the end of the last one shown up to it; known for one order. */
const nearest = new WeakMap<readonly ShownBlock[], Map<Segment, BlockPosition>>();

function nearestTo(body: Body, segment: Segment): BlockPosition {
  let known = nearest.get(body.shown);
  if (!known) {
    known = new Map();
    let last: BlockPosition = { id: body.shown[0]!.id, offset: 0 };
    const isBlock = (each: Segment, index: number) => index > 0 && body.tableOf(each) === null;
    for (const other of inVisibleOrder(body, body.segments.filter(isBlock))) {
      if (!other.hidden) last = shownPosition(body, other, other.shownLength) ?? last;
      known.set(other, last);
    }
    nearest.set(body.shown, known);
  }
  const { id } = known.get(segment) ?? { id: body.shown[0]!.id };
  // What is in it may have changed since, and its place not.
  return { id, offset: known.has(segment) ? lengthAt(body, id) : 0 };
}

/** A place in a segment: behind that many shown positions. */
interface Spot {
  segment: Segment;
  offset: number;
}

/** What is left of characters: where they are now, or where the first of them was. */
class Left {
  readonly #body: Body;
  readonly #ranges = new Map<string, PlacedRange & { count: number }>();
  #looked = 0;
  gone: Spot | null = null;

  constructor(body: Body) {
    this.#body = body;
  }

  add({ client, clock, length }: IdSpan): void {
    const { store } = this.#body.doc;
    const structs = store.clients.get(client) ?? [];
    const end = Math.min(clock + length, Y.getState(store, client));
    if (clock >= end) return;
    for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
      const item = structs[at]!;
      if (item.id.clock >= end || ++this.#looked > MOST_PIECES) break;
      if (!(item instanceof Y.Item) || (item.parent as unknown) !== this.#body.text) continue;
      const from = Math.max(0, clock - item.id.clock);
      const to = Math.min(item.length, end - item.id.clock);
      const isText =
        item.content instanceof Y.ContentString || item.content instanceof Y.ContentEmbed;
      if (!item.deleted && isText && markerOf(item) === null) this.#addLiving(item, from, to);
      else this.gone ??= spotBefore(this.#body, item);
    }
  }

  #addLiving(item: Y.Item, from: number, to: number): void {
    const { segment, offset } = spotBefore(this.#body, item);
    // Asked for its end: where text stands behind an object, its beginning is that of the object.
    const end = shownPosition(this.#body, segment, offset + to);
    if (!end) return;
    const start = end.offset - (to - from);
    const known = this.#ranges.get(end.id);
    if (known) {
      known.from = Math.min(known.from, start);
      known.to = Math.max(known.to, end.offset);
      known.count += to - from;
    } else
      this.#ranges.set(end.id, { block: end.id, from: start, to: end.offset, count: to - from });
  }

  ranges(): (PlacedRange & { count: number })[] {
    const ranges = [...this.#ranges.values()];
    if (ranges.length < 2) return ranges;
    const position = ({ block: id, from: offset }: PlacedRange) => ({ id, offset });
    return ranges.sort((a, b) => comparePositions(this.#body, position(a), position(b)));
  }
}

/**
 * The segment an item is in, and how many shown positions of it stand before it. Walks back to the
 * marker: Yjs would walk from the beginning of the document.
 */
function spotBefore(body: Body, item: Y.Item): Spot {
  let offset = 0;
  for (let at = item.left; at !== null; at = at.left) {
    if (at.deleted) continue;
    if (at.content instanceof Y.ContentString) offset += at.length;
    else if (at.content instanceof Y.ContentEmbed) {
      const marker = markerOf(at);
      if (marker === null) offset += at.length;
      else {
        const segment = body.withMarker(marker.id);
        if (segment?.item === at) return { segment, offset };
      }
    }
  }
  return { segment: body.segments[0]!, offset };
}

/** Adds the spans that a stretch consists of. */
function addSpans(spans: Span[], body: Body, { segment, offset, length }: Stretch): void {
  let skip = offset;
  let left = length;
  const first = segment.item ? segment.item.right : body.text._start;
  for (
    let item = first;
    item !== null && left > 0 && spans.length <= MAX_SPANS;
    item = item.right
  ) {
    if (item.deleted) continue;
    const isText =
      item.content instanceof Y.ContentString || item.content instanceof Y.ContentEmbed;
    if (!isText || markerOf(item) !== null) continue;
    const from = Math.min(skip, item.length);
    skip -= from;
    const taken = Math.min(left, item.length - from);
    left -= taken;
    if (taken === 0) continue;
    const { client, clock } = item.id;
    const last = spans.at(-1);
    if (last && last[0] === client && last[1] + last[2] === clock + from)
      spans[spans.length - 1] = [client, last[1], last[2] + taken];
    else spans.push([client, clock + from, taken]);
  }
}

/** Shown blocks and cells from one place to another, and which positions of each lie between. */
function* between(
  body: Body,
  from: BlockPosition,
  to: BlockPosition,
): Generator<{ id: string; start: number; end: number }> {
  if (comparePositions(body, from, to) > 0) [from, to] = [to, from];
  if (from.id === to.id) {
    yield { id: from.id, start: from.offset, end: to.offset };
    return;
  }
  const ids: string[] = [];
  const [first, last] = [orderOf(body, from.id)[0], orderOf(body, to.id)[0]];
  for (const shown of body.shown.slice(first, last + 1)) {
    if (!shown.table) ids.push(shown.id);
    else
      for (const row of shown.table.rows)
        for (const column of shown.table.columns) ids.push(cellId(row.id, column.id));
  }
  const begin = from.id.includes(CELL_SEPARATOR) ? ids.indexOf(from.id) : 0;
  const end = to.id.includes(CELL_SEPARATOR) ? ids.indexOf(to.id) : ids.length - 1;
  for (const id of ids.slice(Math.max(0, begin), end + 1))
    yield {
      id,
      start: id === from.id ? from.offset : 0,
      end: id === to.id ? to.offset : lengthAt(body, id),
    };
}

function textOf(segment: Segment): string {
  return segment.runs
    .filter(({ shown }) => shown)
    .map(({ text }) => text ?? '\uFFFC')
    .join('');
}

function toIdSpan([client, clock, length]: Span): IdSpan {
  return { client, clock, length };
}

/** Positions of a shown block, or of a cell, which may be one that nobody wrote in. */
export function lengthAt(body: Body, id: string): number {
  return body.partsOf(id).length === 0 ? 0 : body.lengthOf(id);
}
