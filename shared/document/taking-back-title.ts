/**
 * What somebody did to the title, taken back in the state it has now.
 *
 * Invariant: letters that were put in go, whoever's stand around them and whatever these read; those that
 * were deleted come back where they stood, as far as a title has room. Where it is not known any more
 * which letters they were, what it read tells them.
 */
import * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { putItem } from './client-ranks.ts';
import type { ItemId } from './clock-ranges.ts';
import { firstLength, withoutHalves } from './pairs.ts';
import { addSpan, type Copy, endOf, type Span } from './restored.ts';
import { ROOT } from './schema.ts';
import { itemsIn } from './taking-back.ts';
import { clip, renameTitle } from './text.ts';

export interface TitleChange {
  was: string;
  is: string;
  /** Which ones came, and what those said that went. */
  letters?: Letters;
}

interface Letters {
  put: Span[];
  gone: Gone[];
}

interface Gone extends Span {
  content: string;
}

/** What a transaction made of the title; null where it left it as it was. */
export function titleChange(transaction: Y.Transaction): TitleChange | null {
  const text = transaction.doc.getText(ROOT.title);
  if (!new Map<unknown, unknown>(transaction.changed).has(text)) return null;
  let was = '';
  const letters: Letters = { put: [], gone: [] };
  for (let item = text._start; item !== null; item = item.right) {
    const { content, id, length } = item;
    if (!(content instanceof Y.ContentString)) continue;
    const span = { client: id.client, clock: id.clock, length };
    const isNew = id.clock >= (transaction.beforeState.get(id.client) ?? 0);
    const isGone = item.deleted && Y.isDeleted(transaction.deleteSet, id);
    if (isNew && !item.deleted) addSpan(letters.put, span);
    if (!isNew && isGone) addGone(letters.gone, { ...span, content: content.str });
    if (!isNew && (isGone || !item.deleted)) was += content.str;
  }
  const is = text.toString();
  return was === is ? null : { was, is, letters };
}

/** Both as one change. */
export function withLater({ was, letters }: TitleChange, later: TitleChange): TitleChange {
  const { is } = later;
  if (!letters || !later.letters) return { was, is };
  const put = letters.put.map((span) => ({ ...span }));
  for (const span of later.letters.put) addSpan(put, { ...span });
  const gone = letters.gone.map((letter) => ({ ...letter }));
  // What came and went in between leaves nothing to bring back.
  for (const letter of each(later.letters.gone))
    if (!letters.put.some((span) => isIn(span, letter))) addGone(gone, letter);
  return { was, is, letters: { put, gone } };
}

/** The same change of letters that have other ids now, or none. */
export function withOtherIds(
  change: TitleChange,
  idOf: (id: ItemId) => ItemId | null,
): TitleChange {
  if (!change.letters) return change;
  const letters: Letters = { put: [], gone: [] };
  for (const { client, clock, length } of change.letters.put)
    for (let at = clock; at < clock + length; at++) {
      const id = idOf({ client, clock: at });
      if (id) addSpan(letters.put, { ...id, length: 1 });
    }
  for (const { content, ...letter } of each(change.letters.gone)) {
    const id = idOf(letter);
    if (id) addGone(letters.gone, { ...id, length: 1, content });
  }
  return { ...change, letters };
}

/** @returns what was written again of that which was gone */
export function takeTitleBack(
  transaction: Y.Transaction,
  { was, is, letters }: TitleChange,
): Copy[] {
  const { doc } = transaction;
  if (!letters) {
    renameTitle(doc, is, was);
    return [];
  }
  const text = doc.getText(ROOT.title);
  for (const span of letters.put)
    for (const item of itemsIn(transaction, span, text))
      if (!item.deleted && item.countable) item.delete(transaction);
  const copies: Copy[] = [];
  // What others wrote within it has taken it apart.
  for (const piece of letters.gone)
    for (const { id, length, deleted } of itemsIn(transaction, piece, text)) {
      const from = id.clock - piece.clock;
      const whole = withoutHalves(piece.content.slice(from, from + length));
      const content = clip(whole, Math.max(0, MAX_TITLE_LENGTH - text.length));
      if (content === '' || !deleted) continue;
      const { client, clock } = id;
      // Behind its first letter: what others write before or behind it stays there.
      const first = Y.createID(client, clock + firstLength(content) - 1);
      const left = Y.getItemCleanEnd(transaction, doc.store, first);
      const between = { left, right: left.right };
      const copy = putItem(transaction, text, doc.clientID, between, new Y.ContentString(content));
      const span = { length: content.length };
      copies.push({
        of: { client, clock, ...span },
        to: { client: copy.id.client, clock: copy.id.clock, ...span },
      });
    }
  if (text._searchMarker) text._searchMarker.length = 0;
  return copies;
}

function* each(letters: readonly Gone[]): Generator<Gone> {
  for (const { client, clock, length, content } of letters)
    for (let at = 0; at < length; at++)
      yield { client, clock: clock + at, length: 1, content: content.charAt(at) };
}

function addGone(letters: Gone[], letter: Gone): void {
  const last = letters[letters.length - 1];
  if (last && last.client === letter.client && endOf(last) === letter.clock) {
    last.length += letter.length;
    last.content += letter.content;
  } else letters.push({ ...letter });
}

function isIn(span: Span, { client, clock }: ItemId): boolean {
  return span.client === client && span.clock <= clock && clock < endOf(span);
}
