/** Formulas: `$$` around TeX, code that programs which draw formulas look for. */
import { pre } from './elements.ts';
import type { BlockFormat } from './format.ts';

export const formula: BlockFormat = {
  toMarkdown: ({ block }, write) => [{ type: 'formula', value: write.source(block) }],
  toHtml: (_block, write) => pre('language-math math-display', write.source()),
};
