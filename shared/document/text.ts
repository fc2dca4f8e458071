/**
 * Texts of a document that are not its body: the title.
 *
 * Invariant: a title is changed by the smallest difference, so two people who edit it at once both
 * keep what they typed, also where together it is longer than a title may be.
 */
import { simpleDiffString } from 'lib0/diff';
import type * as Y from 'yjs';
import { MAX_TITLE_LENGTH } from '../protocol/limits.ts';
import { withoutHalves } from './pairs.ts';
import { ROOT } from './schema.ts';

/** As much of a text as there is room for, by itself that of a title, with no character cut in half. */
export function clip(text: string, most: number = MAX_TITLE_LENGTH): string {
  if (text.length <= most) return text;
  // What people see as one may be many: an emoji of four people, a letter with its accents.
  const whole = 'Segmenter' in Intl ? new Intl.Segmenter().segment(text).containing(most) : null;
  if (whole && whole.index > 0) return text.slice(0, whole.index);
  const cutsCharacter = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, cutsCharacter ? most - 1 : most);
}

/** The title in one line; '' where there is none. */
export function readTitle(doc: Y.Doc): string {
  return clip(doc.getText(ROOT.title).toString().replace(/\s+/g, ' ').trim());
}

/**
 * Makes the title read `title`, as somebody means it who sees `was`: what came since, and so was not
 * seen, stays. Of what is new there comes only as much as MAX_TITLE_LENGTH leaves room for.
 */
export function renameTitle(doc: Y.Doc, was: string, title: string, origin?: unknown): void {
  const text = doc.getText(ROOT.title);
  const meant = simpleDiffString(was, withoutHalves(title.replace(/[\r\n]+/g, ' ')));
  const come = simpleDiffString(was, text.toString());
  const [from, to] = [meant.index, meant.index + meant.remove];
  const comeEnd = come.index + come.remove;
  const shift = come.insert.length - come.remove;
  // What is to go stands before and behind what came.
  const before = Math.max(0, Math.min(to, come.index) - from);
  const behindFrom = Math.max(from, comeEnd);
  const behind = Math.max(0, to - behindFrom);
  const isBefore = from < come.index || (from === come.index && to > from);
  const at = isBefore ? from : Math.max(from, comeEnd) + shift;
  const room = Math.max(0, MAX_TITLE_LENGTH - (text.length - before - behind));
  const added = clip(meant.insert, room);
  if (before + behind === 0 && added === '') return;
  doc.transact(() => {
    text.delete(behindFrom + shift, behind);
    text.delete(from, before);
    text.insert(at, added);
  }, origin);
}

/** Makes the title read `title`. */
export function writeTitle(doc: Y.Doc, title: string, origin?: unknown): void {
  renameTitle(doc, doc.getText(ROOT.title).toString(), title, origin);
}
