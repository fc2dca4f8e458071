/** A bookmark of a web page: how it is drawn, and said as lines. It is made of an address, by bookmarks.ts. */
import { Fragment } from 'prosemirror-model';
import { schema } from '../../schema.ts';
import type { BlockPart } from '../block-part.ts';
import { BookmarkView } from './bookmark-view.ts';

export const bookmark: BlockPart = {
  kinds: [],
  inView: ({ menus, attachmentSource }) => ({
    nodeView: (node, view, position) =>
      new BookmarkView(node, view, position, {
        attachments: attachmentSource,
        edit: () => menus.open('bookmark'),
      }),
  }),
  lines: ({ attrs, content }) => [Fragment.from(schema.text(attrs.href || 'Bookmark')), content],
};
