/**
 * One's own words, written once more under another client id, where nobody else can have used the
 * ids they have.
 *
 * A character is known by a client and a clock. Who claims the next clocks of somebody else's client
 * keeps out whatever that one writes under them: everybody else takes it for known. So it is written
 * again, as copies that refer to nothing under those ids.
 *
 * Invariant: the document says the same before and after.
 */
import * as Y from 'yjs';
import { OWN_IDS } from './client-ranks.ts';
import type { ItemId } from './clock-ranges.ts';
import { addRange, addRanges, type ClockRanges, endOfRange, firstBehind } from './clock-ranges.ts';
import { keepClaimAgain } from './people.ts';
import { Restored, type Span } from './restored.ts';

/** Ids above those that were taken, of which the next one is one by chance. */
const LEAST_ROOM = 2 ** 16;

/** Has this device write under an id that nobody knows, and that is above those that were taken. */
export function takeNewClientId(doc: Y.Doc, above: Iterable<number> = []): void {
  let highest = 0;
  for (const client of above) highest = Math.max(highest, client % OWN_IDS);
  // Where there is hardly room above, anywhere is better than nowhere.
  const from = highest < OWN_IDS - LEAST_ROOM ? highest + 1 : 1;
  // Who is made to take new ones again and again does not soon run out of them.
  const room = highest === 0 ? OWN_IDS - from : Math.max(LEAST_ROOM, (OWN_IDS - from) / 64);
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  doc.clientID = from + Math.floor((random / OWN_IDS) * (room - 1));
}

/** Whether anything is there to be written again. */
export function hasLiving(doc: Y.Doc, ranges: ClockRanges): boolean {
  for (const [client, list] of ranges) {
    const structs = doc.store.clients.get(client) ?? [];
    const state = Y.getState(doc.store, client);
    for (const [clock, length] of list) {
      if (clock >= state) continue;
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
        const struct = structs[at]!;
        if (struct.id.clock >= clock + length) break;
        if (!struct.deleted) return true;
      }
    }
  }
  return false;
}

/** What is to be read in one copy of a document, and deleted, unknown or other text in another one. */
export function livingOnlyIn(doc: Y.Doc, other: Y.Doc): ClockRanges {
  const ranges: ClockRanges = new Map();
  for (const [client, structs] of doc.store.clients) {
    const others = other.store.clients.get(client) ?? [];
    const state = Y.getState(other.store, client);
    for (const struct of structs) {
      if (struct.deleted) continue;
      const end = struct.id.clock + struct.length;
      for (let clock = struct.id.clock; clock < end; ) {
        const same = clock < state ? others[Y.findIndexSS(others, clock)] : undefined;
        const next = same === undefined ? end : Math.min(end, same.id.clock + same.length);
        if (same === undefined || same.deleted || isOtherText(struct, same, clock, next))
          addRange(ranges, client, clock, next - clock);
        clock = next;
      }
    }
  }
  return ranges;
}

/** Whether two people wrote under the same ids: what Yjs has ruined counts as no text of its own. */
function isOtherText(own: Y.Item | Y.GC, other: Y.Item | Y.GC, from: number, to: number): boolean {
  const [text, otherText] = [own, other].map((struct) =>
    struct instanceof Y.Item && struct.content instanceof Y.ContentString
      ? struct.content.str.slice(from - struct.id.clock, to - struct.id.clock)
      : null,
  );
  return text != null && otherText != null && text !== otherText && !text.includes('\ufffd');
}

/**
 * Writes what stands in these ranges again, under the document's client id of now, which must be none
 * of theirs. What is inside shared types inside others stays as it is: documents have none.
 *
 * @param before what was written again before: it is deleted by now, and nobody else may know it, so
 * whatever refers to it is kept out as well
 */
export function writeAgain(
  doc: Y.Doc,
  ranges: ClockRanges,
  origin: unknown,
  before: ClockRanges = new Map(),
): void {
  const apart: ClockRanges = new Map();
  for (const added of [before, ranges]) addRanges(apart, added);
  doc.transact((transaction) => {
    keepClaimAgain(doc);
    const copies = copyApart(transaction, ranges, apart);
    // So that one's own undo still knows what it is about.
    new Restored(doc).add(copies);
  }, origin);
  // After whoever listens has seen it go.
  doc.transact((transaction) => takeOut(transaction, apart), origin);
}

/** What was copied where. */
export interface Copied {
  of: Span;
  to: ItemId;
}

/** Copies what stands in these ranges and deletes it; the copies refer to nothing that is `apart`. */
export function copyApart(
  transaction: Y.Transaction,
  ranges: ClockRanges,
  apart: ClockRanges,
): Copied[] {
  const lists = new Set<Y.AbstractType<unknown>>();
  const registers: Y.Item[] = [];
  for (const [client, list] of ranges)
    for (const [clock, length] of list)
      for (const item of itemsIn(transaction, { client, clock, length })) {
        const parent = item.parent as Y.AbstractType<unknown>;
        if (item.deleted || parent._item !== null || item.content instanceof Y.ContentType)
          continue;
        if (item.parentSub === null) lists.add(parent);
        else registers.push(item);
      }
  const copies: Copied[] = [];
  for (const list of lists) copyList(transaction, list, ranges, apart, copies);
  for (const item of registers) copyRegister(transaction, item, apart);
  return copies;
}

/** Deletes all that stands in these ranges. */
export function deleteAll(transaction: Y.Transaction, ranges: ClockRanges): void {
  for (const [client, list] of ranges)
    for (const [clock, length] of list)
      for (const item of itemsIn(transaction, { client, clock, length })) {
        const parent = item.parent as Y.AbstractType<unknown>;
        item.delete(transaction);
        if (parent._searchMarker) parent._searchMarker.length = 0;
      }
}

/**
 * Takes deleted items out of their lists, and is left with as little of them as everybody else has:
 * what is written from now on cannot come to stand next to them.
 */
export function takeOut(transaction: Y.Transaction, ranges: ClockRanges): void {
  for (const [client, list] of ranges)
    for (const [clock, length] of list)
      for (const item of itemsIn(transaction, { client, clock, length })) {
        const parent = item.parent as Y.AbstractType<unknown>;
        if (!item.deleted || parent._item !== null || item.content instanceof Y.ContentType)
          continue;
        const { left, right, parentSub } = item;
        if (left !== null) left.right = right;
        else if (parentSub === null) parent._start = right;
        if (right !== null) right.left = left;
        else if (parentSub !== null && parent._map.get(parentSub) === item) {
          if (left === null) parent._map.delete(parentSub);
          else parent._map.set(parentSub, left);
        }
        if (parent._searchMarker) parent._searchMarker.length = 0;
        const structs = transaction.doc.store.clients.get(client)!;
        structs[Y.findIndexSS(structs, item.id.clock)] = new Y.GC(item.id, item.length);
      }
}

function copyList(
  transaction: Y.Transaction,
  list: Y.AbstractType<unknown>,
  ranges: ClockRanges,
  apart: ClockRanges,
  copies: Copied[],
): void {
  const isLost = (item: Y.Item) => hasClock(ranges, item.id.client, item.id.clock);
  const isApart = (item: Y.Item) => hasClock(apart, item.id.client, item.id.clock);
  let left: Y.Item | null = null;
  for (let item = list._start; item !== null; ) {
    if (!isApart(item)) {
      left = item;
      item = item.right;
      continue;
    }
    const run: Y.Item[] = [];
    for (; item !== null && isApart(item); item = item.right) if (isLost(item)) run.push(item);
    for (const lost of run) {
      if (lost.deleted || lost.content instanceof Y.ContentType) continue;
      const { client, clock } = lost.id;
      left = copyOf(transaction, lost, left, item, null);
      copies.push({ of: { client, clock, length: lost.length }, to: left.id });
    }
    for (const lost of run) {
      if (!(lost.content instanceof Y.ContentType)) lost.delete(transaction);
    }
  }
  // Places that Yjs remembers for a while are off when items come and go.
  if (list._searchMarker) list._searchMarker.length = 0;
}

function copyRegister(transaction: Y.Transaction, lost: Y.Item, apart: ClockRanges): void {
  let left = lost.left;
  while (left !== null && hasClock(apart, left.id.client, left.id.clock)) left = left.left;
  const { parentSub } = lost;
  const values = (lost.parent as Y.AbstractType<unknown>)._map;
  // Else it depends on the ids which of them counts.
  if (left !== null) {
    left.right = null;
    values.set(parentSub!, left);
  } else values.delete(parentSub!);
  copyOf(transaction, lost, left, null, parentSub);
  lost.delete(transaction);
}

/** Of a rank, under which an item is put behind others or before them, the copy has the same. */
function copyOf(
  transaction: Y.Transaction,
  { id, parent, content }: Y.Item,
  left: Y.Item | null,
  right: Y.Item | null,
  parentSub: string | null,
): Y.Item {
  const { clientID, store } = transaction.doc;
  const client = (clientID % OWN_IDS) + Math.floor(id.client / OWN_IDS) * OWN_IDS;
  const copy = new Y.Item(
    Y.createID(client, Y.getState(store, client)),
    left,
    left?.lastId ?? null,
    right,
    right?.id ?? null,
    parent,
    parentSub,
    content.copy(),
  );
  copy.integrate(transaction, 0);
  return copy;
}

/** The items of a span, cut where it begins and ends. */
export function* itemsIn(
  transaction: Y.Transaction,
  { client, clock, length }: Span,
): Generator<Y.Item> {
  const { store } = transaction.doc;
  const end = Math.min(clock + length, Y.getState(store, client));
  for (let at = clock; at < end; ) {
    let item: Y.Item | Y.GC = Y.getItemCleanStart(transaction, Y.createID(client, at));
    if (item instanceof Y.Item && item.id.clock + item.length > end)
      item = Y.getItemCleanEnd(transaction, store, Y.createID(client, end - 1));
    at = item.id.clock + item.length;
    if (item instanceof Y.Item) yield item;
  }
}

export function hasClock(ranges: ClockRanges, client: number, clock: number): boolean {
  const list = ranges.get(client);
  if (!list) return false;
  const found = list[firstBehind(list, clock, endOfRange)];
  return found !== undefined && found[0] <= clock;
}
