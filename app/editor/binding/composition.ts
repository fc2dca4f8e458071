/**
 * Writing with an input method while others change the same block.
 *
 * Invariant: while a block is composed in, the view keeps the block as it is (an input method loses
 * its text otherwise), and whatever is written in it (text, objects, formatting) goes to the
 * characters it stands between or on, wherever these are by now.
 */
import type { Node } from 'prosemirror-model';
import { type Mappable, type MapResult, StepMap } from 'prosemirror-transform';
import * as Y from 'yjs';
import type { Body } from '../../../shared/document/body.ts';
import type { ItemId } from '../../../shared/document/clock-ranges.ts';
import { compareText } from '../../../shared/document/diff.ts';
import { readMarks, sameMarks } from '../../../shared/document/marks.ts';
import { deleteText, format, insert, setObject } from '../../../shared/document/operations/text.ts';
import {
  type Anchor,
  anchorAt,
  type BlockPosition,
  positionAt,
  writingPlaceAt,
} from '../../../shared/document/position.ts';
import {
  CELL_SEPARATOR,
  type InlineObject,
  type Marks,
  PLAIN_TYPES,
  ROOT,
} from '../../../shared/document/schema.ts';
import { attributesBehind } from '../../../shared/document/segment.ts';
import type { EditedBlock, Token } from '../../../shared/document/tokens.ts';
import { inlineContent } from './nodes.ts';
import { changedBlocks, changedText } from './to-body.ts';
import { unchangedRanges } from './unchanged-ranges.ts';

export class Composition {
  readonly #body: Body;
  #block: string | null = null;
  /** The block's marker, or null for text before the first one. */
  #mark: ItemId | null = null;
  /** Which character of the document each position of the view's block is. */
  #characters: ItemId[] = [];

  constructor(body: Body) {
    this.#body = body;
  }

  get active(): boolean {
    return this.#block !== null;
  }

  /** The block or cell that is composed in. */
  get block(): string | null {
    return this.#block;
  }

  /** The shown block that is composed in: where that is in a cell, its table. */
  get shownBlock(): string | null {
    if (!this.#block?.includes(CELL_SEPARATOR)) return this.#block;
    return this.#body.tableWith(this.#block)?.id ?? this.#block;
  }

  /** Call before a change of others is applied, while view and document are still the same. */
  begin(block: string): void {
    const isCell = block.includes(CELL_SEPARATOR);
    if (!isCell && !this.#body.segment(block)) return;
    const parts = this.#body.partsOf(block);
    const first = parts[0]?.item;
    this.#block = block;
    this.#mark = first ? { ...first.id } : null;
    this.#characters = [];
    for (const part of parts) {
      let item = part.item ? part.item.right : this.#body.text._start;
      let left = part.length - (part.item ? 1 : 0);
      for (; item && left > 0; item = item.right) {
        if (item.deleted || !item.countable) continue;
        left -= item.length;
        for (let at = 0; at < item.length; at++)
          this.#characters.push({ client: item.id.client, clock: item.id.clock + at });
      }
    }
  }

  end(): void {
    this.#block = null;
    this.#characters = [];
  }

  /** Whether a change is one of the composed block's text alone. */
  covers(before: Node, after: Node): boolean {
    const changed = this.#block === null ? null : changedText(before, after);
    return changed !== null && changed.old.attrs.id === this.#block;
  }

  /** The anchor of a place in the composed block as the view shows it. */
  anchorAt(offset: number): Anchor | null {
    if (this.#block === null) return null;
    const before = offset > 0 ? this.#characters[offset - 1] : this.#mark;
    if (before) return { position: new Y.RelativePosition(null, ROOT.body, idOf(before), -1) };
    const isCell = this.#block.includes(CELL_SEPARATOR);
    const isThere = isCell ? this.#body.tableWith(this.#block) : this.#body.segment(this.#block);
    return isThere ? anchorAt(this.#body, { id: this.#block, offset: 0 }) : null;
  }

  /** Where the character behind a place in the composed block is now; null where it is gone. */
  placeBefore(offset: number): BlockPosition | null {
    const behind = this.#characters[offset];
    return behind ? this.#placeOf(behind) : null;
  }

  /** Writes such a change; `maps` is what its steps did to positions. Call inside a transaction. */
  write(before: Node, after: Node, maps: readonly StepMap[]): void {
    const changed = changedText(before, after);
    const blocks = changedBlocks(before, after);
    if (!changed || !blocks || this.#block === null) return;
    const kept = unchangedRanges(maps, before, after, blocks);
    const { old, now, hunks } = compareText(edited(changed.old), edited(changed.now), kept);
    this.#format(old, now, hunks);
    for (const hunk of hunks.reverse()) {
      const ids = this.#insert(hunk.oldFrom, now.slice(hunk.newFrom, hunk.newTo));
      this.#erase(this.#characters.slice(hunk.oldFrom, hunk.oldTo));
      const behind = this.#characters.slice(hunk.oldTo);
      this.#characters = this.#characters.slice(0, hunk.oldFrom).concat(ids, behind);
    }
  }

  /** Puts tokens in behind the first `offset` positions of the view's block; their ids. */
  #insert(offset: number, tokens: readonly Token[]): ItemId[] {
    const ids: ItemId[] = [];
    const { doc } = this.#body;
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at]!;
      if (token.kind === 'marker') throw new Error('A block begins in the text of another.');
      let text = '';
      for (let next: Token | undefined = token; next?.kind === 'character'; ) {
        text += next.value;
        next = tokens[at + text.length];
        if (next?.kind === 'character' && !sameMarks(next.marks, token.marks)) break;
      }
      const left = ids.at(-1) ?? (offset > 0 ? this.#characters[offset - 1]! : this.#mark);
      const place = this.#writingPlace(left);
      if (!place) return ids;
      const isPlain = this.#isPlain(place.id);
      const marks = isPlain ? undefined : token.marks;
      // An index of the text may be that of one who formats; what is put in has this one.
      const clock = Y.getState(doc.store, doc.clientID);
      insert(this.#body, place.id, place.offset, text || (token.value as InlineObject), marks);
      const length = text.length || 1;
      const first = Y.getState(doc.store, doc.clientID) - length;
      for (let unit = 0; unit < length; unit++)
        ids.push({ client: doc.clientID, clock: Math.max(clock, first) + unit });
      if (offset === 0 && this.#mark === null && ids.length === length) this.#noteMark();
      at += length;
    }
    return ids;
  }

  /** A cell gets its marker from whoever writes in it first. */
  #noteMark(): void {
    if (!this.#block?.includes(CELL_SEPARATOR) || !this.#body.tableWith(this.#block)) return;
    const mark = this.#body.partsOf(this.#block)[0]?.item;
    this.#mark = mark ? { ...mark.id } : null;
  }

  #writingPlace(left: ItemId | null): BlockPosition | null {
    const block = this.#block!;
    const isCell = block.includes(CELL_SEPARATOR) && this.#body.tableWith(block) !== undefined;
    if (isCell && (left === null || (left === this.#mark && !this.#isLiving(left))))
      return { id: block, offset: 0 };
    // The block may have come to have another marker, as where somebody took back what another took
    // away.
    if (left !== null && left === this.#mark && !this.#isLiving(left) && this.#body.segment(block))
      return { id: block, offset: 0 };
    return writingPlaceAt(this.#body, left === null ? 0 : (this.#indexBehind(left) ?? 0));
  }

  #erase(characters: readonly ItemId[]): void {
    for (const { id, offset, length } of this.#stretches(characters).reverse())
      deleteText(this.#body, id, offset, length);
  }

  /** Formats what stayed, and says what objects that stayed say now. */
  #format(
    old: readonly Token[],
    now: readonly Token[],
    hunks: readonly { oldFrom: number; oldTo: number; newFrom: number; newTo: number }[],
  ): void {
    const fresh = new Map<string, [string, unknown]>();
    let [oldAt, newAt] = [0, 0];
    const end = { oldFrom: old.length, oldTo: old.length, newFrom: now.length, newTo: now.length };
    for (const hunk of [...hunks, end]) {
      for (; oldAt < hunk.oldFrom; oldAt++, newAt++) {
        const [was, is] = [old[oldAt]!, now[newAt]!];
        if (was.kind === 'marker' || is.kind === 'marker') continue;
        if (is.kind === 'object' && typeof is.value.id === 'string')
          if (JSON.stringify(was.value) !== JSON.stringify(is.value))
            setObject(this.#body, is.value as InlineObject & { id: string });
        if (sameMarks(was.marks, is.marks)) continue;
        // Several that are formatted alike are one range.
        let length = 1;
        while (
          oldAt + length < hunk.oldFrom &&
          isFormattedAs(old[oldAt + length]!, was.marks) &&
          isFormattedAs(now[newAt + length]!, is.marks)
        )
          length++;
        for (const stretch of this.#stretches(this.#characters.slice(oldAt, oldAt + length)))
          this.#formatStretch(stretch, was.marks, is.marks, fresh);
        oldAt += length - 1;
        newAt += length - 1;
      }
      [oldAt, newAt] = [hunk.oldTo, hunk.newTo];
    }
  }

  /** Changes what was changed, and leaves formatting that others have set meanwhile. */
  #formatStretch(
    { id, offset, length }: BlockPosition & { length: number },
    was: Marks,
    is: Marks,
    fresh: Map<string, [string, unknown]>,
  ): void {
    if (this.#isPlain(id)) return;
    for (const stretch of this.#body.stretches(id, offset, length)) {
      let from = 0;
      while (from < stretch.length) {
        const marksAt = (at: number) =>
          readMarks(attributesBehind(stretch.segment, stretch.offset + at));
        const has = marksAt(from);
        let to = from + 1;
        while (to < stretch.length && sameMarks(marksAt(to), has)) to++;
        const wanted: Record<string, unknown> = { ...has };
        for (const name of new Set([...Object.keys(was), ...Object.keys(is)]) as Set<keyof Marks>) {
          if (was[name] === is[name]) continue;
          if (is[name] === undefined) delete wanted[name];
          else wanted[name] = is[name];
        }
        const start = this.#offsetIn(id, stretch.segment) + stretch.offset + from;
        format(this.#body, id, start, to - from, wanted as Marks, fresh);
        from = to;
      }
    }
  }

  /** Shown positions of a block before one of its parts. */
  #offsetIn(id: string, segment: unknown): number {
    let before = 0;
    for (const part of this.#body.partsOf(id)) {
      if (part === segment) break;
      before += part.shownLength;
    }
    return before;
  }

  #isPlain(id: string): boolean {
    const segment = id.includes(CELL_SEPARATOR) ? undefined : this.#body.segment(id);
    return segment !== undefined && PLAIN_TYPES.has(this.#body.typeOf(segment));
  }

  /** Where those characters that are there stand, those that follow one another together. */
  #stretches(characters: readonly ItemId[]): (BlockPosition & { length: number })[] {
    const stretches: (BlockPosition & { length: number })[] = [];
    for (const character of characters) {
      const place = this.#placeOf(character);
      if (!place) continue;
      const last = stretches.at(-1);
      if (last && last.id === place.id && last.offset + last.length === place.offset) last.length++;
      else stretches.push({ ...place, length: 1 });
    }
    return stretches;
  }

  /** Where a character stands; null where it is gone. */
  #placeOf(character: ItemId): BlockPosition | null {
    if (!this.#isLiving(character)) return null;
    const index = this.#indexBehind(character);
    const place = index === null ? null : positionAt(this.#body, index);
    return place && place.offset > 0 ? { id: place.id, offset: place.offset - 1 } : null;
  }

  #isLiving(character: ItemId): boolean {
    const item = Y.getItem(this.#body.doc.store, idOf(character));
    return item instanceof Y.Item && !item.deleted;
  }

  /** Index of the text right behind a character, or behind where it stood. */
  #indexBehind({ client, clock }: ItemId): number | null {
    const position = Y.createRelativePositionFromJSON({ item: { client, clock }, assoc: -1 });
    return Y.createAbsolutePositionFromRelativePosition(position, this.#body.doc)?.index ?? null;
  }
}

/**
 * What became of positions of the view while it was behind: those in the composed block by its
 * characters, all others by what `over` did.
 */
export class CaughtUp implements Mappable {
  readonly #place: (position: number, assoc: number) => number | null;
  readonly #over: Mappable;

  constructor(place: (position: number, assoc: number) => number | null, over: Mappable) {
    this.#place = place;
    this.#over = over;
  }

  map(position: number, assoc = 1): number {
    return this.#place(position, assoc) ?? this.#over.map(position, assoc);
  }

  mapResult(position: number, assoc = 1): MapResult {
    const place = this.#place(position, assoc);
    return place === null ? this.#over.mapResult(position, assoc) : StepMap.empty.mapResult(place);
  }
}

function idOf({ client, clock }: ItemId): Y.ID {
  return Y.createID(client, clock);
}

function isFormattedAs(token: Token, marks: Marks): boolean {
  return token.kind !== 'marker' && sameMarks(token.marks, marks);
}

function edited(node: Node): EditedBlock {
  return {
    id: String(node.attrs.id),
    shape: { type: node.type.name },
    content: inlineContent(node),
  };
}
