/**
 * Which of a list need not move to make its order another one.
 *
 * Invariant: what stays has one order before and after, and no other such choice weighs more.
 */

/**
 * @param positions where each stood before, in the order of now
 * @param weightOf how much is to be said for its staying, more than 0
 * @returns the indexes of those that stay
 */
export function staying(
  positions: readonly number[],
  weightOf: (index: number) => number = () => 1,
): Set<number> {
  const all = new Set(positions.keys());
  if (positions.every((position, index) => index === 0 || positions[index - 1]! < position))
    return all;
  // The heaviest increasing list up to each rank, found in a tree of prefixes (Fenwick 1994).
  const sorted = [...positions].sort((a, b) => a - b);
  const rankOf = new Map(sorted.map((position, rank) => [position, rank + 1]));
  const best = new Float64Array(sorted.length + 1);
  const last = new Int32Array(sorted.length + 1).fill(-1);
  const previous = new Int32Array(positions.length).fill(-1);
  let heaviest = { weight: 0, index: -1 };
  for (const [index, position] of positions.entries()) {
    const rank = rankOf.get(position)!;
    let weight = 0;
    for (let at = rank - 1; at > 0; at -= at & -at)
      if (best[at]! > weight) {
        weight = best[at]!;
        previous[index] = last[at]!;
      }
    weight += weightOf(index);
    if (weight > heaviest.weight) heaviest = { weight, index };
    for (let at = rank; at < best.length; at += at & -at)
      if (weight > best[at]!) {
        best[at] = weight;
        last[at] = index;
      }
  }
  const stay = new Set<number>();
  for (let at = heaviest.index; at >= 0; at = previous[at]!) stay.add(at);
  return stay;
}
