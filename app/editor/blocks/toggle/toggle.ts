/** A line below which others are folded away: how it is made. `folding/` draws it. */
import type { BlockPart } from '../block-part.ts';

export const toggle: BlockPart = {
  kinds: [{ id: 'toggle', icon: 'toggle', also: 'fold collapse details' }],
};
