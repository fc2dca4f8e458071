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
  toHtml: ({ href = '', description = '', src = '' }, { content }) => {
    const link = `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
    const about = description ? `<p>${escapeHtml(description)}</p>` : '';
    const picture = src ? `<img src="${escapeHtml(src)}" alt="">` : '';
    return figure('bookmark', isWebAddress(href) ? picture + link + about : '', content);
  },
};
