/** Files: a link whose title says so (media.ts), a figure. */
import { isSafeLink } from '../../document/addresses.ts';
import { wellFormed } from '../inline.ts';
import { escapeHtml } from '../inline-html.ts';
import { mediaContent } from '../media.ts';
import { treeFromInline } from '../tree-from-inline.ts';
import { figure } from './elements.ts';
import type { BlockFormat } from './format.ts';

export const file: BlockFormat = {
  toMarkdown: ({ block }) => [{ type: 'paragraph', children: treeFromInline(mediaContent(block)) }],
  toHtml: ({ src = '', name, size, mime }, { content }) => {
    const text = escapeHtml(wellFormed(name || 'File'));
    if (!isSafeLink(src)) return figure('file', text, content);
    const type = mime ? ` type="${escapeHtml(mime)}"` : '';
    const bytes = size === undefined ? '' : ` data-size="${Number(size)}"`;
    const link = `<a href="${escapeHtml(src)}" download="${text}"${type}${bytes}>${text}</a>`;
    return figure('file', link, content);
  },
};
