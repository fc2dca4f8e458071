/**
 * What an update formatted, read from the text: an undo history notes only what is formatted on its
 * own device.
 *
 * Invariant: for every character that was there before, and for copies of those, what it had and has is told exactly where the
 * two differ.
 */
import * as Y from 'yjs';
import type { ItemId } from '../document/clock-ranges.ts';
import { type Formatted, formattedIn } from '../document/formatting.ts';
import { sameValue } from '../document/marks.ts';
import { newItems, Restored } from '../document/restored.ts';
import { lastIdOf } from '../document/taking-back.ts';

/** Has the undo histories of a document know it, too. Call before they see the transaction. */
export function noteFormatted(transaction: Y.Transaction, text: Y.Text): void {
  if (formattedIn(transaction).length > 0) return;
  const formatted = formattedBy(transaction, text);
  if (formatted.length > 0) transaction.meta.set(formattedIn, formatted);
}

/** Call when the transaction has ended. */
function formattedBy(transaction: Y.Transaction, text: Y.Text): Formatted[] {
  const isNewId = ({ client, clock }: ItemId) =>
    clock >= (transaction.beforeState.get(client) ?? 0);
  const isNew = ({ id }: Y.Item) => isNewId(id);
  const isGone = ({ id }: Y.Item) => Y.isDeleted(transaction.deleteSet, id);
  const keys = new Set<string>();
  const changed = new Set<Y.Item>();
  const note = (item: Y.Item, key: string) => {
    keys.add(key);
    changed.add(item);
  };
  for (const item of newItems(transaction, text))
    if (item.content instanceof Y.ContentFormat && !item.deleted) note(item, item.content.key);
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    if (!(item instanceof Y.Item) || (item.parent as unknown) !== text || isNew(item)) return;
    if (item.content instanceof Y.ContentFormat) note(item, item.content.key);
  });
  if (keys.size === 0) return [];
  // A copy of what was there stays when the rest goes.
  const restored = new Restored(transaction.doc, text);
  const wasRead = (item: Y.Item) => !isNew(item) || !isNewId(restored.original(item.id));
  const formatted: Formatted[] = [];
  const { first, values: had } = startOf(changed, keys);
  const has = new Map(had);
  const open = new Map<string, Formatted>();
  let left = changed.size;
  const isOver = () =>
    left === 0 && [...keys].every((key) => sameValue(had.get(key) ?? null, has.get(key) ?? null));
  for (let item: Y.Item | null = first; item !== null; item = item.right) {
    const { content } = item;
    if (changed.has(item)) left--;
    if (content instanceof Y.ContentFormat) {
      if (!keys.has(content.key)) continue;
      const wasThere = !isNew(item) && (!item.deleted || isGone(item));
      if (wasThere) had.set(content.key, content.value);
      if (item.deleted) {
        if (isOver()) break;
        continue;
      }
      has.set(content.key, content.value);
      // Not the character before it, which is behind that once it has gone and come back.
      const change = open.get(content.key);
      if (change) change.to = lastIdOf(item);
      open.delete(content.key);
      // Behind the last of them the text is formatted as it was.
      if (isOver()) break;
    } else if (wasRead(item))
      for (const key of keys) {
        const before = had.get(key) ?? null;
        const after = has.get(key) ?? null;
        let change = open.get(key);
        if (change && !(sameValue(change.before, before) && sameValue(change.after, after)))
          change = undefined;
        if (sameValue(before, after)) open.delete(key);
        else if (change) change.to = lastIdOf(item);
        else {
          const begun = { key, before, after, from: { ...item.id }, to: lastIdOf(item) };
          open.set(key, begun);
          formatted.push(begun);
        }
      }
  }
  return formatted;
}

/** The first of these items, and how the text before it is formatted, as it was and is. */
function startOf(
  changed: ReadonlySet<Y.Item>,
  keys: ReadonlySet<string>,
): { first: Y.Item; values: Map<string, unknown> } {
  const [any] = changed;
  let first = any!;
  const values = new Map<string, unknown>();
  for (let item: Y.Item | null = first; item !== null; item = item.left) {
    if (!(item.content instanceof Y.ContentFormat)) continue;
    const { key, value } = item.content;
    if (changed.has(item)) {
      first = item;
      values.clear();
    } else if (!item.deleted && keys.has(key) && !values.has(key)) values.set(key, value);
  }
  return { first, values };
}
