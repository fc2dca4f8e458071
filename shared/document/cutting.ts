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
      for (const [client, cuts] of cutsOf(doc, update)) cutItems(transaction, client, cuts);
      Y.applyUpdate(doc, update, origin);
    },
    origin,
    false,
  );
}

/** Where items of a client are to begin: by clock, whether deleted ones are cut there as well. */
type Cuts = Map<number, boolean>;

/** Cuts items so that one begins at each of these places, as far as there are items. */
export function cutItems(transaction: Y.Transaction, client: number, cuts: Cuts): void {
  const { store } = transaction.doc;
  const structs = store.clients.get(client);
  if (!structs || cuts.size < FEW_CUTS) return;
  const clocks = [...cuts.keys()].sort((a, b) => a - b);
  const all: (Y.Item | Y.GC)[] = [];
  let next = 0;
  for (const struct of structs) {
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
  store.clients.set(client, all);
}

/** Where an update puts something into items that are there, or deletes a part of them. */
function cutsOf(doc: Y.Doc, update: Uint8Array): ReadonlyMap<number, Cuts> {
  const { structs, ds } = Y.decodeUpdate(update);
  const stateOf = (client: number) => Y.getState(doc.store, client);
  /** For each client the clock after what is there and comes without a gap. */
  const ends = new Map<number, number>();
  const fresh = structs.filter(({ id: { client, clock }, length }) => {
    const end = ends.get(client) ?? stateOf(client);
    if (clock > end || clock + length <= end) return false;
    ends.set(client, clock + length);
    // Of one that is here in part Yjs looks for the rest only.
    return clock === end;
  });
  const all = new Map<number, Cuts>();
  const cut = (client: number, clock: number, alsoDeleted: boolean) => {
    if (clock >= stateOf(client)) return;
    const cuts = all.get(client);
    if (cuts) cuts.set(clock, alsoDeleted || cuts.get(clock) === true);
    else all.set(client, new Map([[clock, alsoDeleted]]));
  };
  const isHere = (id: Y.ID | null) =>
    id === null || id.clock < (ends.get(id.client) ?? stateOf(id.client));
  /** What waits for something is cut when that comes, and so is what the same client wrote after it. */
  const waiting = new Set<number>();
  for (const struct of fresh) {
    if (!(struct instanceof Y.Item) || waiting.has(struct.id.client)) continue;
    const { origin, rightOrigin } = struct;
    if (!isHere(origin) || !isHere(rightOrigin)) waiting.add(struct.id.client);
    else {
      if (origin) cut(origin.client, origin.clock + 1, true);
      if (rightOrigin) cut(rightOrigin.client, rightOrigin.clock, true);
    }
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) {
      cut(client, clock, false);
      cut(client, clock + len, false);
    }
  return all;
}
