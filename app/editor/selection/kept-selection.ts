/**
 * What stays selected when others move blocks.
 *
 * Invariant: a block that was there and not selected is not selected by what others do, so that no
 * key takes away what nobody meant. Where one came in between, or one end of the selection went
 * elsewhere, what is left of it ends at the side it was extended to.
 */
import { type Selection, TextSelection } from 'prosemirror-state';
import { BlockSelection } from './block-selection.ts';

/** @param now the selection as its ends stand by now, in the document as it is now */
export function keptSelection(before: Selection, now: Selection): Selection {
  const { $from, $to } = now;
  const doc = $from.doc;
  const [first, last] = [$from.index(0), lastIndex($to)];
  if (last <= first) return now;
  const selected = [before.$from.index(0), lastIndex(before.$to)] as const;
  const others = new Set<unknown>();
  before.$from.doc.forEach(({ attrs }, _position, index) => {
    if (index < selected[0] || index > selected[1]) others.add(attrs.id);
  });
  const isOther = (index: number) => others.has(doc.child(index).attrs.id);
  const isForward = now.anchor <= now.head;
  const step = isForward ? -1 : 1;
  const [head, end] = isForward ? [last, first] : [first, last];
  let reached = head;
  while (reached !== end && !isOther(reached + step)) reached += step;
  if (reached === end) return now;
  let start = 0;
  for (let index = 0; index < reached; index++) start += doc.child(index).nodeSize;
  if (now instanceof BlockSelection) return BlockSelection.between(doc, start, now.head);
  const edge = isForward ? start + 1 : start + doc.child(reached).nodeSize - 1;
  return TextSelection.between(doc.resolve(edge), now.$head);
}

/** Of the block in which, or behind which, a selection ends. */
function lastIndex($to: Selection['$to']): number {
  return $to.depth === 0 ? Math.max(0, $to.index(0) - 1) : $to.index(0);
}
