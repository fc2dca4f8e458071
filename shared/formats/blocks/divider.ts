/** Dividers; text that a merge left behind one follows it. */
import type { BlockFormat } from './format.ts';

export const divider: BlockFormat = {
  toMarkdown: ({ block }, write) => [{ type: 'thematicBreak' }, ...write.paragraph(block)],
  toHtml: (_block, { content }) => (content ? `<hr>\n<p>${content}</p>` : '<hr>'),
};
