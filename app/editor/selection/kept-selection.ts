/**
 * What stays selected when others move blocks.
 *
 * Invariant: text and blocks that were there and not selected are not selected by what others do, so
 * that no key takes away what nobody meant. What is left of a selection that others tore is the part
 * that its head stands in.
 */
import { type Selection, TextSelection } from 'prosemirror-state';
import { BlockSelection } from './block-selection.ts';

/** @param now the selection as its ends stand by now, in the document as it is now */
export function keptSelection(before: Selection, now: Selection): Selection {
  if (before.empty || now.empty) return now;
  const { doc } = now.$from;
  const [first, last] = [now.$from.index(0), lastIndex(now.$to)];
  const isForward = now.anchor <= now.head;
  const ofBlocks = now instanceof BlockSelection;
  const wasForward = ofBlocks ? isForward : before.anchor <= before.head;
  // Between ends that changed places stands what was not selected.
  const isTurned = isForward !== wasForward;
  if (last <= first) return isTurned ? TextSelection.near(now.$head) : now;
  const [head, end] = isForward ? [last, first] : [first, last];
  const was = whatWasSelected(before);
  const fateOf = (index: number) => was.get(doc.child(index).attrs.id);
  // A line that was joined to one that was not selected stands behind that one's text.
  if (!ofBlocks && wasForward && fateOf(head) === 'other') return TextSelection.near(now.$head);
  const step = wasForward ? -1 : 1;
  let reached = head;
  for (let index = head + step; index >= 0 && index < doc.childCount; index += step) {
    const fate = fateOf(index);
    if (index === end && (fate !== 'other' || (wasForward && !ofBlocks))) return now;
    // Of the line it was begun in the rest was not selected; its end stands elsewhere.
    if (fate === 'other' || (fate === 'begun' && !ofBlocks)) break;
    // What came in is selected where it stands between what was.
    if (fate) reached = index;
  }
  let start = 0;
  for (let index = 0; index < reached; index++) start += doc.child(index).nodeSize;
  if (ofBlocks) return BlockSelection.between(doc, start, now.head);
  const edge = wasForward ? start + 1 : start + doc.child(reached).nodeSize - 1;
  return TextSelection.between(doc.resolve(edge), now.$head);
}

/** What was selected of each block there was, by id: it, the end the selection was begun at, nothing. */
function whatWasSelected(before: Selection): Map<unknown, 'selected' | 'begun' | 'other'> {
  const [first, last] = [before.$from.index(0), lastIndex(before.$to)];
  const begun = before.anchor <= before.head ? first : last;
  const fates = new Map<unknown, 'selected' | 'begun' | 'other'>();
  before.$from.doc.forEach(({ attrs }, _position, index) => {
    const isSelected = index >= first && index <= last;
    fates.set(attrs.id, !isSelected ? 'other' : index === begun ? 'begun' : 'selected');
  });
  return fates;
}

/** Of the block in which, or behind which, a selection ends. */
function lastIndex($to: Selection['$to']): number {
  return $to.depth === 0 ? Math.max(0, $to.index(0) - 1) : $to.index(0);
}
