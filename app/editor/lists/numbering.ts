/**
 * The numbers of ordered items, which follow from where they stand.
 *
 * Invariant: it counts as the style sheet does. An item counts on from the one before it at its
 * depth; a block that is no ordered item ends the counting at its own depth and below; `start` sets
 * the number.
 */
import type { Node } from 'prosemirror-model';
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

export function depthOf(node: Node): number {
  return Math.min(MAX_DEPTH, Number(node.attrs.depth ?? 0));
}
