/**
 * What one person did among others between two states of a document, told as what there is between
 * the document without it and the document with it.
 *
 * Invariant: nothing that somebody else did is part of it, whatever it was done to: what others wrote
 * into it, deleted of it or set after it stays theirs. What was both done and undone by others is
 * nothing that could be taken back.
 */
import * as Y from 'yjs';
import { addRange, type ClockRanges, removeRange } from '../clock-ranges.ts';
import { Restored, type Span } from '../restored.ts';
import { ROOT } from '../schema.ts';
import { lastIdOf, lastValueOf, type Register } from '../taking-back.ts';
import type { Change, Comparison } from './changes.ts';
import { compare } from './compare.ts';

/** What was sent at once, and what of it is the person's. */
export interface SentRow {
  update: Uint8Array;
  /** Whether what has an id of this client is. */
  writes: (client: number) => boolean;
  /** Whether the deletions in it are. */
  deletes: boolean;
}

/**
 * @param before the document as it was, as an update
 * @param rows what came then, from everybody, in its order
 */
export function changesOf(before: Uint8Array, rows: Iterable<SentRow>): Comparison {
  const end = new Y.Doc({ gc: false });
  Y.applyUpdate(end, before);
  const theirs = theirsIn(end, rows);
  const without = docWithout(end, theirs);
  const comparison = compare(without, end);
  for (const change of [...comparison.changes, ...comparison.unseen])
    change.made.registers = change.made.registers.flatMap(([key, register]) => {
      const had = theirs.registers.get(key);
      return had === undefined ? [] : [[key, { ...register, before: had }] as [string, Register]];
    });
  return comparison;
}

interface Theirs {
  inserted: ClockRanges;
  deleted: ClockRanges;
  /** What others deleted meanwhile. */
  byOthers: ClockRanges;
  /** Of each register that says what they set, or nothing since they unset it: what it said before. */
  registers: Map<string, Register['before']>;
}

/** Goes on to the end with what came. */
function theirsIn(doc: Y.Doc, rows: Iterable<SentRow>): Theirs {
  const theirs: Theirs = {
    inserted: new Map(),
    deleted: new Map(),
    byOthers: new Map(),
    registers: new Map(),
  };
  const fields = doc.getMap(ROOT.fields);
  const says = new Map([...fields._map].map(([key, item]) => [key, stateOf(item)]));
  for (const { update, writes, deletes } of rows) {
    const done = (transaction: Y.Transaction) => {
      for (const [client, clock] of transaction.afterState) {
        const had = transaction.beforeState.get(client) ?? 0;
        if (clock > had && writes(client)) addRange(theirs.inserted, client, had, clock - had);
      }
      const by = deletes ? theirs.deleted : theirs.byOthers;
      for (const [client, list] of transaction.deleteSet.clients)
        for (const { clock, len } of list) addRange(by, client, clock, len);
      for (const key of transaction.changed.get(fields as never) ?? []) {
        if (key === null) continue;
        const [was, is] = [says.get(key), stateOf(fields._map.get(key)!)];
        says.set(key, is);
        if (was?.name === is.name) continue;
        const isSet = !was || was.id.client !== is.id.client || was.id.clock !== is.id.clock;
        if (!(isSet ? writes(is.id.client) : deletes)) theirs.registers.delete(key);
        else if (!theirs.registers.has(key)) theirs.registers.set(key, was?.had ?? null);
      }
    };
    doc.once('afterTransaction', done);
    Y.applyUpdate(doc, update);
    doc.off('afterTransaction', done);
  }
  return theirs;
}

/** What a register says, and what names that state of it. */
function stateOf(item: Y.Item) {
  const id = lastIdOf(item);
  const had: Register['before'] = item.deleted ? null : { ...id, value: lastValueOf(item) };
  return { id, had, name: `${id.client}.${id.clock}${item.deleted ? ' unset' : ''}` };
}

/** The document as it would be had they done nothing of it. */
function docWithout(end: Y.Doc, { inserted, deleted, byOthers, registers }: Theirs): Y.Doc {
  const [isGone, gone]: [ClockRanges, ClockRanges] = [new Map(), new Map()];
  for (const [client, list] of Y.createDeleteSetFromStructStore(end.store).clients)
    for (const { clock, len } of list)
      for (const ranges of [isGone, gone]) addRange(ranges, client, clock, len);
  const restored = new Restored(end);
  // What others brought back is theirs to have there, and what they deleted of it since stays gone.
  const isOthers = (span: Span) =>
    restored.tree(span).some((copy) => touches(byOthers, copy)) ||
    restored.instances(span).some((one) => !hasAll(isGone, one) && !hasAll(inserted, one));
  for (const [client, list] of deleted)
    for (const [clock, length] of list) {
      const span = { client, clock, length };
      if (!isOthers(span)) removeRange(gone, client, clock, length);
      else
        for (const character of charactersOf(span))
          if (!isOthers(character)) removeRange(gone, client, character.clock, 1);
    }
  for (const [client, list] of inserted)
    for (const [clock, length] of list)
      for (const span of withoutIt(restored, { client, clock, length }))
        addRange(gone, span.client, span.clock, span.length);
  const set = Y.createDeleteSet();
  for (const [client, list] of gone)
    set.clients.set(
      client,
      list.map(([clock, len]) => ({ clock, len })),
    );
  const moment = Y.createSnapshot(set, Y.snapshot(end).sv);
  const doc = Y.createDocFromSnapshot(end, moment);
  // Yjs takes what was set before for overwritten, whatever became of what was set since.
  const fields = doc.getMap(ROOT.fields);
  for (const [key, before] of registers) {
    const last = fields._map.get(key);
    if (before) fields.set(key, before.value);
    else if (last && !last.deleted) fields.delete(key);
  }
  return doc;
}

/** What they wrote would not be there, nor could anybody have brought it back. */
function* withoutIt(restored: Restored, span: Span): Generator<Span> {
  yield span;
  let { clock } = span;
  for (const original of restored.originals(span)) {
    const isFirst = original.client === span.client && original.clock === clock;
    if (isFirst) yield* restored.instances(original);
    clock += original.length;
  }
}

function* charactersOf(span: Span): Generator<Span> {
  for (let past = 0; past < span.length; past++)
    yield { ...span, clock: span.clock + past, length: 1 };
}

/** Whether any of a span is in ranges. */
function touches(ranges: ClockRanges, { client, clock, length }: Span): boolean {
  const end = clock + length;
  return ranges.get(client)?.some(([from, size]) => from < end && from + size > clock) ?? false;
}

function hasAll(ranges: ClockRanges, { client, clock, length }: Span): boolean {
  const end = clock + length;
  return ranges.get(client)?.some(([from, size]) => from <= clock && from + size >= end) ?? false;
}

/** All that there is to be taken back of it. */
export function allOf({ changes, unseen }: Comparison): Change[] {
  return [...changes, ...unseen];
}
