/** A line across the page: how it is made, and said as a line of text. */
import { Fragment } from 'prosemirror-model';
import { schema } from '../../schema.ts';
import type { BlockPart } from '../block-part.ts';

export const divider: BlockPart = {
  kinds: [{ id: 'divider', icon: 'divider', also: 'line rule separator --- hr' }],
  lines: () => [Fragment.from(schema.text('---'))],
};
