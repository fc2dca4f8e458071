/**
 * Markdown and HTML of every block type. Items of lists and quotes are not here: what they are
 * written as depends on their neighbours (`listOf` in tree-from-blocks.ts, `formatRun` in html.ts).
 *
 * Invariant: the compiler asks for each type that a definition names.
 */
import type { Paragraph } from 'mdast';
import type { BlockType, ListType } from '../../document/block-types/index.ts';
import type { BlockContent } from '../../document/schema.ts';
import type { ReadContext } from '../inline-from-tree.ts';
import { bookmark } from './bookmark.ts';
import { callout } from './callout.ts';
import { code } from './code.ts';
import { divider } from './divider.ts';
import { file } from './file.ts';
import type { BlockFormat } from './format.ts';
import { formula } from './formula.ts';
import { heading } from './heading.ts';
import { image } from './image.ts';
import { paragraph } from './paragraph.ts';
import { progress } from './progress.ts';
import { table } from './table.ts';
import { toggle } from './toggle.ts';

const FORMATS: Readonly<Record<Exclude<BlockType, ListType>, BlockFormat>> = {
  paragraph,
  heading,
  code,
  divider,
  callout,
  toggle,
  image,
  file,
  formula,
  table,
  bookmark,
  progress,
};
const BY_TYPE: ReadonlyMap<string, BlockFormat> = new Map(Object.entries(FORMATS));

/** How a block is written; what is not known, as a paragraph. */
export function formatOf({ type }: Pick<BlockContent, 'type'>): BlockFormat {
  return BY_TYPE.get(type) ?? paragraph;
}

/** The types that have words of their own here. */
export const WRITTEN_TYPES: ReadonlySet<string> = new Set(BY_TYPE.keys());

/** The block that a paragraph is, where it is more than text. */
export function blockInParagraph(node: Paragraph, context: ReadContext): BlockContent | null {
  for (const { fromParagraph } of BY_TYPE.values()) {
    const block = fromParagraph?.(node, context);
    if (block) return block;
  }
  return null;
}
