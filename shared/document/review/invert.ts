/**
 * Changes that `compare` told of, taken back in the document as it is now.
 *
 * Invariant: it is an edit like any other, which undo takes back in one step. What is still there of
 * the changes goes, what they removed comes back as copies that say so, and what was set is as it was
 * where nobody has set it since. What others built on it stays.
 */
import * as Y from 'yjs';
import { Body, bodyText } from '../body.ts';
import { type Formatted, resetAttributes } from '../formatting.ts';
import { type Attributes, sameValue } from '../marks.ts';
import { Restored } from '../restored.ts';
import { forgetMarkers, itemsIn, lastIdOf, takeBack } from '../taking-back.ts';
import { renameTitle } from '../text.ts';
import { markerOf } from '../validate.ts';
import type { Change } from './changes.ts';

/**
 * Takes changes back, in one transaction.
 *
 * @param doc a document that knows all that `after` did
 * @param changes any of one comparison; with all of `changes` and `unseen` it reads as before
 */
export function invert(doc: Y.Doc, changes: readonly Change[], origin?: unknown): void {
  const text = bodyText(doc);
  const restored = new Restored(doc, text);
  doc.transact((transaction) => {
    const copies = new Map<Y.Item, Attributes>();
    takeBack(
      transaction,
      restored,
      changes.map(({ made }) => made),
      (copy, { attributes }) => {
        // A marker is not formatted.
        if (attributes) copies.set(copy, attributes);
      },
    );
    giveAttributes(text, copies);
    removeStrayCells(transaction, restored, changes);
    for (const change of changes)
      if (change.kind === 'title') renameTitle(doc, change.is, change.was);
  }, origin);
}

/**
 * The marker of a cell stays for others who write there. Where its table is gone it opens a
 * paragraph, and goes like that of any other.
 */
function removeStrayCells(
  transaction: Y.Transaction,
  restored: Restored,
  changes: readonly Change[],
): void {
  const text = bodyText(transaction.doc);
  const cells: Y.Item[] = [];
  for (const { made } of changes)
    for (const span of made.inserted)
      for (const instance of restored.instances(span))
        for (const item of itemsIn(transaction, instance, text))
          if (!item.deleted && markerOf(item)?.type === 'cell') cells.push(item);
  if (cells.length === 0) return;
  const body = new Body(transaction.doc);
  for (const item of cells) {
    const segment = body.segment(markerOf(item)!.id);
    if (segment?.item === item && body.tableOf(segment) === null) item.delete(transaction);
  }
  forgetMarkers(text);
}

/** Formats copies as what they are copies of, where their place does not do that. */
function giveAttributes(text: Y.Text, copies: ReadonlyMap<Y.Item, Attributes>): void {
  if (copies.size === 0) return;
  const inForce = new Map<string, unknown>();
  const changes: Formatted[] = [];
  /** What is to change at the position before. */
  let open = new Map<string, Formatted>();
  for (let item = text._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentFormat) {
      const { key, value } = item.content;
      if (value === null) inForce.delete(key);
      else inForce.set(key, value);
      continue;
    }
    const wanted = copies.get(item);
    const going = open;
    open = new Map();
    if (!wanted) continue;
    for (const key of new Set([...inForce.keys(), ...Object.keys(wanted)])) {
      const [before, after] = [wanted[key] ?? null, inForce.get(key) ?? null];
      if (sameValue(before, after)) continue;
      let change = going.get(key);
      if (!change || !sameValue(change.before, before) || !sameValue(change.after, after)) {
        change = { key, before, after, from: { ...item.id }, to: lastIdOf(item) };
        changes.push(change);
      }
      change.to = lastIdOf(item);
      open.set(key, change);
    }
  }
  resetAttributes(text, changes.reverse(), false);
}
