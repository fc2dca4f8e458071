/**
 * What an acceptance did, as something that can be taken back.
 *
 * Whoever suggests may have deleted text and brought it back before it was sealed, as a copy, and
 * deleted that again. In the document all of that is one step, which an undo history, made for what
 * people do one after the other, takes for a text that went and another that came.
 *
 * Invariant: taking it back takes away no text that was there before, as whatever copy it is there
 * now; what is gone is named by the copy that it was last.
 */
import * as Y from 'yjs';
import { addRange, type ClockRanges, type ItemId, removeRange } from '../document/clock-ranges.ts';
import { endOf, type Restored, type Span } from '../document/restored.ts';
import type { Piece } from '../document/taking-back.ts';
import type { Step } from '../document/undo-history.ts';
import { isMarked, isUnder } from './sealed.ts';

/**
 * @param restored as it is after the step
 * @param clients those that the suggestion was written under
 * @param moved what was in the document and is the suggestion's since, by its first ids
 */
export function settled(
  doc: Y.Doc,
  restored: Restored,
  step: Step,
  clients: readonly number[],
  moved: ClockRanges = new Map(),
): Step {
  const isBorn = (now: Span) => step.inserted.some((span) => holds(span, now));
  const deleted = lastNames(doc, restored, step.deleted, isBorn);
  return { ...step, inserted: ownIn(restored, step, isBorn, clients, moved), deleted };
}

/** What these pieces were written as first. */
export function originalsOf(restored: Restored, pieces: readonly Piece[]): ClockRanges {
  const ranges: ClockRanges = new Map();
  for (const piece of pieces)
    for (const { client, clock, length } of restored.originals(piece))
      addRange(ranges, client, clock, length);
  return ranges;
}

/**
 * The step as it is to be taken back now. Another suggestion may have brought along a copy of what
 * this one deleted, and the deletion of that copy: it is deleted all the same.
 */
export function resolved(doc: Y.Doc, restored: Restored, step: Step): Step {
  const isChurn = (now: Span) => isMarked(doc, now.client) && !isLiving(doc, now);
  return { ...step, deleted: lastNames(doc, restored, step.deleted, isChurn) };
}

/** The pieces under the names of their copies of this kind; without those that are living. */
function lastNames(
  doc: Y.Doc,
  restored: Restored,
  pieces: readonly Piece[],
  isMeant: (now: Span) => boolean,
): Piece[] {
  const named: Piece[] = [];
  for (const piece of pieces) {
    let at = 0;
    for (const run of restored.current(piece)) {
      const isSame = run.client === piece.client && run.clock === piece.clock + at;
      // Of a copy each character may have become something else.
      const length = isSame ? run.length : 1;
      for (let { clock } = run; clock < endOf(run); clock += length) {
        const now = { client: run.client, clock, length };
        const isCopy = !isSame && isMeant(now);
        const own = { client: piece.client, clock: piece.clock + at, length };
        if (!isCopy || !isLiving(doc, now))
          addPiece(named, { ...(isCopy ? now : own), content: partOf(piece, at, length) });
        at += length;
      }
    }
  }
  return named;
}

/**
 * Of what was put in, all but copies of text that others wrote, or that the document had of this
 * suggestion until then, or has as a copy of its own, as of a version that was restored: that is not
 * the step's, and stays.
 */
function ownIn(
  restored: Restored,
  { inserted, deleted }: Step,
  isBorn: (now: Span) => boolean,
  clients: readonly number[],
  moved: ClockRanges,
): Span[] {
  const there = originalsOf(restored, deleted);
  return inserted.flatMap(({ client, clock, length }) => {
    let from = clock;
    const own: Span[] = [];
    for (const original of restored.originals({ client, clock, length })) {
      const ranges: ClockRanges = new Map();
      for (const part of isUnder(clients, original.client) ? [original] : within(moved, original))
        addRange(ranges, part.client, part.clock, part.length);
      for (const part of within(there, original))
        removeRange(ranges, part.client, part.clock, part.length);
      for (const [start, size] of ranges.get(original.client) ?? []) {
        let at = from + start - original.clock;
        for (const now of restored.current({
          client: original.client,
          clock: start,
          length: size,
        })) {
          if (isBorn(now)) own.push({ client, clock: at, length: now.length });
          at += now.length;
        }
      }
      from += original.length;
    }
    return own;
  });
}

/** The parts of a span that are in these ranges. */
function within(ranges: ClockRanges, span: Span): Span[] {
  return (ranges.get(span.client) ?? []).flatMap(([first, size]) => {
    const clock = Math.max(first, span.clock);
    const end = Math.min(first + size, endOf(span));
    return clock < end ? [{ client: span.client, clock, length: end - clock }] : [];
  });
}

function partOf({ content }: Piece, at: number, length: number): Piece['content'] {
  return typeof content === 'string' ? content.slice(at, at + length) : content;
}

/** Neighbours go together, so that no character of two units is cut. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (
    last?.client === piece.client &&
    endOf(last) === piece.clock &&
    typeof last.content === 'string' &&
    typeof piece.content === 'string'
  ) {
    last.content += piece.content;
    last.length += piece.length;
  } else pieces.push(piece);
}

function holds(span: Span, { client, clock }: ItemId): boolean {
  return span.client === client && span.clock <= clock && clock < endOf(span);
}

function isLiving({ store }: Y.Doc, { client, clock }: ItemId): boolean {
  const structs = store.clients.get(client);
  return structs !== undefined && !structs[Y.findIndexSS(structs, clock)]!.deleted;
}
