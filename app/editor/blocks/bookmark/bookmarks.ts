/**
 * Bookmarks of web pages: made from an address, or from a link that stands alone.
 *
 * Invariant: a bookmark's address is of the web; what stood as the link's text is its title.
 */
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { isWebAddress } from '../../../../shared/document/addresses.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { putBlock, replaceBlock } from '../../commands/block-commands.ts';
import { retypeBlock, selectedBlocks } from '../../commands/commands.ts';
import { type LinkAt, readAddress } from '../../links/links.ts';
import { schema } from '../../schema.ts';

const bookmark = schema.nodes.bookmark!;

/** The bookmark with the caret. */
export function bookmarkAt({ selection: { $from } }: EditorState): Node | null {
  const block = $from.depth > 0 ? $from.node(1) : $from.nodeAfter;
  return block?.type === bookmark ? block : null;
}

/** The address a person meant, if it is of a web page. */
export function readWebAddress(written: string): { href: string } | { problem: string } {
  const read = readAddress(written);
  if ('problem' in read || isWebAddress(read.href)) return read;
  return { problem: tLazy().addresses.webOnly };
}

/** Gives the bookmark at the caret an address, or puts a new one there. */
export function putBookmark(state: EditorState, href: string): Transaction {
  const { tr, doc } = state;
  if (!bookmarkAt(state)) return putBlock(tr, { type: bookmark, attrs: { href } });
  const { from } = selectedBlocks(state);
  let at = 0;
  for (let index = 0; index < from; index++) at += doc.child(index).nodeSize;
  // What is known of a page goes with it.
  const { attrs } = doc.child(from);
  if (attrs.href !== href)
    for (const name of ['description', 'src']) tr.setNodeAttribute(at, name, '');
  return tr.setNodeAttribute(at, 'href', href);
}

/** Whether a link is all there is in its paragraph, and so could be a bookmark. */
export function isAlone(doc: Node, { from, to, href }: LinkAt): boolean {
  const place = doc.resolve(from);
  const { parent } = place;
  const isWhole = place.start() === from && place.end() === to;
  return parent.type === schema.nodes.paragraph && isWhole && isWebAddress(href);
}

/** Makes a link that stands alone a bookmark with its text as the title. */
export function turnIntoBookmark(tr: Transaction, { from, to, href }: LinkAt): Transaction {
  const place = tr.doc.resolve(from);
  const title = place.parent.textContent;
  const index = place.index(0);
  // An address is no title; the card shows it anyway.
  if (title === href || `https://${title}` === href) {
    const { depth } = place.parent.attrs;
    return replaceBlock(tr, index, bookmark.create({ href, depth }));
  }
  retypeBlock(tr, index, bookmark, { href });
  return tr.removeMark(from, to, schema.marks.link);
}
