/**
 * Where blocks that are dragged would land.
 *
 * Invariant: between two blocks only, never inside what is dragged, below nothing that holds no
 * blocks, and at a depth that leaves every other block with the parent it has.
 */
import type { Node, NodeType } from 'prosemirror-model';
import { MAX_DEPTH } from '../../../shared/document/schema.ts';
import { type BlockRange, holdsBlocks } from '../commands/commands.ts';
import { schema } from '../schema.ts';

export interface Landing {
  /** Index of now before which the blocks are put. */
  target: number;
  depth: number;
}

/** `target`: the gap the pointer is at; `wanted`: the depth it asks for. */
export function landingAt(
  doc: Node,
  range: BlockRange,
  target: number,
  wanted: number,
): Landing | null {
  if (target > range.from && target < range.to) return null;
  // What is dragged is not there any more once it lands.
  const before = target === range.to ? range.from : target;
  const behind = target === range.from ? range.to : target;
  const below = behind < doc.childCount ? depthOf(doc, behind) : 0;
  let deepest = 0;
  const first = depthOf(doc, range.from);
  for (let index = range.from; index < range.to; index++)
    deepest = Math.max(deepest, depthOf(doc, index) - first);
  const most = Math.min(deepestBehind(doc, before, below), MAX_DEPTH - deepest);
  const least = Math.min(below, most);
  return { target, depth: Math.max(least, Math.min(wanted, most)) };
}

/** The depth of something new between two blocks, such that no other block gets another parent. */
export function depthBetween(doc: Node, target: number, wanted: number): number {
  const below = target < doc.childCount ? depthOf(doc, target) : 0;
  const most = Math.min(deepestBehind(doc, target, below), MAX_DEPTH);
  return Math.max(Math.min(below, most), Math.min(wanted, most));
}

/**
 * How deep something may be at a gap: nested in the block above where that is one to nest things in,
 * or where something is nested in it already.
 */
function deepestBehind(doc: Node, gap: number, below: number): number {
  if (gap === 0) return 0;
  const above = doc.child(gap - 1);
  const depth = above.attrs.depth as number;
  return holdsBlocks(above) || ITEMS.has(above.type) || below > depth ? depth + 1 : depth;
}

const ITEMS: ReadonlySet<NodeType | undefined> = new Set([
  schema.nodes.bullet,
  schema.nodes.ordered,
  schema.nodes.task,
]);

function depthOf(doc: Node, index: number): number {
  return doc.child(index).attrs.depth as number;
}
