/** Tables (table-in-tree.ts); text that a merge left behind one follows it. */
import { treeFromTable } from '../table-in-tree.ts';
import type { BlockFormat } from './format.ts';

export const table: BlockFormat = {
  toMarkdown: ({ block }, write) => {
    const tree = treeFromTable(block);
    return [...(tree ? [tree] : []), ...write.paragraph(block)];
  },
  toHtml: (_block, write) => write.table() + (write.content ? `\n<p>${write.content}</p>` : ''),
};
