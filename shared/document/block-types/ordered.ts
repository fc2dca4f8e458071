/** An item of a list with numbers; `checked` where it has a box, as Markdown allows. */
import { checked, start } from './common.ts';
import type { BlockDefinition } from './definition.ts';

export const ordered = {
  attributes: { start, checked },
  list: 'ordered',
} as const satisfies BlockDefinition;
