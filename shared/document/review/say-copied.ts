/**
 * Saying of blocks that were restored which of their characters are copies of which.
 *
 * Invariant: only what is new is a copy, and only of what is gone; one character has one copy of each
 * who restored it, whatever else they restored with it.
 */
import type * as Y from 'yjs';
import type { ItemId } from '../clock-ranges.ts';
import { endOf, overlap, Restored, type Span } from '../restored.ts';
import { type Block, cellId, type TableContent } from '../schema.ts';
import { forgetMarkers, isAnyLiving } from '../taking-back.ts';
import { Sheet, type SheetText } from './sheet.ts';

interface CopyOf {
  of: Span;
  to: ItemId;
}

/** Of what came back in this transaction: that it is what was deleted. */
export function sayWhatIsCopied(
  transaction: Y.Transaction,
  was: Sheet,
  chosen: readonly Block[],
  named: ReadonlyMap<string, string>,
): void {
  const { doc, beforeState } = transaction;
  const is = new Sheet(doc);
  const restored = new Restored(doc, is.body.text);
  const isNew = ({ client, clock }: ItemId) => clock >= (beforeState.get(client) ?? 0);
  const isGone = (span: Span) =>
    restored.instances(span).every((each) => !isAnyLiving(doc, each, is.body.text));
  // What undo had brought back before it was gone again would count before a copy of the first.
  const lastOf = (span: Span): Span => restored.current(span)[0] ?? span;
  const copies: CopyOf[] = [];
  const pair = (old: SheetText | undefined, text: SheetText | undefined) => {
    if (!old || !text || old.length !== text.length) return;
    for (const { of, to, length } of alongside(old, text)) {
      const whole = { ...of, length };
      const isAllNew = isNew(to) && !isNew({ ...of, clock: of.clock + length - 1 });
      // Where all of it came from one place and went to one, it takes one look and not one a character.
      const isOfOnePiece =
        isAllNew && restored.instances(whole).every((each) => each.length === length);
      if (isOfOnePiece && isGone(whole)) {
        copies.push({ of: lastOf(whole), to });
        continue;
      }
      for (let at = 0; at < length; at++) {
        const own = { client: to.client, clock: to.clock + at };
        const span = { client: of.client, clock: of.clock + at, length: 1 };
        if (isNew(own) && !isNew(span) && isGone(span)) copies.push({ of: lastOf(span), to: own });
      }
    }
  };
  for (const block of chosen) {
    const name = named.get(block.id)!;
    const [marker, old] = [is.body.withMarker(name)?.item, was.body.withMarker(block.id)];
    const original = old && was.markerId(old);
    if (marker && original && isNew(marker.id) && isGone({ ...original, length: 1 }))
      copies.push({ of: lastOf({ ...original, length: 1 }), to: { ...marker.id } });
    pair(was.texts.get(block.id), is.texts.get(name));
    const table = is.blocks[is.body.shownIndex(name)]?.table;
    if (block.table && table)
      pairCells(block.table, (id) => pair(was.texts.get(id), is.texts.get(id)));
  }
  if (copies.length === 0) return;
  restored.add(joined(copies));
  forgetMarkers(is.body.text);
}

function pairCells({ rows, columns }: TableContent, pair: (id: string) => void): void {
  for (const row of rows) for (const column of columns) pair(cellId(row.id, column.id));
}

/** What stands at the same positions of two texts that read alike. */
function* alongside(
  old: SheetText,
  text: SheetText,
): Generator<{ of: ItemId; to: ItemId; length: number }> {
  let [at, index, other, begun, otherBegun] = [0, 0, 0, 0, 0];
  while (at < old.length) {
    const [was, is] = [old.pieces[index]!, text.pieces[other]!];
    const length = Math.min(was.length - begun, is.length - otherBegun);
    yield {
      of: { client: was.client, clock: was.clock + begun },
      to: { client: is.own.client, clock: is.own.clock + otherBegun },
      length,
    };
    at += length;
    begun += length;
    otherBegun += length;
    if (begun === was.length) [index, begun] = [index + 1, 0];
    if (otherBegun === is.length) [other, otherBegun] = [other + 1, 0];
  }
}

/** Copies that follow each other as they did before, as one. */
function joined(copies: readonly CopyOf[]): CopyOf[] {
  const result: CopyOf[] = [];
  for (const { of, to } of eachOnce(copies)) {
    const last = result.at(-1);
    const isNext =
      last &&
      last.of.client === of.client &&
      endOf(last.of) === of.clock &&
      last.to.client === to.client &&
      last.to.clock + last.of.length === to.clock;
    if (isNext) last.of = { ...last.of, length: last.of.length + of.length };
    else result.push({ of: { ...of }, to });
  }
  return result;
}

/** One character may have stood in two of the blocks, as a copy beside the one that counted. */
function eachOnce(copies: readonly CopyOf[]): readonly CopyOf[] {
  const inOrder = copies
    .map(({ of }) => of)
    .sort((a, b) => a.client - b.client || a.clock - b.clock);
  if (!inOrder.some((of, index) => index > 0 && overlap(inOrder[index - 1]!, of))) return copies;
  const known = new Set<string>();
  return copies.flatMap(({ of, to }) =>
    Array.from({ length: of.length }, (_, at) => ({
      of: { client: of.client, clock: of.clock + at, length: 1 },
      to: { client: to.client, clock: to.clock + at },
    })).filter(({ of: { client, clock } }) => {
      const name = `${client}.${clock}`;
      if (known.has(name)) return false;
      known.add(name);
      return true;
    }),
  );
}
