/** An item of a bulleted list: how it is made, and said as a line. `lists/` draws it. */
import type { BlockPart } from '../block-part.ts';
import { withMarker } from '../lines.ts';

export const bullet: BlockPart = {
  kinds: [{ id: 'bullet', icon: 'bullet', keys: ['Mod-Shift-8'], also: 'unordered point - ul' }],
  lines: ({ content }) => [withMarker('• ', content)],
};
