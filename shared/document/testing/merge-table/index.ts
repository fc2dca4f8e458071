/**
 * The merge table: what people who work apart on one document must end up with, by what the first of
 * them does. Where two outcomes are equally right, both are named.
 */
import type { Family } from './case.ts';
import { deleting } from './deleting.ts';
import { formatting } from './formatting.ts';
import { joining } from './joining.ts';
import { moving } from './moving.ts';
import { splitting } from './splitting.ts';
import { tables } from './tables.ts';
import { threePeople } from './three-people.ts';
import { turning } from './turning.ts';
import { undoing } from './undoing.ts';
import { writing } from './writing.ts';

export * from './case.ts';
export { playInLetters } from './letters.ts';

export const MERGE_TABLE: Readonly<Record<string, Family>> = {
  writing,
  splitting,
  joining,
  turning,
  deleting,
  moving,
  formatting,
  undoing,
  tables,
  'three people': threePeople,
};
