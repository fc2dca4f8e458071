/**
 * The numbers of ordered items, which follow from where they stand.
 *
 * Invariant: it counts as the style sheet does. An item counts on from the one before it at its
 * depth; a block that is no ordered item ends the counting at its own depth and below; `start` sets
 * the number.
 */
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';

const { ordered } = schema.nodes;

/** Counts through blocks in their order. */
export class Numbering {
  readonly numbers = new Array<number>(MAX_DEPTH + 1).fill(0);

  /** The number of a block that is an ordered item; 0 for any other. */
  next(node: Node): number {
    const depth = depthOf(node);
    const isItem = node.type === ordered;
    if (isItem)
      this.numbers[depth] = (node.attrs.start as number | null) ?? this.numbers[depth]! + 1;
    this.numbers.fill(0, isItem ? depth + 1 : depth);
    return isItem ? this.numbers[depth]! : 0;
  }
}

/** The state of the numbers behind the block before `to`. */
export function numbersAt(blocks: { child(index: number): Node }, to: number): readonly number[] {
  let start = to - 1;
  // Whatever is no ordered item ends all numbering if it stands at the outermost depth.
  while (start > 0 && (blocks.child(start).type === ordered || depthOf(blocks.child(start)) > 0))
    start--;
  const numbering = new Numbering();
  for (let index = Math.max(0, start); index < to; index++) numbering.next(blocks.child(index));
  return numbering.numbers;
}

/** The number that an ordered item at `index` has by itself: one more than the item before it. */
export function naturalNumber(doc: Node, index: number, depth: number): number {
  return numbersAt(doc, index)[depth]! + 1;
}

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

function depthOf(node: Node): number {
  return Math.min(MAX_DEPTH, Number(node.attrs.depth ?? 0));
}
