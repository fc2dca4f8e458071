/** A quotation: how it is made. */
import type { BlockPart } from '../block-part.ts';

export const quote: BlockPart = {
  kinds: [{ id: 'quote', icon: 'quote', also: 'blockquote citation >' }],
};
