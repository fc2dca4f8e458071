/**
 * What sets the numbers of a list: begin anew, or count on.
 *
 * Invariant: a number is written down only where it does not follow from what stands before.
 */
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { schema } from '../schema.ts';
import { depthOf, naturalNumber, numbersAt } from './numbering.ts';

const { ordered } = schema.nodes;

/** The number of the last item at this depth before the list that has the block at `index`; or 0. */
function numberToContinue(doc: Node, index: number): number {
  const depth = depthOf(doc.child(index));
  for (let before = index - 1; before >= 0; before--) {
    const node = doc.child(before);
    if (node.type === ordered && depthOf(node) === depth) return numbersAt(doc, before + 1)[depth]!;
  }
  return 0;
}

function itemAt({ doc, selection }: EditorState): { index: number; node: Node } | null {
  const index = Math.min(selection.$from.index(0), doc.childCount - 1);
  const node = doc.child(index);
  return node.type === ordered ? { index, node } : null;
}

export function isInOrdered(state: EditorState): boolean {
  return itemAt(state) !== null;
}

/** The number the item at the selection has now; null where there is none. */
export function numberHere(state: EditorState): number | null {
  const item = itemAt(state);
  return item && numbersAt(state.doc, item.index + 1)[depthOf(item.node)]!;
}

/** Gives the item at the selection a number; the items behind it count on from there. */
export function startAt(number: number): Command {
  return (state, dispatch) => {
    const item = itemAt(state);
    if (!item || numberHere(state) === number) return false;
    const { doc } = state;
    const isNatural = naturalNumber(doc, item.index, depthOf(item.node)) === number;
    dispatch?.(setStart(state, item.index, isNatural ? null : number));
    return true;
  };
}

/**
 * Has the item at the selection count on: from the item above it, or, where something else stands
 * between, from the last item before that.
 */
export const continueNumbering: Command = (state, dispatch) => {
  const item = itemAt(state);
  if (!item) return false;
  const last = numberToContinue(state.doc, item.index);
  return last > 0 && startAt(last + 1)(state, dispatch);
};

function setStart(state: EditorState, index: number, start: number | null) {
  const { doc, tr } = state;
  const position = doc.children.slice(0, index).reduce((sum, node) => sum + node.nodeSize, 0);
  return tr.setNodeAttribute(position, 'start', start).scrollIntoView();
}
