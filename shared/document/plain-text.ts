/**
 * What a block says in plain text.
 *
 * Invariant: each object is one U+FFFC, so that places in the text are places in the block.
 */
import type { BlockContent, Inline } from './schema.ts';

/** The text of a block, objects as U+FFFC; of a table, cells behind one another, one a line. */
export function textOf(block: BlockContent): string {
  if (block.table) return block.table.rows.flatMap(({ cells }) => cells.map(inlineText)).join('\n');
  return inlineText(block.content);
}

/** Plain text, objects as U+FFFC. */
export function inlineText(content: readonly Inline[]): string {
  return content.map((run) => ('text' in run ? run.text : '\uFFFC')).join('');
}
