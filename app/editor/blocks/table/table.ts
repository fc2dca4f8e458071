/** A table: how it is made, and said as lines. table-view.ts draws it from the start. */
import { emptyTable } from '../../commands/tables.ts';
import type { BlockPart } from '../block-part.ts';
import { lineOfRow } from '../lines.ts';

export const table: BlockPart = {
  kinds: [
    {
      id: 'table',
      icon: 'table',
      make: (depth) => emptyTable(3, 3, depth),
      also: 'grid rows columns cells',
    },
  ],
  lines: ({ children }) => children.map(lineOfRow),
};
