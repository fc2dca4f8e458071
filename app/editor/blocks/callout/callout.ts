/** A box that stands out of the text: how it is made. callout-boxes.ts draws what is nested in it. */
import type { BlockPart } from '../block-part.ts';

export const callout: BlockPart = {
  kinds: [{ id: 'callout', icon: 'callout', also: 'note tip warning box alert' }],
};
