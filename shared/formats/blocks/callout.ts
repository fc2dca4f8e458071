/** Callouts: alerts of GitHub's Markdown (alert.ts), `<aside>`. */
import { alertOpening } from '../alert.ts';
import { escapeHtml } from '../inline-html.ts';
import type { BlockFormat } from './format.ts';

export const callout: BlockFormat = {
  toMarkdown: ({ block, children }, write) => [
    {
      type: 'blockquote',
      children: [...alertOpening(block, write.paragraph(block)), ...write.flow(children)],
    },
  ],
  toHtml: ({ tone, icon }, { content, inside }) => {
    const own = icon ? ` data-icon="${escapeHtml(icon)}"` : '';
    const parts = [`<aside class="callout" data-tone="${tone ?? 'note'}"${own}>`];
    if (content) parts.push(`<p>${content}</p>`);
    return [...parts, ...inside, '</aside>'].join('\n');
  },
};
