/**
 * Texts of a document that are not its body: the title.
 *
 * Invariant: a title is changed by the smallest difference, so two people who edit it at once both
 * keep what they typed.
 */
import { simpleDiffString } from 'lib0/diff';
import type * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { ROOT } from './schema.ts';

/** The title in one line; '' where there is none. */
export function readTitle(doc: Y.Doc): string {
  return doc.getText(ROOT.title).toString().replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);
}

/** Makes the title read `title` (cut to MAX_TITLE_LENGTH characters). */
export function writeTitle(doc: Y.Doc, title: string, origin?: unknown): void {
  const text = doc.getText(ROOT.title);
  const wanted = title.replace(/[\r\n]+/g, ' ').slice(0, MAX_TITLE_LENGTH);
  const difference = simpleDiffString(text.toString(), wanted);
  if (difference.remove === 0 && difference.insert === '') return;
  doc.transact(() => {
    text.delete(difference.index, difference.remove);
    text.insert(difference.index, difference.insert);
  }, origin);
}
