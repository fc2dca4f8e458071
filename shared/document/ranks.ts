/**
 * Who comes first where several people insert at one spot, not knowing of each other.
 *
 * Yjs decides that by client ids, and keeps together what one person types on from there. Two texts
 * may come in either order. But text at the end of a block must not come to stand in the block that
 * someone else opens behind it, nor take on the formatting that someone else begins there. So what
 * opens a block or formats text is inserted under a client id above those of all text; and a mark
 * behind a block refers to where the block's text begins, not to its last character, which may be
 * one that others do not have.
 *
 * Invariant: all replicas get the same order from Yjs, which is told nothing but left and right
 * neighbours that are there.
 */
import * as Y from 'yjs';

/** Own ids of devices are below this. */
const OWN_IDS = 2 ** 32;

const RANKS = { formatting: 1, mark: 2 } as const;

/** The client id under which a device inserts what has this rank. */
function clientIdFor(rank: keyof typeof RANKS, own: number): number {
  return (own % OWN_IDS) + RANKS[rank] * OWN_IDS;
}

/** Whether what was inserted under this client id was inserted by this copy of the document. */
export function isOwnClient(doc: Y.Doc, client: number): boolean {
  return client % OWN_IDS === doc.clientID % OWN_IDS;
}

/** Has all that `change` inserts come behind what others insert at the same spot with a lower rank. */
export function insertAs<T>(rank: keyof typeof RANKS, doc: Y.Doc, change: () => T): T {
  const own = doc.clientID;
  doc.clientID = clientIdFor(rank, own);
  try {
    return change();
  } finally {
    doc.clientID = own;
  }
}

/**
 * Inserts a mark behind all there is between the mark `head` and the one at `right` (null: the end),
 * and behind all that others insert there, not knowing of it. Null where that cannot be said.
 */
export function insertBehindAll(
  text: Y.Text,
  head: Y.Item,
  right: Y.Item | null,
  mark: object,
): Y.Item | null {
  const doc = text.doc;
  if (!doc) throw new Error('The text belongs to no document.');
  return doc.transact((transaction) => {
    const client = clientIdFor('mark', doc.clientID);
    const left = leftmost(transaction, head, right, client);
    if (!left) return null;
    const id = Y.createID(client, Y.getState(doc.store, client));
    const content = new Y.ContentEmbed(mark);
    const item = new Y.Item(id, left, left.lastId, right, right?.id ?? null, text, null, content);
    item.integrate(transaction, 0);
    // The indexes of places that Yjs remembers, to find others from there, are no longer true.
    if (text._searchMarker) text._searchMarker.length = 0;
    return item;
  });
}

/** The item nearest to the block's beginning that everything up to `right` hangs on. */
function leftmost(
  transaction: Y.Transaction,
  head: Y.Item,
  right: Y.Item | null,
  client: number,
): Y.Item | null {
  if (allHangOn(transaction.doc, head, right, client)) return head;
  // The block was split off: its text was there before its mark, and hangs on the block before.
  const first = head.right;
  if (!first || first === right) return null;
  const left = Y.getItemCleanEnd(transaction, transaction.doc.store, first.id);
  return left instanceof Y.Item && allHangOn(transaction.doc, left, right, client) ? left : null;
}

/**
 * Whether Yjs would put an item that refers to `left` and `right` directly before `right`: all that
 * stands between them was inserted behind `left`, or behind what was.
 */
function allHangOn(doc: Y.Doc, left: Y.Item, right: Y.Item | null, client: number): boolean {
  const hanging = new Set<unknown>();
  let item = left.right;
  for (; item !== null && item !== right; item = item.right) {
    if (item.origin === null) return false;
    if (Y.compareIDs(item.origin, left.lastId)) {
      if (item.id.client >= client) return false;
    } else if (!hanging.has(Y.getItem(doc.store, item.origin))) return false;
    hanging.add(item);
  }
  // What stands right of it must not hang on any of it: Yjs keeps that together.
  if (item !== right || !right?.origin) return item === right;
  return !hanging.has(Y.getItem(doc.store, right.origin));
}
