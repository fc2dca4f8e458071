/**
 * The tree that flat blocks with depths stand for: list items, quotes,
 * callouts and toggles hold deeper blocks.
 *
 * Invariant: every block appears once, in its order; a block deeper than what can hold it comes up
 * to the nearest place that can.
 */
import type { ListKind } from '../document/block-types/definition.ts';
import { definitionOf } from '../document/block-types/index.ts';
import { type BlockContent, MAX_DEPTH } from '../document/schema.ts';

export interface NestedBlock {
  block: BlockContent;
  children: NestedBlock[];
}

/** What a block makes together with its neighbours of the same kind, or null if it stands alone. */
export function kindOf(block: BlockContent): ListKind | null {
  return definitionOf(block.type).list ?? null;
}

/** Whether deeper blocks that follow belong to it. */
function isContainer(block: BlockContent): boolean {
  const { list, holdsBlocks } = definitionOf(block.type);
  return list !== undefined || holdsBlocks === true;
}

export function nest(blocks: readonly BlockContent[]): NestedBlock[] {
  const top: NestedBlock[] = [];
  const open: { depth: number; node: NestedBlock }[] = [];
  for (const block of blocks) {
    const depth = depthOf(block);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const node: NestedBlock = { block, children: [] };
    (open.at(-1)?.node.children ?? top).push(node);
    if (isContainer(block)) open.push({ depth, node });
  }
  return top;
}

/**
 * Neighbours that make one list or one quote, and single blocks. A list or quote also ends where a
 * block of it has `start`: it begins anew there.
 */
export function runsOf(nodes: readonly NestedBlock[]): NestedBlock[][] {
  const runs: NestedBlock[][] = [];
  let kind: ListKind | null = null;
  for (const node of nodes) {
    const next = kindOf(node.block);
    const run = runs.at(-1);
    if (run && next && next === kind && node.block.start === undefined) run.push(node);
    else runs.push([node]);
    kind = next;
  }
  return runs;
}

function depthOf(block: BlockContent): number {
  const depth = block.depth ?? 0;
  return Number.isInteger(depth) ? Math.min(Math.max(depth, 0), MAX_DEPTH) : 0;
}
