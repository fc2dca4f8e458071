/**
 * Formatting text, and deleting formatted text, without what Yjs does for it.
 *
 * Yjs keeps formatting as items between characters, each of which says what holds from there on. It
 * deletes those that say nothing new, lets others do their work where they happen to say the same,
 * and does so on every device, for what that device knows. Where somebody else wrote, deleted or
 * took something back meanwhile, the item that is left is the wrong one: formatting ends early, or
 * goes on to the end of the document.
 *
 * Invariant: nothing here deletes an item of formatting or relies on another one's staying, so how
 * a character is formatted never depends on what becomes of its neighbours.
 */
import * as Y from 'yjs';
import { type Attributes, sameValue } from './marks.ts';
import { insertAs } from './ranks.ts';

interface ItemId {
  client: number;
  clock: number;
}

/** A stretch of the text in which an attribute got another value; null says that it has none. */
export interface Formatted {
  key: string;
  before: unknown;
  after: unknown;
  /** Items of the text at both ends, which belong to it. */
  from: ItemId;
  to: ItemId;
}

const untidied = new WeakSet<Y.Doc>();

/** Keeps Yjs from tidying the formatting of a document whenever an update arrives. */
export function keepFormatting(doc: Y.Doc): void {
  if (untidied.has(doc)) return;
  untidied.add(doc);
  doc.on('afterTransaction', (transaction) => {
    transaction._needFormattingCleanup = false;
  });
}

/** What was formatted in a transaction on this device, in the order in which it was. */
export function formattedIn(transaction: Y.Transaction): readonly Formatted[] {
  return transaction.meta.get(formattedIn) ?? [];
}

/** Deletes positions of a text, and leaves the formatting between them where it is. */
export function erase(text: Y.Text, index: number, length: number): void {
  // In a text without formatting Yjs knows the way to an index.
  if (text._searchMarker) text.delete(index, length);
  else
    inTransaction(text, (transaction) => {
      for (const item of positions(transaction, text, index, length)) item.delete(transaction);
    });
}

/**
 * Gives positions of a text these attributes, null taking one away. `attributes` are those that the
 * first position has.
 */
export function setAttributes(
  text: Y.Text,
  index: number,
  length: number,
  attributes: Attributes,
  changes: Attributes,
): void {
  inTransaction(text, (transaction) => {
    const items = [...positions(transaction, text, index, length)];
    const first = items[0];
    const last = items[items.length - 1];
    if (!first || !last) return;
    for (const [key, value] of Object.entries(changes))
      write(transaction, { first, last, inForce: attributes[key] ?? null }, key, () => value);
  });
}

/** Takes a change of formatting back where it still stands, as far as all items of it are known. */
export function resetAttributes(text: Y.Text, { key, before, after, from, to }: Formatted): void {
  inTransaction(text, (transaction) => {
    const { store } = transaction.doc;
    const first = Y.getItemCleanStart(transaction, Y.createID(from.client, from.clock));
    const last = Y.getItemCleanEnd(transaction, store, Y.createID(to.client, to.clock));
    for (const item of [first, last])
      if (!(item instanceof Y.Item) || (item.parent as unknown) !== text) return;
    const stretch = { first, last, inForce: valueBefore(first, key) };
    write(transaction, stretch, key, (value) => (sameValue(value, after) ? before : value));
  });
}

/** Items that follow one another, and the value of an attribute right before the first. */
interface Range {
  first: Y.Item;
  last: Y.Item;
  inForce: unknown;
}

/**
 * Gives every position of a stretch the value that `change` makes of the one it has, and has all
 * behind it keep theirs.
 */
function write(
  transaction: Y.Transaction,
  { first, last, inForce }: Range,
  key: string,
  change: (value: unknown) => unknown,
): void {
  const needed: { before: Y.Item; value: unknown; opens: Formatted | null }[] = [];
  const formatted: Formatted[] = [];
  let had = inForce;
  let has = inForce;
  let open: Formatted | null = null;
  for (let item: Y.Item | null = first; item !== null; item = item.right) {
    if (!item.deleted && isFormat(item.content, key)) {
      had = item.content.value;
      has = had;
    } else if (!item.deleted && item.countable) {
      const value = change(had);
      const isChanged = !sameValue(had, value);
      const goesOn = isChanged && open !== null && sameValue(open.before, had);
      if (!goesOn) {
        open = isChanged
          ? { key, before: had, after: value, from: { ...item.id }, to: lastIdOf(item) }
          : null;
        if (open) formatted.push(open);
      } else open!.to = lastIdOf(item);
      if (!sameValue(has, value)) needed.push({ before: item, value, opens: goesOn ? null : open });
      has = value;
    }
    if (item === last) break;
  }
  // From the end: others may get these one by one, and none may go on where it is to end.
  if (!sameValue(has, had) && !isFollowedBy(last, key)) {
    const end = putIn(transaction, last, last.right, key, had);
    if (open) open.to = { ...end.id };
  }
  for (const { before, value, opens } of needed.reverse()) {
    const start = putIn(transaction, before.left, before, key, value);
    if (opens) opens.from = { ...start.id };
  }
  const all: Formatted[] = transaction.meta.get(formattedIn) ?? [];
  transaction.meta.set(formattedIn, [...all, ...formatted]);
}

/** Whether what is behind an item begins with a change of this attribute. */
function isFollowedBy(last: Y.Item, key: string): boolean {
  for (let item = last.right; item !== null; item = item.right) {
    if (item.deleted) continue;
    if (item.countable) return false;
    if (isFormat(item.content, key)) return true;
  }
  // Nobody sees how far it goes, but somebody may write there.
  return false;
}

function putIn(
  transaction: Y.Transaction,
  left: Y.Item | null,
  right: Y.Item | null,
  key: string,
  value: unknown,
): Y.Item {
  const { doc } = transaction;
  const text = (left ?? right)!.parent as Y.Text;
  let item: Y.Item | null = null;
  insertAs('formatting', doc, () => {
    const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID));
    const content = new Y.ContentFormat(key, value as object);
    const lastId = left?.lastId ?? null;
    item = new Y.Item(id, left, lastId, right, right?.id ?? null, text, null, content);
    item.integrate(transaction, 0);
  });
  return item!;
}

/** The value of an attribute right before an item. */
function valueBefore(item: Y.Item, key: string): unknown {
  for (let at = item.left; at !== null; at = at.left)
    if (!at.deleted && isFormat(at.content, key)) return at.content.value;
  return null;
}

/** What holds positions of a text, cut where they begin and end. */
function* positions(
  transaction: Y.Transaction,
  text: Y.Text,
  index: number,
  length: number,
): Generator<Y.Item> {
  let before = index;
  let left = length;
  for (let item = text._start; item !== null && left > 0; item = item.right) {
    if (item.deleted || !item.countable) continue;
    if (before >= item.length) {
      before -= item.length;
      continue;
    }
    const { client, clock } = item.id;
    if (before > 0) item = Y.getItemCleanStart(transaction, Y.createID(client, clock + before));
    before = 0;
    if (item.length > left)
      Y.getItemCleanStart(transaction, Y.createID(client, item.id.clock + left));
    left -= item.length;
    yield item;
  }
}

function inTransaction(text: Y.Text, change: (transaction: Y.Transaction) => void): void {
  if (!text.doc) throw new Error('The text belongs to no document.');
  text.doc.transact(change);
}

function isFormat(content: Y.Item['content'], key: string): content is Y.ContentFormat {
  return content instanceof Y.ContentFormat && content.key === key;
}

function lastIdOf({ id, length }: Y.Item): ItemId {
  return { client: id.client, clock: id.clock + length - 1 };
}
