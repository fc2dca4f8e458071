/**
 * A longest list of ids that stand in one order in two lists: what need not move.
 *
 * Invariant: what it gives is a part of both lists, in the order of both.
 */

/** Ids of a longest list that has one order in both; ids in `without` are left out. */
export function longestCommonOrder(
  now: readonly string[],
  wanted: readonly string[],
  without: ReadonlySet<string>,
): Set<string> {
  const position = new Map(now.map((id, index) => [id, index]));
  // Longest increasing subsequence by patience: tails[k] ends the best list of length k + 1.
  const ids = wanted.filter((id) => position.has(id) && !without.has(id));
  const tails: number[] = [];
  const previous = new Int32Array(ids.length).fill(-1);
  for (let index = 0; index < ids.length; index++) {
    const value = position.get(ids[index]!)!;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (position.get(ids[tails[middle]!]!)! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1]!;
    tails[low] = index;
  }
  const result = new Set<string>();
  for (let at = tails.length > 0 ? tails[tails.length - 1]! : -1; at !== -1; at = previous[at]!)
    result.add(ids[at]!);
  return result;
}
