/**
 * Addresses that become links as they are typed or pasted as plain text.
 *
 * Invariant: the text stays as it is written, and only an address that leaves no doubt is one: it
 * begins with its scheme or with `www.`, or is one of mail. What ends the sentence is no part of it.
 */
import { InputRule } from 'prosemirror-inputrules';
import type { Transaction } from 'prosemirror-state';
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { withTyped } from '../input/with-typed.ts';
import { schema } from '../schema.ts';

// Letters that have a case belong to addresses of mail, accents with them: others stand right beside
// one in languages without blanks, which end an address of the web by signs of their own.
const ADDRESS =
  /(?<![\w\p{Ll}\p{M}@./:-])(?:(?:https?:\/\/|www\.(?=[^\s<>"]+\.\w))[^\s<>"“”„«»、。〈-】！（），：；？]+|[\w\p{Ll}\p{M}.+-]+@[\w\p{Ll}\p{M}-]+(?:\.[\w\p{Ll}\p{M}-]+)+)/giu;
/** No address is longer, and nothing before is looked at. */
const LONGEST = 2000;

export interface Address {
  from: number;
  to: number;
  href: string;
}

/** Where addresses stand in a text. */
export function addressesIn(text: string): Address[] {
  const found: Address[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    const written = withoutEnd(match[0]);
    const href = /^https?:/i.test(written)
      ? written
      : /^www\./i.test(written)
        ? `https://${written}`
        : `mailto:${written}`;
    const isWhole = href.startsWith('mailto:') || (URL.canParse(href) && isSafeLink(href));
    if (isWhole) found.push({ from: match.index, to: match.index + written.length, href });
  }
  return found;
}

/** In any script; and quotes, and signs that format what they stand around. */
const SENTENCE_END = /[\p{Terminal_Punctuation}…'’‘‚‹›*_~`]/u;

/** Without the signs that end a sentence, and brackets that were opened before. */
function withoutEnd(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const opening = { ')': '(', ']': '[', '}': '{' }[last];
    const inside = address.slice(0, end);
    if (opening ? count(inside, opening) >= count(inside, last) : !SENTENCE_END.test(last)) break;
  }
  return address.slice(0, end);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Makes a link of the address that ends at a place, if there is one. */
export function linkBefore(tr: Transaction, at: number): boolean {
  const place = tr.doc.resolve(at);
  const { parent, parentOffset } = place;
  if (parent.type.spec.code || !parent.inlineContent) return false;
  const start = Math.max(0, parentOffset - LONGEST);
  const text = parent.textBetween(start, parentOffset, undefined, '\ufffc');
  const word = /\S+$/.exec(text)?.[0];
  const last = word && addressesIn(word).at(-1);
  if (!last) return false;
  // Behind it only what ends a sentence may stand; behind a single backtick it is going to be code.
  if (/[\p{L}\p{N}]/u.test(word.slice(last.to)) || count(text, '`') % 2 === 1) return false;
  const from = at - word.length + last.from;
  const to = at - word.length + last.to;
  const { link, code } = schema.marks;
  if (tr.doc.rangeHasMark(from, to, link!) || tr.doc.rangeHasMark(from, to, code!)) return false;
  tr.addMark(from, to, link!.create({ href: last.href }));
  return true;
}

/** A blank behind an address. Backspace right after it takes the link back, not the blank. */
export const autolink = new InputRule(/(?<!\S)\S+(\s)$/, (state, match, start, end) => {
  // What is put in all at once is no key.
  if (start >= end) return null;
  // An input method may hand over the last letters with the blank, or both long before this.
  const tr = withTyped(state, match, start, end);
  if (!linkBefore(tr, start + match[0].length - 1)) return null;
  return tr.removeStoredMark(schema.marks.link!);
});
