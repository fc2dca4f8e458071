/**
 * Who comes first where several people insert at one spot, not knowing of each other.
 *
 * Yjs decides that by client ids, and keeps together what one person types on from there. Two texts
 * may come in either order. But text at the end of a block must not come to stand in the block that
 * someone else opens behind it, nor take on the formatting that someone else begins there. So what
 * opens a block or formats text is inserted under a client id above those of all text; and a mark
 * behind a block refers to where the block's text begins, not to its last character, which may be
 * one that others do not have. What undo brings back comes behind all of these, before where it stood.
 *
 * Invariant: all replicas get the same order from Yjs, which is told nothing but left and right
 * neighbours that are there.
 */
import * as Y from 'yjs';
import { firstLength } from './pairs.ts';

/** Own ids of devices are below this; those above are theirs, too, for what ranks higher. */
export const OWN_IDS = 2 ** 32;

const RANKS = {
  text: 0,
  formatting: 1,
  marker: 2,
  'restored marker': 3,
  'restored text': 4,
} as const;
export type Rank = keyof typeof RANKS;

/** The client id under which a device inserts what has this rank. */
function clientIdFor(rank: Rank, own: number): number {
  return (own % OWN_IDS) + RANKS[rank] * OWN_IDS;
}

/** All ids that a device writes under. */
export function clientIdsOf(own: number): number[] {
  return Object.values(RANKS).map((rank) => own + rank * OWN_IDS);
}

/** Ids of devices, of whatever rank, are below this. */
export const ALL_IDS = Object.keys(RANKS).length * OWN_IDS;

/** Items looked at for where a character was put in, of which there may be tens of thousands. */
const MOST_BETWEEN = 100;

/** Whether what was inserted under this client id opens a block. */
export function isMarker(client: number): boolean {
  return client >= RANKS.marker * OWN_IDS && client < RANKS['restored text'] * OWN_IDS;
}

/** Whether what was inserted under this client id was inserted by this copy of the document. */
export function isOwnClient(doc: Pick<Y.Doc, 'clientID'>, client: number): boolean {
  return client % OWN_IDS === doc.clientID % OWN_IDS;
}

/**
 * Has all that `change` inserts come behind what others insert at the same spot with a lower rank.
 */
export function insertAs<T>(rank: Rank, doc: Y.Doc, change: () => T): T {
  const own = doc.clientID;
  doc.clientID = clientIdFor(rank, own);
  try {
    return change();
  } finally {
    doc.clientID = own;
  }
}

/**
 * Inserts a marker behind all there is between the marker `head` and the one at `right` (null: the
 * end), and behind all that others insert there, not knowing of it. Null where that cannot be said.
 */
export function insertBehindAll(
  text: Y.Text,
  head: Y.Item,
  right: Y.Item | null,
  marker: object,
): Y.Item | null {
  const doc = text.doc;
  if (!doc) throw new Error('no document');
  return doc.transact((transaction) => {
    const client = clientIdFor('marker', doc.clientID);
    const left = leftmost(transaction, head, right, client);
    const between = { left, right };
    return left && putItem(transaction, text, client, between, new Y.ContentEmbed(marker));
  });
}

/**
 * Puts a marker back that is gone: before all that anybody wrote behind it, and behind what others
 * write or open before it, not knowing of this.
 *
 * @param isOpen whether an item opens a block
 */
export function insertRestoredMarker(
  transaction: Y.Transaction,
  gone: Y.Item,
  content: Y.Item['content'],
  isOpen: (item: Y.Item) => boolean,
): Y.Item {
  let head = gone.left;
  while (head && (head.deleted || !isOpen(head))) head = head.left;
  const client = clientIdFor('restored marker', transaction.doc.clientID);
  const left = head && leftmost(transaction, head, gone, client);
  return putBefore(transaction, client, left, gone, content);
}

/** The same of what is one character. */
export function insertRestoredCharacter(
  transaction: Y.Transaction,
  gone: Y.Item,
  content: Y.Item['content'],
): Y.Item {
  const { doc } = transaction;
  const client = clientIdFor('restored text', doc.clientID);
  const left = gone.origin && Y.getItemCleanEnd(transaction, doc.store, gone.origin);
  const isFirst = left && allHangOn(doc, left, left.length, gone, client, MOST_BETWEEN);
  return putBefore(transaction, client, isFirst ? left : null, gone, content);
}

/** Whether an item is such a copy of a character, which stood where another item begins. */
export function isCopyBefore({ id, rightOrigin }: Y.Item, gone: Y.Item): boolean {
  return id.client >= RANKS['restored text'] * OWN_IDS && Y.compareIDs(rightOrigin, gone.id);
}

/** Puts something directly before what is gone, as if it had been put behind `left` before others came between. */
function putBefore(
  transaction: Y.Transaction,
  client: number,
  left: Y.Item | null,
  gone: Y.Item,
  content: Y.Item['content'],
): Y.Item {
  const between = { left: left ?? gone.left, right: gone };
  return putItem(transaction, gone.parent as Y.Text, client, between, content);
}

/** Puts something between two items, as Yjs does for what a client inserts. */
export function putItem(
  transaction: Y.Transaction,
  text: Y.Text,
  client: number,
  { left, right }: { left: Y.Item | null; right: Y.Item | null },
  content: Y.Item['content'],
): Y.Item {
  const id = Y.createID(client, Y.getState(transaction.doc.store, client));
  const [origin, rightOrigin] = [left?.lastId ?? null, right?.id ?? null];
  const item = new Y.Item(id, left, origin, right, rightOrigin, text, null, content);
  item.integrate(transaction, 0);
  // The indexes of places that Yjs remembers, to find others from there, are no longer true.
  if (text._searchMarker) text._searchMarker.length = 0;
  return item;
}

/** The item nearest to the block's beginning that everything up to `right` hangs on. */
function leftmost(
  transaction: Y.Transaction,
  head: Y.Item,
  right: Y.Item | null,
  client: number,
): Y.Item | null {
  const { doc } = transaction;
  const hangsOn = (item: Y.Item, length: number) => allHangOn(doc, item, length, right, client);
  if (hangsOn(head, head.length)) return head;
  // The block was split off: its text was there before its marker, and hangs on the block before.
  const first = head.right;
  if (!first || first === right) return null;
  const { content, id } = first;
  const length = content instanceof Y.ContentString ? firstLength(content.str) : 1;
  // Nothing is cut before it is known to be of use, and never a character.
  if (hangsOn(first, length)) {
    if (length === first.length) return first;
    return Y.getItemCleanEnd(transaction, doc.store, Y.createID(id.client, id.clock + length - 1));
  }
  // The block behind was split off it: what was written on since hangs where that was.
  const last = right?.origin && Y.getItem(doc.store, right.origin);
  return last instanceof Y.Item && hangsOn(last, last.length) ? last : null;
}

/**
 * Whether Yjs would put an item that refers to the first `length` positions of `left` and to
 * `right` directly before `right`: all that stands between them was inserted behind those, or
 * behind what was. Where that is more than `most` items it is not known.
 */
function allHangOn(
  doc: Y.Doc,
  left: Y.Item,
  length: number,
  right: Y.Item | null,
  client: number,
  most = Number.POSITIVE_INFINITY,
): boolean {
  const last = left.id.clock + length - 1;
  const hanging = new Set<unknown>();
  const hangs = (origin: Y.ID): boolean => {
    const item = Y.getItem(doc.store, origin);
    return hanging.has(item) || (item === left && origin.clock > last);
  };
  // What is left of `left` hangs on its beginning, and was inserted by who inserted that.
  if (length < left.length && left.id.client >= client) return false;
  let item = left.right;
  for (; item !== null && item !== right; item = item.right) {
    if (item.origin === null || hanging.size === most) return false;
    if (Y.compareIDs(item.origin, Y.createID(left.id.client, last))) {
      if (item.id.client >= client) return false;
    } else if (!hangs(item.origin)) return false;
    hanging.add(item);
  }
  // What stands right of it must not hang on any of it: Yjs keeps that together.
  if (item !== right || !right?.origin) return item === right;
  return !hangs(right.origin);
}
