/**
 * Links in the text: where one is, and what a person may write as an address.
 *
 * Invariant: an address that is let in is one the document model keeps.
 */
import type { Mark, ResolvedPos } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { schema } from '../schema.ts';

const link = schema.marks.link!;

export interface LinkAt {
  from: number;
  to: number;
  href: string;
}

/** The link that a place is in, or at the edge of, with all of its text; null if there is none. */
export function linkAt(place: ResolvedPos): LinkAt | null {
  const { parent } = place;
  if (!parent.inlineContent) return null;
  const mark = markOn(place.nodeBefore?.marks) ?? markOn(place.nodeAfter?.marks);
  if (!mark) return null;
  let from = -1;
  let to = -1;
  let found: LinkAt | null = null;
  parent.forEach((node, offset) => {
    const start = place.start() + offset;
    if (!mark.isInSet(node.marks)) from = -1;
    else {
      if (from < 0) from = start;
      to = start + node.nodeSize;
      if (from <= place.pos && place.pos <= to) found = { from, to, href: mark.attrs.href };
    }
  });
  return found;
}

function markOn(marks: readonly Mark[] | undefined): Mark | undefined {
  return marks?.find((mark) => mark.type === link);
}

/** What a link command is about: the selected text, or the link at the caret, or the caret. */
export function linkTarget({ selection }: EditorState): LinkAt {
  const at = linkAt(selection.$from);
  if (selection.empty) return at ?? { from: selection.from, to: selection.to, href: '' };
  return { from: selection.from, to: selection.to, href: at?.href ?? '' };
}

/** Gives a text an address; where there is no text, the address is the text. */
export function setLink(tr: Transaction, { from, to }: LinkAt, href: string): Transaction {
  if (from < to) tr.removeMark(from, to, link).addMark(from, to, link.create({ href }));
  else {
    const marks = [...tr.doc.resolve(from).marks(), link.create({ href })];
    tr.insert(from, schema.text(href.replace(/^(https:\/\/|mailto:)/, ''), marks));
  }
  return tr.removeStoredMark(link);
}

export function removeLink(tr: Transaction, { from, to }: LinkAt): Transaction {
  return tr.removeMark(from, to, link);
}

/** The address a person meant: `example.org` is a web page, `ana@example.org` is mail. */
export function readAddress(written: string): { href: string } | { problem: string } {
  const text = written.trim();
  if (text === '') return { problem: tLazy().addresses.missing };
  if (/\s/.test(text)) return { problem: tLazy().addresses.blanks };
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { href: `mailto:${text}` };
  if (/^[/#?.]/.test(text)) return { href: text };
  if (/^(mailto|tel):./i.test(text)) return { href: text };
  const withScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\//i.test(withScheme) || !isSafeLink(withScheme))
    return { problem: tLazy().addresses.kinds };
  const host = URL.canParse(withScheme) ? new URL(withScheme).hostname : '';
  if (host !== 'localhost' && !/^\[.+\]$|[^.]\.[^.]/.test(host))
    return { problem: tLazy().addresses.wrong };
  return { href: withScheme };
}
