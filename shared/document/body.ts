/**
 * Reading a document: an index over the body's one text, kept up to date change by change.
 *
 * Invariant: after `settle`, the index equals a fresh one over the same Y.Doc. It is a view: it
 * never changes the document by reading it.
 */
import * as Y from 'yjs';
import { currentTime } from './chance.ts';
import { keepFormatting } from './formatting.ts';
import { type Attributes, NO_ATTRIBUTES, readMarks, sameAttributes, sameMarks } from './marks.ts';
import { type Place, visibleOrder } from './order.ts';
import {
  attributeNamesOf,
  type Block,
  type BlockAttributes,
  cellId,
  type Inline,
  type InlineObject,
  isTablePart,
  OBJECT_TYPES,
  ROOT,
  type TableColumn,
} from './schema.ts';
import { type BlockMark, checkAttribute, markOf, objectOf, parsePlace } from './sound.ts';
import { CELL_SEPARATOR, collectTables, type ShownTable } from './table.ts';

/** Ends the id of a paragraph without a mark: text that a merge left behind an object. */
export const BEHIND = '~';
/** Registers that decide which blocks are shown, and where. */
const ORDER_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'place',
  'deleted',
  'from',
  'kept',
  'joinedTo',
]);

/** Positions of the body between two format changes, or one object. */
export interface Run {
  /** null for an object. */
  text: string | null;
  object: InlineObject | null;
  attributes: Attributes;
  /** Positions in the Y.Text. */
  length: number;
  /** False for positions that show nothing, such as a second mark of the same block. */
  shown: boolean;
}

/** A mark and the text up to the next one. */
export interface Segment {
  /** '' for text before the first mark. */
  readonly id: string;
  /** The item of the mark, null for the text before the first one. */
  readonly item: Y.Item | null;
  readonly born: BlockMark | null;
  runs: Run[];
  /** Positions in the Y.Text, that of the mark included. */
  length: number;
  /** Positions that people see. */
  shownLength: number;
  /** Attributes in force right behind the mark. */
  startAttributes: Attributes;
  endAttributes: Attributes;
  /** Place in the sequence. */
  index: number;
  /** Whether people do not see its block. Known once the order has been asked for. */
  hidden: boolean;
  /** Whether it is a grave, or an empty block split off one: what is split off it, is hidden, too. */
  buried: boolean;
}

/** A block in the order people see. */
export interface ShownBlock {
  /** The segment's id; for text behind an object that id with a `~`. */
  readonly id: string;
  /** The segment it begins with. */
  readonly segment: Segment;
  /** All its segments: the first one and those joined to it from elsewhere in the sequence. */
  readonly parts: readonly Segment[];
  readonly type: string;
  /** True where the block has no mark of its own. */
  readonly markless: boolean;
  /** Rows, columns and cells, where it is a table. */
  readonly table?: ShownTable;
}

/** A stretch of shown positions inside one segment. */
export interface Stretch {
  segment: Segment;
  offset: number;
  length: number;
}

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
  readonly fields: Y.Map<unknown>;
  #segments: Segment[] = [];
  #byItem = new Map<Y.Item, Segment>();
  #byId = new Map<string, Segment>();
  #fieldsOf = new Map<string, Map<string, unknown>>();
  /** Where inline objects stand that have an id, and so registers. */
  #objectOwners = new Map<string, Segment>();
  /** Ids of segments whose place says that they continue another block. */
  #joins = new Set<string>();
  /** Ids of segments that have a place. */
  #placed = new Set<string>();
  /** What was settled or set since the last `take`. */
  #touched: BodyChange = { blocks: new Set(), order: false };
  /** Ids of shown blocks that consist of several segments. */
  #joined: string[] = [];
  /** The time of the latest move, in ms since 1970. */
  #latestMove = 0;
  /** Whether more than one living mark carries the same id. */
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
    this.fields = doc.getMap(ROOT.fields);
    this.rebuild();
  }

  /** Reads everything anew. */
  rebuild(): void {
    this.#fieldsOf.clear();
    this.#joins.clear();
    this.#placed.clear();
    for (const key of this.fields.keys()) this.#noteField(key);
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

  /** Whether any block was joined to one that is no neighbour in the sequence. */
  get hasJoins(): boolean {
    return this.#joins.size > 0;
  }

  /** Segments in the order of the sequence, the one before the first mark included. */
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

  /** Where a block stands among the shown ones, or -1. */
  shownIndex(id: string): number {
    if (!this.#shownIndex) {
      this.#shownIndex = new Map(this.shown.map((block, index) => [block.id, index]));
    }
    return this.#shownIndex.get(id) ?? -1;
  }

  field(id: string, name: string): unknown {
    return this.#fieldsOf.get(id)?.get(name);
  }

  /** Writes one register; undefined takes it back. Call inside a transaction. */
  setField(id: string, name: string, value: unknown): void {
    const key = `${id}:${name}`;
    if (value === undefined) {
      if (!this.fields.has(key)) return;
      this.fields.delete(key);
    } else {
      if (this.fields.has(key) && JSON.stringify(this.fields.get(key)) === JSON.stringify(value))
        return;
      this.fields.set(key, value);
    }
    this.#noteField(key);
    this.#touched.blocks.add(id);
    this.#touched.order = true;
    this.#forgetOrder();
  }

  /** The table with this id, or the one a row, column or cell of it is in, hidden ones included. */
  tableWith(id: string): ShownTable | undefined {
    this.#shown ??= this.#order();
    return this.#tables.get(id.split(CELL_SEPARATOR, 1)[0]!);
  }

  /** The mark of the table a row, column or cell is part of; null where there is none (any more). */
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
    if (id.includes(CELL_SEPARATOR)) return this.tableWith(id)?.cells.get(id) ?? [];
    const segment = this.segment(id);
    if (!segment) throw new UnknownBlockError(id);
    if (this.#joins.size === 0) return [segment];
    return this.shown[this.shownIndex(id)]?.parts ?? [segment];
  }

  /** Shown positions of a block; 0 for an object. */
  lengthOf(id: string): number {
    const parts = this.partsOf(id);
    if (!id.endsWith(BEHIND) && OBJECT_TYPES.has(this.typeOf(parts[0]!))) return 0;
    return parts.reduce((sum, part) => sum + part.shownLength, 0);
  }

  /** The segment and the offset in it right behind a block's first `offset` positions. */
  locate(id: string, offset: number): { segment: Segment; offset: number } {
    const parts = this.partsOf(id);
    let left = offset;
    for (const segment of parts) {
      if (left <= segment.shownLength) return { segment, offset: left };
      left -= segment.shownLength;
    }
    const segment = parts[parts.length - 1]!;
    return { segment, offset: segment.shownLength };
  }

  /** The stretches that `length` positions behind a block's first `offset` consist of. */
  stretches(id: string, offset: number, length: number): Stretch[] {
    const result: Stretch[] = [];
    let start = 0;
    for (const segment of this.partsOf(id)) {
      const from = Math.max(offset, start);
      const to = Math.min(offset + length, start + segment.shownLength);
      if (from < to) result.push({ segment, offset: from - start, length: to - from });
      start += segment.shownLength;
    }
    return result;
  }

  /** The type a segment's block has now. */
  typeOf(segment: Segment): string {
    const type = this.field(segment.id, 'type') ?? segment.born?.type;
    return typeof type === 'string' && type !== '' ? type : 'paragraph';
  }

  /** The attributes a segment's block has now, each checked, those at their default left out. */
  attributesOf(segment: Segment): BlockAttributes {
    return this.#attributes(segment.id, this.typeOf(segment), segment.born);
  }

  /** Width and alignment of a table's column, whether its mark is there or not. */
  columnAttributes(id: string): Pick<TableColumn, 'width' | 'align'> {
    return this.#attributes(id, 'column', this.#byId.get(id)?.born ?? null);
  }

  #attributes(id: string, type: string, born: BlockMark | null): BlockAttributes {
    const result: Record<string, unknown> = {};
    const fields = this.#fieldsOf.get(id);
    for (const name of attributeNamesOf(type)) {
      const written = fields?.get(name);
      // null says that it was taken back, undefined that nobody wrote it.
      const value = checkAttribute(name, written === undefined ? born?.[name] : written);
      if (value !== undefined) result[name] = value;
    }
    if (type === 'heading') result.level ??= 1;
    return result;
  }

  /** The block this one was split off, as far as it still counts. */
  fromOf(segment: Segment): string | null {
    return this.#origin(segment).from;
  }

  /** The block this one was split off, and those without a mark that it was found through. */
  #origin(segment: Segment): { from: string | null; via: readonly string[] } {
    let from = this.#namedFrom(segment);
    const via: string[] = [];
    while (from !== null && !this.#byId.has(from) && !via.includes(from)) {
      via.push(from);
      // What is left of a block that was joined: where others put it meanwhile, or where it went.
      const moved = this.field(from, 'from');
      from = moved === undefined ? this.#joinedTo(from) : typeof moved === 'string' ? moved : null;
    }
    return { from, via };
  }

  /** The same as written, whether it is there or not. */
  #namedFrom(segment: Segment): string | null {
    const moved = this.field(segment.id, 'from');
    const from = moved === undefined ? segment.born?.from : moved;
    return typeof from === 'string' ? from : null;
  }

  /** The block that the text of a block without a mark went into; null where that is not known. */
  #joinedTo(id: string): string | null {
    const into = this.field(id, 'joinedTo');
    return typeof into === 'string' ? into : null;
  }

  /** A block itself while it has its mark, else the one its text went into. */
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
    const place = this.placeById(segment.id);
    if (!place || place.after === null || this.#byId.has(place.after)) return place;
    return { ...place, after: this.#standIn(place.after) };
  }

  placeById(id: string): Place | null {
    return parsePlace(this.field(id, 'place'));
  }

  /** A time later than that of every move known here, however wrong somebody's clock is. */
  nextMoveTime(): number {
    return Math.max(currentTime(), this.#latestMove + 1);
  }

  isDeleted(segment: Segment): boolean {
    return this.field(segment.id, 'deleted') === true;
  }

  /** Whether people do not see this segment's block: a grave, or an empty one split off it or joined. */
  isHidden(segment: Segment): boolean {
    if (!this.#shown) this.#shown = this.#order();
    return segment.hidden;
  }

  /** Whether a segment would be hidden without text, given that what stands before it is known. */
  #hidesWhenEmpty(segment: Segment): boolean {
    // What a table shows of its rows and columns depends on where there is text.
    if (isTablePart(this.typeOf(segment))) return true;
    return segment.item === null || this.#joins.has(segment.id) || this.#isOfGrave(segment);
  }

  /** Whether a segment is a grave, or was split off one and is no object. */
  #isOfGrave(segment: Segment): boolean {
    if (this.isDeleted(segment)) return true;
    // Whoever deleted what it was split off had seen it, and left it.
    if (this.field(segment.id, 'kept') === true) return false;
    if (OBJECT_TYPES.has(this.typeOf(segment))) return false;
    const from = this.#namedFrom(segment);
    const parent = from === null ? undefined : this.#byId.get(from);
    if (!parent) return false;
    if (parent.index < segment.index) return parent.buried;
    // It was put in above the block behind it.
    return parent.shownLength === 0 && this.isDeleted(parent);
  }

  /** Index in the Y.Text at which a segment begins (that of its mark). */
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
    return this.startOf(segment) + this.positionsBefore(segment, offset);
  }

  /** Positions in the Y.Text from where a segment begins to behind its first `offset` shown ones. */
  positionsBefore(segment: Segment, offset: number): number {
    let index = segment.item === null ? 0 : 1;
    let left = offset;
    for (const run of segment.runs) {
      if (left === 0) break;
      if (run.shown) {
        if (run.length >= left) return index + left;
        left -= run.length;
      }
      index += run.length;
    }
    return index;
  }

  /** Attributes in force right behind the first `offset` shown positions of a segment. */
  attributesAt(segment: Segment, offset: number): Attributes {
    let left = offset;
    let attributes = segment.startAttributes;
    for (const run of segment.runs) {
      if (left <= 0) break;
      if (!run.shown) continue;
      attributes = run.attributes;
      left -= run.length;
    }
    return attributes;
  }

  /** Attributes of the shown position behind `offset`, or those at the end. */
  attributesBehind(segment: Segment, offset: number): Attributes {
    let left = offset;
    for (const run of segment.runs) {
      if (!run.shown) continue;
      if (left < run.length) return run.attributes;
      left -= run.length;
    }
    return segment.endAttributes;
  }

  /** The block as a reader sees it. */
  read(shown: ShownBlock): Block {
    const attributes = shown.markless ? {} : this.attributesOf(shown.segment);
    const content = OBJECT_TYPES.has(shown.type) ? [] : this.#content(shown.parts);
    const block = { id: shown.id, type: shown.type, ...attributes, content };
    if (!shown.table) return block;
    const { rows, columns, cells } = shown.table;
    return {
      ...block,
      table: {
        columns: columns.map(({ id }) => ({ id, ...this.columnAttributes(id) })),
        rows: rows.map((row) => ({
          id: row.id,
          cells: columns.map((column) => this.#content(cells.get(cellId(row.id, column.id)) ?? [])),
        })),
      },
    };
  }

  /** What the text of segments reads as, equal neighbours joined. */
  #content(segments: readonly Segment[]): Inline[] {
    const content: Inline[] = [];
    for (const run of segments.flatMap((segment) => segment.runs)) {
      if (!run.shown) continue;
      const marks = readMarks(run.attributes);
      const formatted = Object.keys(marks).length > 0 ? { marks } : {};
      const last = content[content.length - 1];
      if (run.text === null) content.push({ embed: this.#object(run.object!), ...formatted });
      else if (last && 'text' in last && sameMarks(last.marks, marks)) last.text += run.text;
      else content.push({ text: run.text, ...formatted });
    }
    return content;
  }

  /** An inline object as it is now: what it was born as, and what was set since. */
  #object(born: InlineObject): InlineObject {
    const set = typeof born.id === 'string' ? this.field(born.id, 'value') : undefined;
    return typeof set === 'object' && set !== null ? { ...born, ...set, id: born.id } : born;
  }

  /**
   * Takes in what a transaction changed. Call it from an observer (`doc.on('afterTransaction')` or
   * earlier), while deleted items still know their neighbours.
   */
  take(transaction: Y.Transaction): BodyChange {
    const dirty = new Set<Segment>();
    let { blocks, order } = this.#touched;
    this.#touched = { blocks: new Set(), order: false };
    const changed = new Map<unknown, Set<string | null>>(transaction.changed);
    for (const key of changed.get(this.fields) ?? []) {
      if (key === null) continue;
      const isNews = this.#noteField(key);
      const colon = key.lastIndexOf(':');
      const id = key.slice(0, colon);
      blocks.add(this.#objectOwners.get(id)?.id ?? id);
      if (!ORDER_FIELDS.has(key.slice(colon + 1))) continue;
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
          const mark = markOf(item);
          if (mark && this.#byId.has(mark.id)) rebuild = true;
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
    if (this.#joins.size > 0 || this.#joined.length > 0) this.#shown ??= this.#order();
    blocks = new Set([...blocks, ...this.#touched.blocks, ...this.#joined]);
    this.#touched = { blocks: new Set(), order: false };
    for (const id of [...blocks]) {
      this.#addTable(blocks, this.#byId.get(id));
      // A row or column whose mark is gone.
      const table = this.#tables.get(id);
      if (table) blocks.add(table.id);
    }
    return { blocks: withBehind(blocks), order };
  }

  /** A table looks different when one of its parts does. */
  #addTable(blocks: Set<string>, segment: Segment | undefined): void {
    if (segment?.born?.table !== undefined) blocks.add(segment.born.table);
  }

  /**
   * Reads these segments anew, and whatever follows from that: marks that came or went, attributes
   * that reach further. Adds the ids of what changed; true if blocks came, went, showed or hid.
   */
  settle(dirty: Set<Segment>, blocks: Set<string> = this.#touched.blocks): boolean {
    let structure = false;
    const removed = new Set<Segment>();
    const queue = new Set<Segment>();
    for (const segment of dirty) {
      let living: Segment = segment;
      while (living.item?.deleted) {
        removed.add(living);
        living = this.#segments[living.index - 1]!;
      }
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
    const reread = (segment: Segment): void => {
      const { runs, shownLength } = segment;
      const wasEmpty = shownLength === 0;
      let next = this.#read(segment);
      if (!sameRuns(runs, segment.runs)) blocks.add(segment.id);
      if (wasEmpty !== (segment.shownLength === 0))
        structure ||= this.#hidesWhenEmpty(segment) || OBJECT_TYPES.has(this.typeOf(segment));
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
          reread(following);
        }
      }
    };
    for (const segment of inOrder) {
      reread(segment);
    }
    if (structure) {
      const segments: Segment[] = [];
      for (const segment of this.#segments) {
        if (removed.has(segment)) continue;
        segments.push(segment);
        const fresh = added.get(segment);
        if (fresh) segments.push(...fresh);
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

  /** Takes in what a register says now; whether that is something else than before. */
  #noteField(key: string): boolean {
    const colon = key.lastIndexOf(':');
    if (colon < 0) return false;
    const id = key.slice(0, colon);
    const name = key.slice(colon + 1);
    const known = this.#fieldsOf.get(id);
    const value = this.fields.get(key);
    const isNews = known?.get(name) !== value;
    if (value === undefined) known?.delete(name);
    else if (known) known.set(name, value);
    else this.#fieldsOf.set(id, new Map([[name, value]]));
    if (name !== 'place') return isNews;
    const place = parsePlace(value);
    if (place) this.#latestMove = Math.max(this.#latestMove, place.at);
    if (place) this.#placed.add(id);
    else this.#placed.delete(id);
    if (place?.joined) this.#joins.add(id);
    else this.#joins.delete(id);
    return isNews;
  }

  #adopt(item: Y.Item): Segment {
    const segment = newSegment(item, markOf(item)!);
    this.#byItem.set(item, segment);
    this.#byId.set(segment.id, segment);
    return segment;
  }

  /** Reads one segment's runs; the item of the next mark, or null at the end. */
  #read(segment: Segment): Y.Item | null {
    const runs: Run[] = [];
    let attributes = segment.startAttributes;
    let length = segment.item === null ? 0 : 1;
    let shownLength = 0;
    let item = segment.item === null ? this.text._start : segment.item.right;
    for (; item !== null; item = item.right) {
      if (item.deleted) continue;
      const { content } = item;
      if (content instanceof Y.ContentFormat) {
        // Of a text that was loaded before anybody asked for it by name Yjs does not know this, and
        // then changes formatting beside what is written.
        this.text._hasFormatting = true;
        this.text._searchMarker = null;
        attributes = withFormat(attributes, content.key, content.value);
        continue;
      }
      let run: Run;
      if (content instanceof Y.ContentString) {
        const last = runs[runs.length - 1];
        length += item.length;
        shownLength += item.length;
        if (last && last.text !== null && sameAttributes(last.attributes, attributes)) {
          last.text += content.str;
          last.length += item.length;
          continue;
        }
        run = { text: content.str, object: null, attributes, length: item.length, shown: true };
        runs.push(run);
        continue;
      }
      const mark = markOf(item);
      if (mark) {
        const owner = this.#byId.get(mark.id);
        if (!owner || owner.item === item) break;
        // The same mark twice (two people undid the same join): the first one counts.
        this.#duplicated = true;
      }
      const object = mark ? null : objectOf(content);
      if (typeof object?.id === 'string') this.#objectOwners.set(object.id, segment);
      run = { text: null, object, attributes, length: item.length, shown: object !== null };
      runs.push(run);
      length += item.length;
      if (run.shown) shownLength += item.length;
    }
    segment.runs = runs;
    segment.length = length;
    segment.shownLength = shownLength;
    segment.endAttributes = attributes;
    return item;
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
      for (const line of table.lines) this.#tables.set(line, table);
    }
    const blocks = this.#segments.filter(
      (segment, index) => index > 0 && this.tableOf(segment) === null,
    );
    const first = this.#segments[0]!;
    for (const segment of [first, ...blocks]) {
      const type = this.typeOf(segment);
      const isObject = OBJECT_TYPES.has(type);
      const table = type === 'table' ? tables.get(segment.id) : undefined;
      const isEmpty =
        type === 'table'
          ? !table?.hasText && this.isDeleted(segment)
          : segment.shownLength === 0 || (isObject && this.isDeleted(segment));
      segment.buried = isEmpty && segment.item !== null && this.#isOfGrave(segment);
      segment.hidden =
        segment.buried ||
        (type === 'table' && (!table || table.rows.length === 0 || table.columns.length === 0)) ||
        (isEmpty &&
          (segment.item === null ||
            (isTablePart(type) && this.field(segment.id, 'kept') !== true) ||
            (this.#joins.has(segment.id) && !isObject)));
    }
    const shown: (ShownBlock & { parts: Segment[] })[] = [];
    const show = (segment: Segment, type: string, markless: boolean) =>
      shown.push({
        id: markless && segment.item !== null ? segment.id + BEHIND : segment.id,
        segment,
        parts: [segment],
        type,
        markless,
        ...(type === 'table' ? { table: tables.get(segment.id)! } : {}),
      });
    if (!first.hidden) show(first, 'paragraph', true);
    for (const segment of this.#inVisibleOrder(blocks)) {
      const last = shown[shown.length - 1];
      if (last && this.#joins.has(segment.id) && this.#continues(segment, last)) {
        last.parts.push(segment);
        continue;
      }
      const type = this.typeOf(segment);
      // A cell whose table is gone is a paragraph.
      if (!segment.hidden) show(segment, isTablePart(type) ? 'paragraph' : type, false);
      if (!OBJECT_TYPES.has(type)) continue;
      if (segment.shownLength > 0) show(segment, 'paragraph', true);
      for (const part of tables.get(segment.id)?.outside ?? []) show(part, 'paragraph', true);
    }
    // There is always a place to write.
    if (shown.length === 0) show(first, 'paragraph', true);
    for (const id of this.#joined) this.#touched.blocks.add(id);
    this.#joined = shown.filter(({ parts }) => parts.length > 1).map(({ id }) => id);
    for (const id of this.#joined) this.#touched.blocks.add(id);
    return shown;
  }

  #inVisibleOrder(blocks: readonly Segment[]): readonly Segment[] {
    // Where nobody moved anything, people see the sequence.
    if (this.#placed.size === 0) return blocks;
    const nodes = blocks.map((segment) => ({
      id: segment.id,
      ...this.#origin(segment),
      place: this.placeOf(segment),
    }));
    return visibleOrder(nodes).map((index) => blocks[index]!);
  }

  /**
   * Whether a segment that was joined to another continues the block shown before it. Where what
   * it was joined to is gone, it is a block of its own again.
   */
  #continues(segment: Segment, last: ShownBlock): boolean {
    if (this.isDeleted(segment) || OBJECT_TYPES.has(last.type)) return false;
    const into = this.#byId.get(this.placeOf(segment)?.after ?? '');
    if (!into || OBJECT_TYPES.has(this.typeOf(segment))) return false;
    return !into.buried || last.parts.includes(into);
  }
}

/**
 * The one text of a document, whose formatting nobody tidies. Where updates came before anyone asked
 * for it, Yjs does not know that it has formatting, and takes short cuts past it.
 */
export function bodyText(doc: Y.Doc): Y.Text {
  const text = doc.getText(ROOT.body);
  keepFormatting(doc);
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

function newSegment(item: Y.Item | null, born: BlockMark | null): Segment {
  return {
    id: born?.id ?? '',
    item,
    born,
    runs: [],
    length: 0,
    shownLength: 0,
    startAttributes: NO_ATTRIBUTES,
    endAttributes: NO_ATTRIBUTES,
    index: 0,
    hidden: false,
    buried: false,
  };
}

function withFormat(attributes: Attributes, key: string, value: unknown): Attributes {
  if (value === null && !(key in attributes)) return attributes;
  const changed: Record<string, unknown> = { ...attributes };
  if (value === null) delete changed[key];
  else changed[key] = value;
  return Object.keys(changed).length === 0 ? NO_ATTRIBUTES : changed;
}

function sameRuns(a: readonly Run[], b: readonly Run[]): boolean {
  return (
    a.length === b.length &&
    a.every((run, index) => {
      const other = b[index]!;
      return (
        run.text === other.text &&
        run.length === other.length &&
        sameAttributes(run.attributes, other.attributes) &&
        (run.object === other.object || JSON.stringify(run.object) === JSON.stringify(other.object))
      );
    })
  );
}

function withBehind(blocks: Set<string>): Set<string> {
  for (const id of [...blocks]) if (id !== '' && !id.endsWith(BEHIND)) blocks.add(id + BEHIND);
  return blocks;
}
