/**
 * Texts of a document that are not its body: the title.
 *
 * Invariant: a title is changed by the smallest difference, so two people who edit it at once both
 * keep what they typed, also where together it is longer than a title may be.
 */
import { simpleDiffString } from 'lib0/diff';
import type * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { ROOT } from './schema.ts';

/** As much of a title as titles may have, with no character cut in half. */
export function clipTitle(title: string, most: number = MAX_TITLE_LENGTH): string {
  if (title.length <= most) return title;
  const cutsCharacter = /[\uD800-\uDBFF]/.test(title.charAt(most - 1));
  return title.slice(0, cutsCharacter ? most - 1 : most);
}

/** The title in one line; '' where there is none. */
export function readTitle(doc: Y.Doc): string {
  return clipTitle(doc.getText(ROOT.title).toString().replace(/\s+/g, ' ').trim());
}

/** Makes the title read `title`; of what is new only as much as MAX_TITLE_LENGTH leaves room for. */
export function writeTitle(doc: Y.Doc, title: string, origin?: unknown): void {
  const text = doc.getText(ROOT.title);
  const wanted = title.replace(/[\r\n]+/g, ' ');
  const { index, remove, insert } = simpleDiffString(text.toString(), wanted);
  const room = Math.max(0, MAX_TITLE_LENGTH - (text.length - remove));
  const added = clipTitle(insert, room);
  if (remove === 0 && added === '') return;
  doc.transact(() => {
    text.delete(index, remove);
    text.insert(index, added);
  }, origin);
}
