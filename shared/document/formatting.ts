/**
 * Formatting text, and deleting formatted text, without what Yjs does for it.
 *
 * Yjs keeps formatting as items between characters, each of which says what holds from there on. It
 * deletes those that say nothing new, lets others do their work where they happen to say the same,
 * and does so on every device, for what that device knows. Where somebody else wrote, deleted or
 * took something back meanwhile, the item that is left is the wrong one: formatting ends early, or
 * goes on to the end of the document.
 *
 * Invariant: nothing here deletes an item of formatting, so how a character is formatted does not
 * depend on what becomes of its neighbours; and whoever begins formatting, or has it go on, ends it
 * too, and writes the end first, so that no device ever has a beginning without its end.
 */
import * as Y from 'yjs';
import { insertAs, isCopyBefore, isMarker, isOwnClient, putItem } from './client-ranks.ts';
import type { ItemId } from './clock-ranges.ts';
import { type Attributes, NO_ATTRIBUTES, sameValue } from './marks.ts';
import { keepPairs, withoutHalves } from './pairs.ts';

/** A stretch of the text in which an attribute got another value; null says that it has none. */
export interface Formatted {
  key: string;
  before: unknown;
  after: unknown;
  /** Items of the text at both ends, which belong to it. */
  from: ItemId;
  to: ItemId;
}

/** Text, an object or a block's marker, and its attributes. */
export interface Insertion {
  insert: string | object;
  attributes?: Attributes;
}

const untidied = new WeakSet<Y.Doc>();

/**
 * Keeps Yjs from tidying the formatting of a document whenever an update arrives, and from ruining
 * characters.
 */
export function disableFormattingCleanup(doc: Y.Doc): void {
  if (untidied.has(doc)) return;
  untidied.add(doc);
  keepPairs(doc);
  doc.on('afterTransaction', (transaction) => {
    transaction._needFormattingCleanup = false;
  });
}

/** What was formatted in a transaction on this device, in the order in which it was. */
export function formattedIn(transaction: Y.Transaction): readonly Formatted[] {
  return transaction.meta.get(formattedIn) ?? [];
}

/**
 * Deletes positions of a text, so many behind the beginning of an item (null: the first), and
 * leaves the formatting between them where it is.
 */
export function erase(text: Y.Text, index: number, length: number, start: Y.Item | null): void {
  inTransaction(text, (transaction) => {
    for (const item of positions(transaction, start ?? text._start, index, length))
      item.delete(transaction);
  });
}

/** Where positions are counted from: an item (null: the first), and what is in force before it. */
export interface Start {
  item: Y.Item | null;
  startAttributes: Attributes;
}

/**
 * Puts text, objects or markers in, one after the other, so many positions behind a start. The
 * items of them are returned.
 */
export function putAt(
  text: Y.Text,
  index: number,
  pieces: readonly Insertion[],
  start: Start = { item: null, startAttributes: NO_ATTRIBUTES },
): Y.Item[] {
  return inTransaction(text, (transaction) => {
    const { doc } = transaction;
    const wanted = pieces[0]?.attributes;
    const { left, right, inForce } = placeAt(transaction, text, index, start, wanted);
    let previous = left;
    const items = pieces.map(({ insert }) => {
      const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID));
      const content =
        typeof insert === 'string'
          ? new Y.ContentString(withoutHalves(insert))
          : new Y.ContentEmbed(insert);
      const origin = previous?.lastId ?? null;
      const item = new Y.Item(id, previous, origin, right, right?.id ?? null, text, null, content);
      item.integrate(transaction, 0);
      previous = item;
      return item;
    });
    for (const { key, value, from, to } of stretchesOf(pieces, inForce)) {
      const had = inForce[key] ?? null;
      if (!sameValue(had, value))
        setIn(transaction, { first: items[from]!, last: items[to]!, inForce: had }, key, value);
    }
    return items;
  });
}

/** From which piece to which an attribute is to have the same value. */
function stretchesOf(
  pieces: readonly Insertion[],
  inForce: Attributes,
): { key: string; value: unknown; from: number; to: number }[] {
  const all: { key: string; value: unknown; from: number; to: number }[] = [];
  const latest = new Map<string, (typeof all)[number]>();
  pieces.forEach(({ attributes = NO_ATTRIBUTES }, at) => {
    for (const key of Object.keys({ ...inForce, ...attributes })) {
      const value = attributes[key] ?? null;
      const last = latest.get(key);
      if (last && last.to === at - 1 && sameValue(last.value, value)) last.to = at;
      else {
        const stretch = { key, value, from: at, to: at };
        latest.set(key, stretch);
        all.push(stretch);
      }
    }
  });
  return all;
}

/**
 * Between which items a place so many positions behind a start is, as near as there is to what has
 * the attributes wanted there, and what formatting is in force there.
 */
function placeAt(
  transaction: Y.Transaction,
  text: Y.Text,
  index: number,
  { item, startAttributes }: Start,
  wanted: Attributes = NO_ATTRIBUTES,
): { left: Y.Item | null; right: Y.Item | null; inForce: Attributes } {
  const inForce: Record<string, unknown> = { ...startAttributes };
  const { clientID, store } = transaction.doc;
  const last = Y.getState(store, clientID) - 1;
  let right = item ?? text._start;
  let left = right?.left ?? null;
  for (let before = index; right !== null; right = right.right) {
    const { content, id } = right;
    if (right.deleted) {
      // What stood where something is put in stays before it, but for the marker of another block:
      // others may have opened one before that, and what is put in would stand in theirs.
      if (before === 0 && isMarker(id.client)) break;
      // Nor does it stay in the middle of a word that is being typed: it may come back.
      const isTyping = left?.lastId.client === clientID && left.lastId.clock === last;
      if (before === 0 && isTyping && !isOwnClient(transaction.doc, id.client)) break;
    } else if (content instanceof Y.ContentFormat) {
      const { key, value } = content;
      if (before === 0 && !sameValue(wanted[key] ?? null, value)) break;
      if (value === null) delete inForce[key];
      else inForce[key] = value;
    } else if (right.countable) {
      if (before === 0) break;
      if (before < right.length)
        Y.getItemCleanStart(transaction, Y.createID(id.client, id.clock + before));
      before -= right.length;
    }
    left = right;
  }
  return { left, right, inForce };
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
    const items = [...positions(transaction, text._start, index, length)];
    const first = items[0];
    const last = items[items.length - 1];
    if (!first || !last) return;
    for (const [key, value] of Object.entries(changes)) {
      const range = { first, last, inForce: attributes[key] ?? null };
      note(transaction, setIn(transaction, range, key, value));
    }
  });
}

/**
 * Takes changes of formatting back where they still stand, as far as all items of them are known.
 * What is deleted gets its former formatting with what one sees, for when it comes back; where one
 * would see none of it, nothing is done.
 *
 * @param isSeen whether something else is taken back with them that one sees
 */
export function resetAttributes(
  text: Y.Text,
  formatted: readonly Formatted[],
  isSeen: boolean,
): void {
  inTransaction(text, (transaction) => {
    const latestFirst = [...formatted].reverse();
    const known = formatted.length > 1 ? valuesBefore(transaction, text, formatted) : null;
    const resetOf = (change: Formatted): Writing | null => {
      const { key, before, after } = change;
      const range = rangeOf(transaction, text, change);
      if (!range) return null;
      const inForce = known?.has(change) ? known.get(change) : valueBefore(range.first, key);
      return writingOf({ ...range, inForce }, key, (value) =>
        sameValue(value, after) ? before : value,
      );
    };
    if (!isSeen && !latestFirst.some((change) => resetOf(change)?.isSeen)) return;
    for (const change of latestFirst) {
      const reset = resetOf(change);
      if (reset) note(transaction, write(transaction, text, change.key, reset));
    }
  });
}

/** The items of what was changed; null where they are no longer of the text. */
function rangeOf(
  transaction: Y.Transaction,
  text: Y.Text,
  { from, to }: Formatted,
): Omit<Range, 'inForce'> | null {
  const { store } = transaction.doc;
  let first = Y.getItemCleanStart(transaction, Y.createID(from.client, from.clock));
  const last = Y.getItemCleanEnd(transaction, store, Y.createID(to.client, to.clock));
  for (const item of [first, last])
    if (!(item instanceof Y.Item) || (item.parent as unknown) !== text) return null;
  // A character that came back stands before where it stood.
  while (first.left && isCopyBefore(first.left, first)) first = first.left;
  return { first, last };
}

/** Gives a range a value of an attribute where one would see that it has it. */
function setIn(
  transaction: Y.Transaction,
  range: Range,
  key: string,
  value: unknown,
): readonly Formatted[] {
  const writing = writingOf(range, key, () => value);
  return writing.isSeen ? write(transaction, range.first.parent as Y.Text, key, writing) : [];
}

/** Items that follow one another, and the value of an attribute right before the first. */
interface Range {
  first: Y.Item;
  last: Y.Item;
  inForce: unknown;
}

/** Remembers what was formatted, for whoever wants to take it back. */
function note(transaction: Y.Transaction, formatted: readonly Formatted[]): void {
  const known = transaction.meta.get(formattedIn) as Formatted[] | undefined;
  if (known) for (const each of formatted) known.push(each);
  else transaction.meta.set(formattedIn, [...formatted]);
}

/** Where a value of an attribute is to begin. */
interface Beginning {
  behind: Y.Item | null;
  value: unknown;
  /** Told the item that says so. */
  of: ((item: Y.Item) => void) | null;
}

/** Where values of an attribute are to begin, and what that changes. */
interface Writing {
  beginnings: readonly Beginning[];
  formatted: Formatted[];
  /** Whether any of what changes is not deleted. */
  isSeen: boolean;
}

/**
 * How every position of a range gets the value that `change` makes of the one it has, and all behind
 * it keep theirs. What is deleted in it gets that, too, for when it comes back.
 */
function writingOf(
  { first, last, inForce }: Range,
  key: string,
  change: (value: unknown) => unknown,
): Writing {
  const formatted: Formatted[] = [];
  const beginnings: Beginning[] = [];
  const begin = (behind: Y.Item | null, value: unknown, of: Beginning['of'] = null) =>
    beginnings.push({ behind, value, of });
  let had = inForce;
  let has = inForce;
  let isOwn = false;
  let isSeen = false;
  let open: Formatted | null = null;
  let previous = first;
  for (let item: Y.Item | null = first; item !== null; item = item.right) {
    if (!item.deleted && isFormat(item.content, key)) {
      if (isOwn) begin(previous, null);
      // Not the position before it, which is behind that once it has gone and come back.
      if (open) open.to = lastIdOf(item);
      open = null;
      had = item.content.value;
      has = had;
      isOwn = false;
    } else if (item.deleted || item.countable) {
      const value = change(had);
      const isChanged = !sameValue(had, value);
      if (isChanged && !item.deleted) isSeen = true;
      if (!isChanged || (open && !sameValue(open.before, had))) open = null;
      if (isChanged && !open) {
        open = { key, before: had, after: value, from: { ...item.id }, to: lastIdOf(item) };
        formatted.push(open);
      }
      if (open) open.to = lastIdOf(item);
      if (!sameValue(has, value)) {
        const opened = open;
        const of = (begun: Y.Item) => {
          if (opened && sameId(opened.from, item.id)) opened.from = { ...begun.id };
        };
        begin(item.left, value, of);
        has = value;
        isOwn = value !== null;
      }
      previous = item;
    }
    if (item === last) break;
  }
  const closed = open;
  const of = (end: Y.Item) => {
    if (closed) closed.to = { ...end.id };
  };
  const end = had === null ? last : lastWith(last, key, had);
  if (sameValue(has, had)) {
    if (isOwn) begin(end, null);
  } else if (end === last) {
    if (has !== null) begin(last, null, of);
    else if (closed) closed.to = lastIdOf(endOfValue(last, key));
  } else {
    begin(last, had, of);
    begin(end, null);
  }
  return { beginnings, formatted, isSeen };
}

/** Writes so, the ends first; returns what changed. */
function write(
  transaction: Y.Transaction,
  text: Y.Text,
  key: string,
  { beginnings, formatted }: Writing,
): readonly Formatted[] {
  for (const { behind, value, of } of [...beginnings].reverse()) {
    const item = putIn(transaction, text, behind, key, value);
    of?.(item);
  }
  return formatted;
}

/**
 * The last position from an item on up to which an attribute keeps the value it has there. What is
 * deleted counts: it may come back, formatted as it was.
 */
function lastWith(item: Y.Item, key: string, value: unknown): Y.Item {
  let found = item;
  for (let at = item.right; at !== null; at = at.right) {
    if (at.deleted || at.countable) found = at;
    else if (isFormat(at.content, key) && !sameValue(at.content.value, value)) break;
  }
  return found;
}

/** The item that ends the value an attribute has at a position; that itself where there is none. */
function endOfValue(item: Y.Item, key: string): Y.Item {
  for (let at = item.right; at !== null; at = at.right)
    if (!at.deleted && isFormat(at.content, key)) return at;
  return item;
}

function putIn(
  transaction: Y.Transaction,
  text: Y.Text,
  left: Y.Item | null,
  key: string,
  value: unknown,
): Y.Item {
  const { doc } = transaction;
  const right = left ? left.right : text._start;
  const content = new Y.ContentFormat(key, value as object);
  return insertAs('formatting', doc, () =>
    putItem(transaction, text, doc.clientID, { left, right }, content),
  );
}

/** What formatting is in force right before an item, which is behind a start. */
export function attributesBefore(
  item: Y.Item,
  { item: start, startAttributes }: Start,
): Attributes {
  const inForce: Record<string, unknown> = { ...startAttributes };
  const first = start ?? (item.parent as Y.Text)._start;
  for (let at = first; at !== null && at !== item; at = at.right) {
    if (at.deleted || !(at.content instanceof Y.ContentFormat)) continue;
    const { key, value } = at.content;
    if (value === null) delete inForce[key];
    else inForce[key] = value;
  }
  return inForce;
}

/** The value of an attribute right before an item. */
function valueBefore(item: Y.Item, key: string): unknown {
  for (let at = item.left; at !== null; at = at.left)
    if (!at.deleted && isFormat(at.content, key)) return at.content.value;
  return null;
}

/**
 * The same for many changes, in one pass over the text. Only of attributes that no two of them change:
 * what is said of those stays as long as their own change is not taken back.
 */
function valuesBefore(
  transaction: Y.Transaction,
  text: Y.Text,
  formatted: readonly Formatted[],
): ReadonlyMap<Formatted, unknown> {
  const changes = new Map<string, Formatted | null>();
  for (const change of formatted) changes.set(change.key, changes.has(change.key) ? null : change);
  const beginning = new Map<Y.Item, Formatted[]>();
  for (const change of changes.values()) {
    const first = change && rangeOf(transaction, text, change)?.first;
    if (!first) continue;
    const others = beginning.get(first);
    if (others) others.push(change);
    else beginning.set(first, [change]);
  }
  const values = new Map<string, unknown>();
  const found = new Map<Formatted, unknown>();
  for (let item = text._start; item !== null; item = item.right) {
    for (const change of beginning.get(item) ?? [])
      found.set(change, values.get(change.key) ?? null);
    if (!item.deleted && item.content instanceof Y.ContentFormat && changes.has(item.content.key))
      values.set(item.content.key, item.content.value);
  }
  return found;
}

/** What holds positions from the beginning of an item on, cut where they begin and end. */
function* positions(
  transaction: Y.Transaction,
  start: Y.Item | null,
  index: number,
  length: number,
): Generator<Y.Item> {
  let before = index;
  let left = length;
  for (let item = start; item !== null && left > 0; item = item.right) {
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

function inTransaction<T>(text: Y.Text, change: (transaction: Y.Transaction) => T): T {
  if (!text.doc) throw new Error('no document');
  // The indexes of places that Yjs remembers, to find others from there, are no longer true.
  if (text._searchMarker) text._searchMarker.length = 0;
  return text.doc.transact(change);
}

function isFormat(content: Y.Item['content'], key: string): content is Y.ContentFormat {
  return content instanceof Y.ContentFormat && content.key === key;
}

function sameId(a: ItemId, b: ItemId): boolean {
  return a.client === b.client && a.clock === b.clock;
}

function lastIdOf({ id, length }: Y.Item): ItemId {
  return { client: id.client, clock: id.clock + length - 1 };
}
