/** Bookmarks: a link whose title says so (media.ts), a figure. */
import { isWebAddress } from '../../document/addresses.ts';
import { escapeHtml } from '../inline-html.ts';
import { mediaContent } from '../media.ts';
import { treeFromInline } from '../tree-from-inline.ts';
import { figure } from './elements.ts';
import type { BlockFormat } from './format.ts';

export const bookmark: BlockFormat = {
  toMarkdown: ({ block }) => {
    const content = mediaContent(block);
    return content.length > 0 ? [{ type: 'paragraph', children: treeFromInline(content) }] : [];
  },
  toHtml: ({ href = '' }, { content }) => {
    const link = `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
    return figure('bookmark', isWebAddress(href) ? link : '', content);
  },
};
