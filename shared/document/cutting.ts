/**
 * Cutting many items of a document at once, and applying updates that need it.
 *
 * Where something is put into the middle of an item Yjs cuts that in two, and makes room for the half
 * in the list of all items of its client: where thousands are cut, the square of them. Here the list is
 * written anew once.
 *
 * Invariant: the document reads as before, and what is cut is what Yjs would cut.
 */
import * as Y from 'yjs';
import type { ItemId } from './clock-ranges.ts';

/** Fewer are cut by Yjs as soon: to move one of a list takes a fraction of what it takes to look at it. */
export const FEW_CUTS = 32;
/** Updates of fewer bytes have few items. */
const SMALL = 2_048;

/** The same as Yjs' own, sooner where much of what is there is cut. Throws what that throws. */
export function applyUpdate(doc: Y.Doc, update: Uint8Array, origin?: unknown): void {
  // In an empty document there is nothing to be cut: a long one is read once where it is opened.
  if (update.length < SMALL || doc.store.clients.size === 0) {
    Y.applyUpdate(doc, update, origin);
    return;
  }
  Y.transact(
    doc,
    (transaction) => {
      cutsOf(doc, update)?.make(transaction);
      Y.applyUpdate(doc, update, origin);
    },
    origin,
    false,
  );
}

/** Places at which items are to begin. */
export class Cuts {
  /** By client, and by clock whether deleted items are cut there as well. */
  readonly #clients = new Map<number, Map<number, boolean>>();

  add({ client, clock }: ItemId, ofDeleted = true): void {
    const clocks = this.#clients.get(client);
    if (clocks) clocks.set(clock, ofDeleted || clocks.get(clock) === true);
    else this.#clients.set(client, new Map([[clock, ofDeleted]]));
  }

  /** Cuts what is there at them; where few of a client would be cut, that is left to Yjs. */
  make(transaction: Y.Transaction): void {
    for (const [client, clocks] of this.#clients)
      if (clocks.size >= FEW_CUTS) cutItems(transaction, client, clocks);
  }
}

function cutItems(
  transaction: Y.Transaction,
  client: number,
  cuts: ReadonlyMap<number, boolean>,
): void {
  const { store } = transaction.doc;
  const clocks = [...cuts.keys()].sort((a, b) => a - b);
  const all: (Y.Item | Y.GC)[] = [];
  let next = 0;
  for (const struct of store.clients.get(client) ?? []) {
    const end = struct.id.clock + struct.length;
    while (next < clocks.length && clocks[next]! <= struct.id.clock) next++;
    if (!(struct instanceof Y.Item) || next === clocks.length || clocks[next]! >= end) {
      all.push(struct);
      continue;
    }
    // In a list of its own, in which there is nothing to be moved.
    const parts: (Y.Item | Y.GC)[] = [struct];
    store.clients.set(client, parts);
    for (; next < clocks.length && clocks[next]! < end; next++)
      if (!struct.deleted || cuts.get(clocks[next]!))
        Y.getItemCleanStart(transaction, Y.createID(client, clocks[next]!));
    for (const part of parts) all.push(part);
  }
  if (all.length > 0) store.clients.set(client, all);
}

/**
 * Where an update puts something into items that are there, or deletes a part of them. Null where some
 * of it has to wait for what is not there, by which nothing is cut yet.
 */
function cutsOf(doc: Y.Doc, update: Uint8Array): Cuts | null {
  const { structs, ds } = Y.decodeUpdate(update);
  const stateOf = (client: number) => Y.getState(doc.store, client);
  /** For each client the clock after what is there and comes. */
  const ends = new Map<number, number>();
  const endOf = (client: number) => ends.get(client) ?? stateOf(client);
  const fresh: Y.Item[] = [];
  for (const struct of structs) {
    const { client, clock } = struct.id;
    // What is behind a gap.
    if (struct instanceof Y.Skip || clock > endOf(client)) return null;
    if (clock + struct.length <= endOf(client)) continue;
    // Of one that is here in part Yjs looks for the rest only.
    if (struct instanceof Y.Item && clock === endOf(client)) fresh.push(struct);
    ends.set(client, clock + struct.length);
  }
  const cuts = new Cuts();
  const cut = (client: number, clock: number, ofDeleted: boolean) => {
    if (clock < stateOf(client)) cuts.add({ client, clock }, ofDeleted);
  };
  for (const { origin, rightOrigin, parent } of fresh) {
    for (const id of [origin, rightOrigin, parent])
      if (id instanceof Y.ID && id.clock >= endOf(id.client)) return null;
    if (origin) cut(origin.client, origin.clock + 1, true);
    if (rightOrigin) cut(rightOrigin.client, rightOrigin.clock, true);
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) {
      cut(client, clock, false);
      cut(client, clock + len, false);
    }
  return cuts;
}
