/**
 * A document as it is read, each stretch of text with the ids of its characters.
 *
 * Invariant: a character has one id in all states of a document, whichever copy of it stands there;
 * a copy beside the one that counts is a character of its own.
 */
import * as Y from 'yjs';
import { Body } from '../body.ts';
import type { ItemId } from '../clock-ranges.ts';
import { type Attributes, sameAttributes } from '../marks.ts';
import { objectNow } from '../read-block.ts';
import { endOf, Restored, type Span, sameId } from '../restored.ts';
import { cellId, type InlineObject, ROOT, VOID_TYPES } from '../schema.ts';
import type { Segment } from '../segment.ts';
import type { ShownBlock } from '../shown-blocks.ts';
import { markerOf, objectOf } from '../validate.ts';

/** A run of consecutive characters, or one object. Its ids are those it was written under first. */
export interface Piece extends Span {
  /** What it is in this state of the document: a copy, where undo brought it back. */
  own: ItemId;
  /** The item it begins in. */
  item: Y.Item;
  /** null for an object. */
  text: string | null;
  /** What an object says now. */
  object: InlineObject | null;
  attributes: Attributes;
  /** Whether it stands beside a copy of the same character that counts. */
  isBeside: boolean;
}

/** The text of a block or of a cell. */
export interface SheetText {
  /** Of a cell `row/column`. */
  id: string;
  pieces: Piece[];
  length: number;
  /** Where its block stands among those shown. */
  block: number;
  /** Segments it consists of. */
  parts: readonly Segment[];
}

export class Sheet {
  readonly doc: Y.Doc;
  readonly body: Body;
  readonly blocks: readonly ShownBlock[];
  readonly texts = new Map<string, SheetText>();
  readonly #restored: Restored;
  /** Whether undo never brought anything back, as in most documents. */
  readonly #isPlain: boolean;
  readonly #starts = new Map<SheetText, number[]>();

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.body = new Body(doc);
    this.#restored = new Restored(doc, this.body.text);
    this.#isPlain = doc.getMap(ROOT.restored).size === 0;
    // A line where there is nothing at all is no block.
    this.blocks = this.body.shown.filter(({ id, segment }) => id !== '' || segment.shownLength > 0);
    this.blocks.forEach((shown, index) => {
      if (shown.table) {
        const { rows, columns, cells } = shown.table;
        for (const row of rows)
          for (const column of columns) {
            const id = cellId(row.id, column.id);
            const parts = cells.get(id);
            if (parts) this.#addText(id, parts, index);
          }
      } else if (!VOID_TYPES.has(shown.type)) this.#addText(shown.id, shown.parts, index);
    });
  }

  #addText(id: string, parts: readonly Segment[], block: number): void {
    const pieces: Piece[] = [];
    for (const part of parts) this.#read(part, pieces);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    this.texts.set(id, { id, pieces, length, block, parts });
  }

  #read(segment: Segment, pieces: Piece[]): void {
    const end = this.body.segments[segment.index + 1]?.item ?? null;
    // What was joined from elsewhere stands elsewhere in the sequence, whatever its ids.
    const first = pieces.length;
    let attributes = segment.startAttributes;
    let item = segment.item ? segment.item.right : this.body.text._start;
    for (; item !== null && item !== end; item = item.right) {
      if (item.deleted) continue;
      const { content, id, length } = item;
      if (content instanceof Y.ContentFormat) {
        const changed: Record<string, unknown> = { ...attributes };
        if (content.value === null) delete changed[content.key];
        else changed[content.key] = content.value;
        attributes = changed;
        continue;
      }
      const isText = content instanceof Y.ContentString;
      if (!isText && (!item.countable || markerOf(item))) continue;
      const text = isText ? content.str : null;
      const born = isText ? null : objectOf(content);
      const object = born && objectNow(this.body, born);
      const { client, clock } = id;
      if (this.#isPlain) {
        // Most documents have nothing but this, and a long one has very much of it.
        add(pieces, first, {
          client,
          clock,
          length,
          own: id,
          item,
          text,
          object,
          attributes,
          isBeside: false,
        });
        continue;
      }
      const span = { client, clock, length };
      for (const { own, is, isBeside } of this.#known(span)) {
        const from = own.clock - id.clock;
        add(pieces, first, {
          ...is,
          own,
          item,
          text: text === null ? null : text.slice(from, from + is.length),
          object,
          attributes,
          isBeside,
        });
      }
    }
  }

  /** What characters are known by in every state of the document, where undo brought some back. */
  #known(own: Span): { own: ItemId; is: Span; isBeside: boolean }[] {
    const originals = this.#restored.originals(own);
    const known: { own: ItemId; is: Span; isBeside: boolean }[] = [];
    let { clock } = own;
    for (const original of originals) {
      let at = original.clock;
      for (const now of this.#restored.current(original)) {
        const mine = { client: own.client, clock, length: now.length };
        const isBeside = !sameId(now, mine);
        const is = isBeside ? mine : { client: original.client, clock: at, length: now.length };
        known.push({ own: mine, is, isBeside });
        clock += now.length;
        at += now.length;
      }
    }
    return known;
  }

  /** What the marker of a segment was written as first. */
  markerId(segment: Segment): ItemId | null {
    return segment.item && this.#restored.original(segment.item.id);
  }

  /** What stands for these characters in this state, whether it is deleted or not. */
  current(span: Span): Span[] {
    return this.#restored.current(span);
  }

  /** The id of the position before an offset of a text, in this state; null at its beginning. */
  idBefore(text: SheetText, offset: number): ItemId | null {
    if (offset <= 0) return null;
    let starts = this.#starts.get(text);
    if (!starts) {
      let start = 0;
      starts = text.pieces.map((piece) => {
        start += piece.length;
        return start - piece.length;
      });
      this.#starts.set(text, starts);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! < offset) low = middle;
      else high = middle - 1;
    }
    const { own } = text.pieces[low]!;
    return { client: own.client, clock: own.clock + offset - 1 - starts[low]! };
  }
}

/** Behind the last one, or as a part of it where that is none of those before `first`. */
function add(pieces: Piece[], first: number, piece: Piece): void {
  const last = pieces[pieces.length - 1];
  if (last && pieces.length > first && isOneWith(last, piece)) {
    last.length += piece.length;
    last.text! += piece.text!;
  } else pieces.push(piece);
}

function isOneWith(last: Piece, next: Piece): boolean {
  return (
    last.text !== null &&
    next.text !== null &&
    last.isBeside === next.isBeside &&
    last.client === next.client &&
    endOf(last) === next.clock &&
    last.own.client === next.own.client &&
    last.own.clock + last.length === next.own.clock &&
    sameAttributes(last.attributes, next.attributes)
  );
}

/** Whether two states of a text have the same characters, formatted alike. */
export function isSameText(a: SheetText, b: SheetText): boolean {
  return (
    a.length === b.length &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every((piece, index) => {
      const other = b.pieces[index]!;
      return (
        piece.client === other.client &&
        piece.clock === other.clock &&
        piece.length === other.length &&
        sameAttributes(piece.attributes, other.attributes) &&
        (piece.object === other.object ||
          JSON.stringify(piece.object) === JSON.stringify(other.object))
      );
    })
  );
}
