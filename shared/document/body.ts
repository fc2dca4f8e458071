/**
 * Reading a document: an index over the body's one text, kept up to date change by change.
 *
 * Invariant: after `settle`, the index equals a fresh one over the same Y.Doc. It is a view: it
 * never changes the document by reading it.
 */
import * as Y from 'yjs';
import { BlockRegisters } from './block-registers.ts';
import { disableFormattingCleanup } from './formatting.ts';
import { NO_ATTRIBUTES, sameAttributes } from './marks.ts';
import type { Place } from './order.ts';
import { readBlock } from './read-block.ts';
import {
  type Block,
  type BlockAttributes,
  CELL_SEPARATOR,
  isTablePart,
  ROOT,
  type TableColumn,
  VOID_TYPES,
} from './schema.ts';
import {
  isInCharacter,
  newSegment,
  positionsBefore,
  readSegment,
  type Segment,
  type Stretch,
  sameRuns,
} from './segment.ts';
import { BEHIND, hidesWhenEmpty, type ShownBlock, shownBlocks } from './shown-blocks.ts';
import { collectTables, type ShownTable } from './table.ts';
import { markerOf } from './validate.ts';

/** Registers that decide which blocks are shown, and where. */
const ORDER_REGISTERS: ReadonlySet<string> = new Set([
  'type',
  'place',
  'deleted',
  'from',
  'kept',
  'joinedTo',
  'merged',
]);

/** What a change did to what people see. */
export interface BodyChange {
  /** Ids of blocks whose text or attributes may look different now, new ones included. */
  blocks: Set<string>;
  /** Whether blocks came, went or changed places. */
  order: boolean;
}

export class Body {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly registers: BlockRegisters;
  #segments: Segment[] = [];
  #byItem = new Map<Y.Item, Segment>();
  #byId = new Map<string, Segment>();
  /** Where inline objects stand that have an id, and so registers. */
  #objectOwners = new Map<string, Segment>();
  /** What was settled or set since the last `applyTransaction`. */
  #touched: BodyChange = { blocks: new Set(), order: false };
  /** Ids of shown blocks that consist of several segments. */
  #joined: string[] = [];
  /** Whether more than one living marker carries the same id. */
  #duplicated = false;
  /** Where segments begin; only the first `#startsKnown` of them are up to date. */
  #starts: number[] = [];
  #startsKnown = 0;
  #shown: ShownBlock[] | null = null;
  /** Tables by their ids and by those of their rows and columns; known with the order. */
  #tables = new Map<string, ShownTable>();
  #shownIndex: Map<string, number> | null = null;

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.text = bodyText(doc);
    this.registers = new BlockRegisters(doc.getMap(ROOT.fields));
    this.rebuild();
  }

  /** Reads everything anew. */
  rebuild(): void {
    this.registers.rebuild();
    this.#segments = [];
    this.#byItem.clear();
    this.#byId.clear();
    this.#objectOwners.clear();
    this.#duplicated = false;
    const first = newSegment(null, null);
    this.#segments.push(first);
    this.#byId.set('', first);
    for (let index = 0; index < this.#segments.length; index++) {
      const segment = this.#segments[index]!;
      segment.index = index;
      const previous = this.#segments[index - 1];
      segment.startAttributes = previous ? previous.endAttributes : NO_ATTRIBUTES;
      const next = this.#read(segment);
      if (next) this.#segments.push(this.#adopt(next));
    }
    this.#forgetOrder();
  }

  /** Segments in the order of the sequence, the one before the first marker included. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Blocks in the order people see. */
  get shown(): readonly ShownBlock[] {
    this.#shown ??= this.#order();
    return this.#shown;
  }

  segment(id: string): Segment | undefined {
    return this.#byId.get(id.endsWith(BEHIND) ? id.slice(0, -1) : id);
  }

  /** The segment whose marker has just this id. */
  withMarker(id: string): Segment | undefined {
    return this.#byId.get(id);
  }

  /** Where a block stands among the shown ones, or -1. */
  shownIndex(id: string): number {
    if (!this.#shownIndex) {
      const shownIndex = new Map<string, number>();
      this.shown.forEach(({ id }, index) => {
        shownIndex.set(id, index);
      });
      this.#shownIndex = shownIndex;
    }
    return this.#shownIndex.get(id) ?? -1;
  }

  register(id: string, name: string): unknown {
    return this.registers.get(id, name);
  }

  /** Writes one register; undefined takes it back. Call inside a transaction. */
  setRegister(id: string, name: string, value: unknown): void {
    if (!this.registers.set(id, name, value)) return;
    this.#touched.blocks.add(id);
    this.#touched.order = true;
    this.#forgetOrder();
  }

  /** The table with this id, or the one a row, column or cell of it is in, hidden ones included. */
  tableWith(id: string): ShownTable | undefined {
    this.#shown ??= this.#order();
    return this.#tables.get(id.split(CELL_SEPARATOR, 1)[0]!);
  }

  /**
   * The marker of the table a row, column or cell is part of; null where there is none (any more).
   */
  tableOf(segment: Segment): Segment | null {
    const id = segment.born?.table;
    if (id === undefined || !isTablePart(this.typeOf(segment))) return null;
    const table = this.#byId.get(id);
    return table && this.typeOf(table) === 'table' ? table : null;
  }

  /**
   * The segments a shown block or a cell consists of; none for a cell that nobody wrote in. Throws
   * where there is no such block.
   */
  partsOf(id: string): readonly Segment[] {
    if (id.includes(CELL_SEPARATOR)) {
      const table = this.tableWith(id);
      return table?.cells.get(table.nameNow(id)) ?? [];
    }
    const segment = this.segment(id);
    if (!segment) throw new UnknownBlockError(id);
    if (this.registers.joins.size === 0) return [segment];
    return this.shown[this.shownIndex(id)]?.parts ?? [segment];
  }

  /** Shown positions of a block; 0 for an object. */
  lengthOf(id: string): number {
    const parts = this.partsOf(id);
    if (!id.endsWith(BEHIND) && VOID_TYPES.has(this.typeOf(parts[0]!))) return 0;
    return parts.reduce((sum, part) => sum + part.shownLength, 0);
  }

  /**
   * The segment and the offset in it right behind a block's first `offset` positions, and behind
   * the whole of a character that this would cut.
   */
  locate(id: string, offset: number): { segment: Segment; offset: number } {
    const parts = this.partsOf(id);
    let left = offset;
    for (const segment of parts) {
      if (left <= segment.shownLength)
        return { segment, offset: left + Number(isInCharacter(segment, left)) };
      left -= segment.shownLength;
    }
    const segment = parts[parts.length - 1]!;
    return { segment, offset: segment.shownLength };
  }

  /**
   * The stretches that `length` positions behind a block's first `offset` consist of, with the
   * whole of a character that they begin or end in.
   */
  stretches(id: string, offset: number, length: number): Stretch[] {
    const result: Stretch[] = [];
    let start = 0;
    for (const segment of this.partsOf(id)) {
      let from = Math.max(offset - start, 0);
      let to = Math.min(offset + length - start, segment.shownLength);
      start += segment.shownLength;
      if (from >= to) continue;
      if (isInCharacter(segment, from)) from--;
      if (isInCharacter(segment, to)) to++;
      result.push({ segment, offset: from, length: to - from });
    }
    return result;
  }

  /** The type a segment's block has now. */
  typeOf(segment: Segment): string {
    const type = this.register(segment.id, 'type') ?? segment.born?.type;
    return typeof type === 'string' && type !== '' ? type : 'paragraph';
  }

  /** The attributes a segment's block has now, each checked, those at their default left out. */
  attributesOf(segment: Segment): BlockAttributes {
    return this.registers.attributes(segment.id, this.typeOf(segment), segment.born);
  }

  /** Width and alignment of a table's column, whether its marker is there or not. */
  columnAttributes(id: string): Pick<TableColumn, 'width' | 'align'> {
    return this.registers.attributes(id, 'column', this.#byId.get(id)?.born ?? null);
  }

  /**
   * The block this one was split off, as far as it still counts, and those without a marker that it
   * was found through.
   */
  originOf(segment: Segment): { from: string | null; via: readonly string[] } {
    let from = this.namedFrom(segment);
    const via: string[] = [];
    while (from !== null && !this.#byId.has(from) && !via.includes(from)) {
      via.push(from);
      // What is left of a block that was joined: where others put it meanwhile, or where it went.
      const moved = this.register(from, 'from');
      from = moved === undefined ? this.#joinedTo(from) : typeof moved === 'string' ? moved : null;
    }
    return { from, via };
  }

  /** The same as written, whether it is there or not. */
  namedFrom(segment: Segment): string | null {
    const moved = this.register(segment.id, 'from');
    const from = moved === undefined ? segment.born?.from : moved;
    return typeof from === 'string' ? from : null;
  }

  /**
   * The block that the text of a block without a marker went into; null where that is not known.
   */
  #joinedTo(id: string): string | null {
    const into = this.register(id, 'joinedTo');
    return typeof into === 'string' ? into : null;
  }

  /** A block itself while it has its marker, else the one its text went into. */
  #standIn(id: string): string {
    const seen = new Set<string>();
    let at = id;
    while (!this.#byId.has(at) && !seen.has(at)) {
      seen.add(at);
      at = this.#joinedTo(at) ?? id;
    }
    return at;
  }

  /** Where a block was moved; what it was put behind is what has its text now. */
  placeOf(segment: Segment): Place | null {
    const place = this.registers.placeOf(segment.id);
    if (!place || place.after === null || this.#byId.has(place.after)) return place;
    return { ...place, after: this.#standIn(place.after) };
  }

  isDeleted(segment: Segment): boolean {
    return this.register(segment.id, 'deleted') === true;
  }

  /**
   * Whether people do not see this segment's block: a tombstone, or an empty one split off it or
   * joined.
   */
  isHidden(segment: Segment): boolean {
    this.#shown ??= this.#order();
    return segment.hidden;
  }

  /** Index in the Y.Text at which a segment begins (that of its marker). */
  startOf(segment: Segment): number {
    const starts = this.#starts;
    for (let index = this.#startsKnown; index <= segment.index; index++) {
      const before = this.#segments[index - 1];
      starts[index] = before ? starts[index - 1]! + before.length : 0;
    }
    this.#startsKnown = Math.max(this.#startsKnown, segment.index + 1);
    return starts[segment.index]!;
  }

  /** Index in the Y.Text right behind the first `offset` positions that people see of a segment. */
  indexAt(segment: Segment, offset: number): number {
    return this.startOf(segment) + positionsBefore(segment, offset);
  }

  /** The block as a reader sees it. */
  read(shown: ShownBlock): Block {
    return readBlock(this, shown);
  }

  /**
   * Takes in what a transaction changed. Call it from an observer (`doc.on('afterTransaction')` or
   * earlier), while deleted items still know their neighbours.
   */
  applyTransaction(transaction: Y.Transaction): BodyChange {
    const dirty = new Set<Segment>();
    let { blocks, order } = this.#touched;
    this.#touched = { blocks: new Set(), order: false };
    const changed = new Map<unknown, Set<string | null>>(transaction.changed);
    for (const key of changed.get(this.registers.map) ?? []) {
      if (key === null) continue;
      const isNews = this.registers.note(key);
      const colon = key.lastIndexOf(':');
      const id = key.slice(0, colon);
      blocks.add(this.#objectOwners.get(id)?.id ?? id);
      if (!ORDER_REGISTERS.has(key.slice(colon + 1))) continue;
      order = true;
      // What was set through here is in the order already.
      if (isNews) this.#forgetOrder();
    }
    if (changed.has(this.text)) {
      const owners = new Map<Y.Item, Segment>();
      let rebuild = this.#duplicated;
      const visit = (item: unknown) => {
        if (!(item instanceof Y.Item) || (item.parent as unknown) !== this.text || rebuild) return;
        const known = this.#byItem.get(item);
        if (known) dirty.add(known);
        else dirty.add(this.#owner(item, owners));
        if (!item.deleted && !known) {
          const marker = markerOf(item);
          if (marker && this.#byId.has(marker.id)) rebuild = true;
        }
      };
      for (const [client, clock] of transaction.afterState) {
        const before = transaction.beforeState.get(client) ?? 0;
        if (before === clock) continue;
        const structs = transaction.doc.store.clients.get(client) ?? [];
        if (structs.length === 0) continue;
        for (let at = Y.findIndexSS(structs, before); at < structs.length; at++) visit(structs[at]);
      }
      Y.iterateDeletedStructs(transaction, transaction.deleteSet, visit);
      if (rebuild) {
        const before = this.#segments;
        this.rebuild();
        for (const segment of before) blocks.add(segment.id);
        for (const segment of this.#segments) blocks.add(segment.id);
        return { blocks: withBehind(blocks), order: true };
      }
    }
    if (dirty.size > 0 && this.settle(dirty, blocks)) order = true;
    // A block that others are joined to looks different when these change, come or go.
    if (this.registers.joins.size > 0 || this.#joined.length > 0) this.#shown ??= this.#order();
    blocks = new Set([...blocks, ...this.#touched.blocks, ...this.#joined]);
    this.#touched = { blocks: new Set(), order: false };
    for (const id of [...blocks]) {
      this.#addTable(blocks, this.#byId.get(id));
      // A row or column whose marker is gone, or a cell.
      const table = this.#tables.get(id.split(CELL_SEPARATOR, 1)[0]!);
      if (table) blocks.add(table.id);
    }
    return { blocks: withBehind(blocks), order };
  }

  /** A table looks different when one of its parts does. */
  #addTable(blocks: Set<string>, segment: Segment | undefined): void {
    if (segment?.born?.table !== undefined) blocks.add(segment.born.table);
  }

  /**
   * Reads these segments anew, and whatever follows from that: markers that came or went,
   * attributes that reach further. Adds the ids of what changed; true if blocks came, went, showed
   * or hid.
   */
  settle(dirty: Set<Segment>, blocks: Set<string> = this.#touched.blocks): boolean {
    let structure = false;
    const removed = new Set<Segment>();
    const queue = new Set<Segment>();
    // In their order, so that a row of segments that are gone is walked once: `gone` is the last one
    // that was looked at, `living` what holds its text now.
    let [gone, living] = [-1, this.#segments[0]!];
    for (const segment of [...dirty].sort((a, b) => a.index - b.index)) {
      let at = segment;
      for (; at.item?.deleted && at.index !== gone; at = this.#segments[at.index - 1]!)
        removed.add(at);
      if (at.index !== gone) living = at;
      gone = segment.index;
      queue.add(living);
    }
    const added = new Map<Segment, Segment[]>();
    for (const segment of removed) {
      structure = true;
      blocks.add(segment.id);
      this.#addTable(blocks, segment);
      this.#byItem.delete(segment.item!);
      if (this.#byId.get(segment.id) === segment) this.#byId.delete(segment.id);
    }
    const inOrder = [...queue].sort((a, b) => a.index - b.index);
    /** Returns what reads otherwise after that. */
    const reread = (segment: Segment): Segment | null => {
      const { runs, shownLength } = segment;
      const wasEmpty = shownLength === 0;
      let next = this.#read(segment);
      if (!sameRuns(runs, segment.runs)) blocks.add(segment.id);
      if (wasEmpty !== (segment.shownLength === 0))
        structure ||= hidesWhenEmpty(this, segment) || VOID_TYPES.has(this.typeOf(segment));
      let last = segment;
      while (next && !this.#byItem.has(next)) {
        const fresh = this.#adopt(next);
        structure = true;
        blocks.add(fresh.id);
        const list = added.get(segment);
        if (list) list.push(fresh);
        else added.set(segment, [fresh]);
        fresh.startAttributes = last.endAttributes;
        last = fresh;
        next = this.#read(fresh);
      }
      const following = next ? this.#byItem.get(next) : undefined;
      if (following && !sameAttributes(following.startAttributes, last.endAttributes)) {
        following.startAttributes = last.endAttributes;
        if (!queue.has(following)) {
          queue.add(following);
          return following;
        }
      }
      return null;
    };
    for (const segment of inOrder)
      for (let next: Segment | null = segment; next; ) next = reread(next);
    if (structure) {
      const segments: Segment[] = [];
      for (const segment of this.#segments) {
        if (removed.has(segment)) continue;
        segments.push(segment);
        for (const fresh of added.get(segment) ?? []) segments.push(fresh);
      }
      segments.forEach((segment, index) => {
        segment.index = index;
      });
      this.#segments = segments;
      this.#touched.order = true;
      this.#forgetOrder();
    }
    // What stands before the first change still begins where it did.
    if (inOrder[0]) this.#startsKnown = Math.min(this.#startsKnown, inOrder[0].index + 1);
    return structure;
  }

  #forgetOrder(): void {
    this.#shown = null;
    this.#shownIndex = null;
    this.#startsKnown = 0;
  }

  #adopt(item: Y.Item): Segment {
    const segment = newSegment(item, markerOf(item)!);
    this.#byItem.set(item, segment);
    this.#byId.set(segment.id, segment);
    return segment;
  }

  /** Reads one segment's runs; the item of the next marker, or null at the end. */
  #read(segment: Segment): Y.Item | null {
    const next = readSegment(segment, this.text, (marker, item) => {
      const owner = this.#byId.get(marker.id);
      if (!owner || owner.item === item) return true;
      // The same marker twice (two people undid the same join): the first one counts.
      this.#duplicated = true;
      return false;
    });
    for (const { object } of segment.runs)
      if (typeof object?.id === 'string') this.#objectOwners.set(object.id, segment);
    return next;
  }

  /** The segment an item lies in. Items on the way are remembered in `owners`. */
  #owner(item: Y.Item, owners: Map<Y.Item, Segment>): Segment {
    const path: Y.Item[] = [];
    let found: Segment | undefined;
    for (let at: Y.Item | null = item; at !== null; at = at.left) {
      found = owners.get(at) ?? (at === item ? undefined : this.#byItem.get(at));
      if (found) break;
      path.push(at);
    }
    found ??= this.#byId.get('')!;
    for (const at of path) owners.set(at, found);
    return found;
  }

  #order(): ShownBlock[] {
    const tables = collectTables(this);
    this.#tables = new Map();
    for (const [id, table] of tables) {
      this.#tables.set(id, table);
      for (const line of [...table.all.row, ...table.all.column]) this.#tables.set(line.id, table);
    }
    const shown = shownBlocks(this, tables);
    for (const id of this.#joined) this.#touched.blocks.add(id);
    this.#joined = shown.filter(({ parts }) => parts.length > 1).map(({ id }) => id);
    for (const id of this.#joined) this.#touched.blocks.add(id);
    return shown;
  }
}

/**
 * The one text of a document, whose formatting nobody tidies. Where updates came before anyone
 * asked for it, Yjs does not know that it has formatting, and takes short cuts past it.
 */
export function bodyText(doc: Y.Doc): Y.Text {
  const text = doc.getText(ROOT.body);
  disableFormattingCleanup(doc);
  for (let item = text._start; item !== null && !text._hasFormatting; item = item.right) {
    if (!(item.content instanceof Y.ContentFormat)) continue;
    text._hasFormatting = true;
    text._searchMarker = null;
  }
  return text;
}

/** Raised where an operation names a block that is not there: a mistake of the caller. */
export class UnknownBlockError extends Error {
  constructor(id: string) {
    super(`There is no block "${id}" in this document.`);
    this.name = 'UnknownBlockError';
  }
}

/** The blocks of a document in the order people see. */
export function readBlocks(doc: Y.Doc): Block[] {
  const body = new Body(doc);
  return body.shown.map((shown) => body.read(shown));
}

function withBehind(blocks: Set<string>): Set<string> {
  for (const id of [...blocks]) if (id !== '' && !id.endsWith(BEHIND)) blocks.add(id + BEHIND);
  return blocks;
}
