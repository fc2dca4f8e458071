/**
 * Gives a bookmark the title, the description and the picture of its page, where the person wants
 * that: the server opens the page.
 *
 * Invariant: a title that somebody wrote stays; a bookmark that has gone, or leads elsewhere by the
 * time the page has come, is left as it is.
 */
import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { attachmentAddress } from '../../../../shared/document/attachments.ts';
import { Unreachable } from '../../../../shared/protocol/answers.ts';
import { CatalogueError } from '../../../../shared/protocol/errors.ts';
import type { PagePreview } from '../../../../shared/protocol/http.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { announce } from '../../../ui/announce.ts';
import { StoredValue } from '../../../ui/stored-value.ts';
import { imageOfData } from '../../figures/image-data.ts';
import type { Menus } from '../../menus/menus.ts';
import { schema } from '../../schema.ts';
import { bookmarkAt } from './bookmarks.ts';

/** Whether this person has pages opened; nobody is asked for one before. */
export const opensPages = new StoredValue(
  'driftless.bookmark-pages',
  (text) => text === 'yes',
  (opens) => (opens ? 'yes' : 'no'),
);

/** Does so for the bookmark at the caret, after it was made or changed. Tells where it cannot. */
export async function fillBookmark({ state, view, attachments }: Menus): Promise<void> {
  const bookmark = bookmarkAt(state);
  if (!bookmark || !opensPages.get()) return;
  const { id, href } = bookmark.attrs;
  try {
    const pages = await attachments.ready();
    announce(tLazy().objects.openingPage);
    const preview = await pages.page(href);
    const picture = imageOfData(preview.picture ?? '');
    const src = picture === null ? '' : attachmentAddress(await pages.add(picture.blob));
    if (view.isDestroyed || !view.editable) return;
    const tr = fill(view.state.tr, id, href, preview, src);
    if (tr) view.dispatch(tr);
    announce(tLazy().objects.pageShown);
  } catch (error) {
    // Whatever it is, it is not tried again by itself.
    if (error instanceof CatalogueError) announce(tLazy().error('page_unreachable'));
    else if (error instanceof Unreachable) announce(tLazy().objects.pageNotAsked);
    else throw error;
  }
}

/** Null where the bookmark is no more, or is of another page. */
function fill(
  tr: Transaction,
  id: string,
  href: string,
  { title, description }: PagePreview,
  src: string,
): Transaction | null {
  let found: { at: number; node: Node } | null = null;
  tr.doc.forEach((node, at) => {
    if (node.attrs.id === id) found = { at, node };
  });
  if (!found) return null;
  const { at, node } = found as { at: number; node: Node };
  if (node.type !== schema.nodes.bookmark || node.attrs.href !== href) return null;
  tr.setNodeAttribute(at, 'description', description).setNodeAttribute(at, 'src', src);
  if (node.content.size === 0 && title) tr.insert(at + 1, schema.text(title));
  return tr;
}
