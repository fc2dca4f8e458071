/**
 * A table, and the markers it consists of: they name their table, and a cell names its row and
 * column, too.
 */
import { width } from './common.ts';
import { type BlockDefinition, flag, oneOf } from './definition.ts';

export const ALIGNMENTS = ['center', 'end'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const table = {
  attributes: {
    /** Whether its first row is a heading. */
    header: flag(),
  },
  isVoid: true,
} as const satisfies BlockDefinition;

export const TABLE_PART_ATTRIBUTES = {
  row: {},
  column: {
    width,
    /** At the start unless it says otherwise. */
    align: oneOf(ALIGNMENTS),
  },
  cell: {},
} as const satisfies Readonly<Record<string, BlockDefinition['attributes']>>;
