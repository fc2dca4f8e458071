/** A line of plain text: how it is made. */
import type { BlockPart } from '../block-part.ts';

export const paragraph: BlockPart = {
  kinds: [{ id: 'paragraph', icon: 'text', keys: ['Mod-Alt-0'], also: 'paragraph plain body' }],
};
