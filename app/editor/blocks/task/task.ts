/** An item of a checklist: how it is made, and said as a line. `lists/` draws it. */
import type { BlockPart } from '../block-part.ts';
import { withMarker } from '../lines.ts';

export const task: BlockPart = {
  kinds: [
    { id: 'task', icon: 'task', keys: ['Mod-Shift-9'], also: 'todo to-do checkbox check [] ' },
  ],
  lines: ({ attrs, content }) => [withMarker(attrs.checked ? '[x] ' : '[ ] ', content)],
};
