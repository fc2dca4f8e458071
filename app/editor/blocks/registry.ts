/**
 * What the editor knows of each block type besides its node: how it is made, drawn, pasted and said
 * as text. Each type has a folder beside this file. Loaded after the text.
 *
 * Invariant: the compiler asks for each type that a definition names; every list of kinds of blocks
 * is read from here, in this order.
 */
import type { Node } from 'prosemirror-model';
import type { BlockType } from '../../../shared/document/schema.ts';
import { nodeName } from '../schema.ts';
import type { BlockPart } from './block-part.ts';
import { bookmark } from './bookmark/bookmark.ts';
import { bullet } from './bullet/bullet.ts';
import { callout } from './callout/callout.ts';
import { code } from './code/code.ts';
import { divider } from './divider/divider.ts';
import { file } from './file/file.ts';
import { formula } from './formula/formula.ts';
import { heading } from './heading/heading.ts';
import { image } from './image/image.ts';
import { ordered } from './ordered/ordered.ts';
import { paragraph } from './paragraph/paragraph.ts';
import { progress } from './progress/progress.ts';
import { quote } from './quote/quote.ts';
import { table } from './table/table.ts';
import { task } from './task/task.ts';
import { toggle } from './toggle/toggle.ts';

export const BLOCK_PARTS: Readonly<Record<BlockType, BlockPart>> = {
  paragraph,
  heading,
  bullet,
  ordered,
  task,
  quote,
  code,
  callout,
  toggle,
  formula,
  table,
  image,
  file,
  progress,
  divider,
  bookmark,
};

const PARTS: ReadonlyMap<string, BlockPart> = new Map(
  Object.entries(BLOCK_PARTS).map(([type, part]) => [nodeName(type), part]),
);

/** What is known of a block's type; of one this build does not know, nothing is. */
export function partOf({ type }: Node): BlockPart {
  return PARTS.get(type.name) ?? { kinds: [] };
}
