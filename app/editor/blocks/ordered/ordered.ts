/** An item of a numbered list: how it is made, and said as a line. `lists/` draws it. */
import type { BlockPart } from '../block-part.ts';
import { withMarker } from '../lines.ts';

export const ordered: BlockPart = {
  // With Shift a digit key gives another character, which differs by keyboard.
  kinds: [{ id: 'ordered', icon: 'ordered', keys: ['Mod-Shift-7'], also: 'ordered 1. ol' }],
  lines: ({ content }, number) => [withMarker(`${number}. `, content)],
};
