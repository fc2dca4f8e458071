/**
 * A part of one text of a version made to read again as it did, wherever its characters are now.
 *
 * Invariant: it is an edit like any other, which undo takes back in one step. What was deleted of the
 * part comes back, what was written between its characters goes, and its formatting is as it was; what
 * was written at its ends stays. Nothing of it is there twice: what went on elsewhere stays there.
 */
import type * as Y from 'yjs';
import { Body } from '../body.ts';
import type { Formatted } from '../formatting.ts';
import { graphemesOf } from '../graphemes.ts';
import { sameAttributes, sameValue } from '../marks.ts';
import { deleteText } from '../operations/text.ts';
import type { Made, Range } from './changes.ts';
import { invert } from './invert.ts';
import { type Fate, type Part, partsOf } from './parts.ts';
import { changedRegisters } from './registers.ts';
import { restoreBlocks } from './restore-blocks.ts';
import { Sheet, type SheetText } from './sheet.ts';

/**
 * Restores a part of a text, in one transaction.
 *
 * @param now a document that knows all that `then` does
 * @param range of a text of `then`, of a block or of a cell; it is widened to whole characters
 */
export function restoreText(now: Y.Doc, then: Y.Doc, range: Range, origin?: unknown): void {
  const [was, is] = [new Sheet(then), new Sheet(now)];
  const old = was.texts.get(range.text);
  if (!old) return;
  const { from, to } = wholeCharacters(old, range);
  if (from >= to) return;
  const { parts, fates } = partsOf(was, is);
  const all = fates.get(old);
  // It reads as it did.
  if (!all) return;
  const inside = cut(all, from, to);
  const block = was.blocks[old.block]!;
  const isGone = is.body.shownIndex(block.id) < 0 && !is.texts.has(old.id);
  if (isGone && block.table === undefined && all.every((fate) => fate.now === null)) {
    restorePartOfBlock(now, then, block.id, { from, to, length: old.length }, origin);
    return;
  }
  const made: Made = { inserted: [], deleted: [], formatted: [], registers: [] };
  const registers = changedRegisters(then, now);
  for (const fate of inside) {
    if (fate.now === null) addDeleted(made, fate, is);
    else {
      addFormatted(made, fate, fate.now);
      const { object } = fate.now.piece;
      const key = object && `${object.id}:value`;
      const register = key && registers.get(key);
      if (register) made.registers.push([key, register]);
    }
  }
  for (const part of writtenBetween(all, parts, from, to)) {
    if (part.piece.isBeside) continue;
    const { client, clock } = part.piece.own;
    made.inserted.push({ client, clock: clock + part.offset, length: part.length });
  }
  invert(
    now,
    [{ kind: 'unseen', where: null, gone: [], come: [], carried: [], clients: [], made }],
    origin,
  );
}

/** Of a block that is gone with all that it said: only the part comes back. */
function restorePartOfBlock(
  now: Y.Doc,
  then: Y.Doc,
  id: string,
  { from, to, length }: { from: number; to: number; length: number },
  origin: unknown,
): void {
  now.transact(() => {
    const name = restoreBlocks(now, then, [id], origin).get(id);
    if (name === undefined) return;
    const body = new Body(now);
    if (to < length) deleteText(body, name, to, length - to);
    if (from > 0) deleteText(body, name, 0, from);
  }, origin);
}

/** The range with all of the characters that it cuts, as a reader counts them. */
function wholeCharacters(text: SheetText, { from, to }: Range): { from: number; to: number } {
  let [at, first, last] = [0, text.length, 0];
  const said = text.pieces.map((piece) => piece.text ?? '￼').join('');
  for (const character of graphemesOf(said)) {
    const end = at + character.length;
    if (at < to && end > from) {
      first = Math.min(first, at);
      last = Math.max(last, end);
    }
    at = end;
  }
  return { from: first, to: last };
}

/** Of what became of a text, what stood between two positions. */
function cut(fates: readonly Fate[], from: number, to: number): Fate[] {
  return fates.flatMap((fate) => {
    const [start, end] = [Math.max(fate.at, from), Math.min(fate.at + fate.length, to)];
    if (start >= end) return [];
    const [skipped, length] = [start - fate.at, end - start];
    const later = <T extends { at: number; offset: number }>(stretch: T): T => ({
      ...stretch,
      at: stretch.at + skipped,
      offset: stretch.offset + skipped,
      length,
    });
    return [{ ...later(fate), now: fate.now && later(fate.now) }];
  });
}

/**
 * What was written in a part: between two neighbours of it that are there, and in the place of what is
 * gone of it, where all that went there was of the part.
 */
function* writtenBetween(
  fates: readonly Fate[],
  parts: ReadonlyMap<SheetText, Part[]>,
  from: number,
  to: number,
): Generator<Part> {
  let left: Fate | null = null;
  for (let at = 0; at <= fates.length; at++) {
    const right = fates[at] ?? null;
    if (right && right.now === null) continue;
    const [start, end] = [left ? left.at + left.length : 0, right ? right.at : endOf(fates)];
    // Between characters that still follow each other as they did, unless both are of the part.
    const isWithin = start < end ? from <= start && end <= to : from < start && end < to;
    if (isWithin) yield* newBetween(left?.now ?? null, right?.now ?? null, parts);
    left = right;
  }
}

function endOf(fates: readonly Fate[]): number {
  const last = fates.at(-1);
  return last ? last.at + last.length : 0;
}

/**
 * What is new between two stretches of one text, where nothing else has come between them; without
 * one of them, what is new right beside the other.
 */
function newBetween(
  left: Part | null,
  right: Part | null,
  parts: ReadonlyMap<SheetText, Part[]>,
): Part[] {
  const text = left?.text ?? right?.text;
  if (!text || (left && right && (left.text !== right.text || left.at > right.at))) return [];
  const [from, to] = [left ? left.at + left.length : 0, right ? right.at : text.length];
  const between = (parts.get(text) ?? []).filter(
    (part) => part.at >= from && part.at + part.length <= to,
  );
  const others = between.map(({ old }) => old !== null);
  if (left && right) return others.includes(true) ? [] : between;
  return left ? between.slice(0, lengthTo(others)) : between.slice(others.lastIndexOf(true) + 1);
}

/** Up to the first that is true, or all. */
function lengthTo(list: readonly boolean[]): number {
  const first = list.indexOf(true);
  return first < 0 ? list.length : first;
}

function addDeleted(made: Made, fate: Fate, is: Sheet): void {
  const { piece, length } = fate;
  const { content } = piece.item;
  let at = fate.offset;
  const own = { client: piece.own.client, clock: piece.own.clock + fate.offset };
  for (const now of is.current({ ...own, length })) {
    made.deleted.push({
      ...now,
      content:
        piece.text === null
          ? { embed: (content as Y.ContentEmbed).embed as object }
          : piece.text.slice(at, at + now.length),
      attributes: piece.attributes,
    });
    at += now.length;
  }
}

function addFormatted(made: Made, { piece: was }: Fate, { piece: is, offset, length }: Part): void {
  if (sameAttributes(was.attributes, is.attributes)) return;
  const from = { client: is.own.client, clock: is.own.clock + offset };
  const to = { client: from.client, clock: from.clock + length - 1 };
  for (const key of new Set([...Object.keys(was.attributes), ...Object.keys(is.attributes)])) {
    const [before, after] = [was.attributes[key] ?? null, is.attributes[key] ?? null];
    if (sameValue(before, after)) continue;
    const formatted: Formatted = { key, before, after, from, to };
    made.formatted.push(formatted);
  }
}
