/**
 * Where a folded section may be put.
 *
 * Invariant: what stands behind it elsewhere never comes under its heading by the move.
 */
import type { EditorState } from 'prosemirror-state';
import type { Range } from '../viewport/ranges.ts';
import { hiddenBlocks } from './folding.ts';
import { startsAnew } from './sections.ts';

/**
 * Where blocks [from, to) that end with what is folded under a heading may go: between two sections,
 * since what stood behind them elsewhere would belong to that heading. Null where they end otherwise.
 */
export function sectionGaps(
  state: EditorState,
  { from, to }: Range,
): ((target: number) => boolean) | null {
  const { doc } = state;
  const stretch = hiddenBlocks(state).find((hidden) => hidden.to === to);
  const head = stretch && stretch.from - 1 >= from ? doc.child(stretch.from - 1) : null;
  if (head?.type.name !== 'heading') return null;
  return (target) => target === doc.childCount || startsAnew(head, doc.child(target));
}
