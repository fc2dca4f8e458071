/** Paragraphs: also what a block of a type that this build does not know is written as. */
import type { BlockFormat } from './format.ts';

export const paragraph: BlockFormat = {
  toMarkdown: ({ block }, write) => write.paragraph(block),
  toHtml: (_block, { content }) => `<p>${content}</p>`,
};
