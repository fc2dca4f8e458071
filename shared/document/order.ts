/**
 * The order people see: the sequence of markers, with moved blocks taken out and put in again.
 *
 * Invariant: the result is a permutation of the input, a function of it alone, and equal to the
 * sequence wherever nobody moved anything. Whatever places say, no block is left out.
 */

/** Where someone moved a block. */
export interface Place {
  /** The block it comes after, or null for the very beginning. */
  after: string | null;
  /**
   * The block that came next when it was put there, or null for the end. It tells a block that was
   * split off `after` and seen (the moved one goes before it) from one split off meanwhile (the
   * moved one goes behind the whole of what `after` was).
   */
  before: string | null;
  /** When, in ms since 1970: of two blocks put after the same one, the later comes first. */
  at: number;
  /**
   * True where it was joined to `after`: its text continues the block shown before it, so that
   * blocks which are no neighbours in the sequence are joined without copying a character.
   */
  joined?: true;
}

/** What the order depends on. */
export interface OrderNode {
  readonly id: string;
  /** The block it was split off, or null. */
  readonly from: string | null;
  /** Blocks that are gone, joined to others, through which `from` was found. */
  readonly via?: readonly string[];
  readonly place: Place | null;
}

/** Indexes into `nodes` (which are in sequence order) in the order people see. */
export function visibleOrder(nodes: readonly OrderNode[]): number[] {
  if (nodes.every((node) => node.place === null)) return nodes.map((_, index) => index);
  const indexOf = new Map<string, number>();
  nodes.forEach((node, index) => {
    if (!indexOf.has(node.id)) indexOf.set(node.id, index);
  });
  const splitParent = splitParents(nodes, indexOf);
  const target = placeTargets(nodes, indexOf, splitParent);
  return emit(nodes, indexOf, splitParent, target);
}

const NONE = -1;
/** Target of a block that was moved to the very beginning. */
const FIRST = -2;

/**
 * For each node the one it was split off, if nothing else stands between them; else NONE.
 * Attaching only to a node that is still open on the rightmost path makes a depth-first walk of
 * this forest equal to the sequence.
 */
function splitParents(nodes: readonly OrderNode[], indexOf: Map<string, number>): Int32Array {
  const parents = new Int32Array(nodes.length).fill(NONE);
  const open: number[] = [];
  const isOpen = new Uint8Array(nodes.length);
  const closeDownTo = (parent: number) => {
    while (open.length > 0 && open[open.length - 1] !== parent) isOpen[open.pop()!] = 0;
  };
  nodes.forEach((node, index) => {
    const from = node.from === null ? undefined : indexOf.get(node.from);
    const parent = from !== undefined && isOpen[from] === 1 ? from : NONE;
    closeDownTo(parent);
    parents[index] = parent;
    open.push(index);
    isOpen[index] = 1;
  });
  return parents;
}

/** For each node the one it was put after, FIRST, or NONE if it stays in the sequence. */
function placeTargets(
  nodes: readonly OrderNode[],
  indexOf: Map<string, number>,
  splitParent: Int32Array,
): Int32Array {
  const target = new Int32Array(nodes.length).fill(NONE);
  nodes.forEach((node, index) => {
    if (node.place === null) return;
    target[index] = node.place.after === null ? FIRST : (indexOf.get(node.place.after) ?? NONE);
  });
  const parentOf = (index: number) =>
    target[index] === NONE ? splitParent[index]! : target[index]!;
  const DONE = 2;
  const ON_PATH = 1;
  const state = new Uint8Array(nodes.length);
  for (let start = 0; start < nodes.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && state[at] !== DONE) {
      if (state[at] === ON_PATH) {
        // Moves that go in a circle: the oldest one is dropped, the others still mean something.
        const circle = path.slice(path.indexOf(at)).filter((index) => target[index] !== NONE);
        circle.sort((a, b) => compareMoves(nodes[a]!, nodes[b]!));
        target[circle[circle.length - 1]!] = NONE;
        for (const index of path) state[index] = 0;
        path.length = 0;
        at = start;
        continue;
      }
      state[at] = ON_PATH;
      path.push(at);
      at = parentOf(at);
    }
    for (const index of path) state[index] = DONE;
  }
  return target;
}

/** What continues a block first, then later moves first, then by id. */
function compareMoves(a: OrderNode, b: OrderNode): number {
  const joined = Number(b.place?.joined ?? false) - Number(a.place?.joined ?? false);
  if (joined !== 0) return joined;
  const difference = (b.place?.at ?? 0) - (a.place?.at ?? 0);
  if (difference !== 0) return difference;
  return a.id < b.id ? -1 : 1;
}

function emit(
  nodes: readonly OrderNode[],
  indexOf: Map<string, number>,
  splitParent: Int32Array,
  target: Int32Array,
): number[] {
  const splitChildren = new Map<number, number[]>();
  const placedChildren = new Map<number, number[]>();
  const append = (lists: Map<number, number[]>, key: number, index: number) => {
    const list = lists.get(key);
    if (list) list.push(index);
    else lists.set(key, [index]);
  };
  nodes.forEach((_, index) => {
    if (target[index] !== NONE) append(placedChildren, target[index]!, index);
    else append(splitChildren, splitParent[index]!, index);
  });
  for (const list of placedChildren.values())
    list.sort((a, b) => compareMoves(nodes[a]!, nodes[b]!));

  /**
   * The block split off `parent` that stands at or above `index` in the forest, seen through blocks
   * put after `parent` themselves; NONE if there is none.
   */
  const splitBefore = (index: number | undefined, parent: number): number => {
    const seen = new Set<number>();
    for (let at = index; at !== undefined && at >= 0 && !seen.has(at); ) {
      seen.add(at);
      if (target[at] === NONE && splitParent[at] === parent) return at;
      if (target[at] === parent) {
        const next = nodes[at]!.place!.before;
        at = next === null ? undefined : indexOf.get(next);
      } else at = target[at] === NONE ? splitParent[at] : target[at];
    }
    return NONE;
  };

  /** What comes after `parent` itself, in order: blocks split off it and blocks put after it. */
  const childrenOf = (parent: number): number[] => {
    const splits = splitChildren.get(parent) ?? [];
    const placed = placedChildren.get(parent);
    if (!placed) return splits;
    const behindAll: number[] = [];
    const beforeSplit = new Map<number, number[]>();
    for (const index of placed) {
      const next = nodes[index]!.place!.before;
      const nextAt = next === null ? undefined : indexOf.get(next);
      let split = splitBefore(nextAt, parent);
      // What came next was moved away meanwhile: it goes before what came after that.
      if (split === NONE && nextAt !== undefined && splitParent[nextAt] === parent)
        split = splits.find((child) => child > nextAt) ?? NONE;
      // What came next was joined to `parent`: it goes before what came after that.
      if (split === NONE && next !== null && !indexOf.has(next))
        split = splits.findLast((child) => nodes[child]!.via?.includes(next)) ?? NONE;
      if (split === NONE) behindAll.push(index);
      else append(beforeSplit, split, index);
    }
    const result: number[] = [];
    for (const split of splits) {
      for (const before of beforeSplit.get(split) ?? []) result.push(before);
      result.push(split);
    }
    return result.concat(behindAll);
  };

  const order: number[] = [];
  const pending: number[] = [];
  const open = (children: readonly number[]) => {
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index]!);
  };
  open(splitChildren.get(NONE) ?? []);
  open(placedChildren.get(FIRST) ?? []);
  while (pending.length > 0) {
    const index = pending.pop()!;
    order.push(index);
    open(childrenOf(index));
  }
  return order;
}
