/**
 * Picks a few of many for each round of work, so that over the rounds all have their turn and no server
 * is asked for all at once.
 *
 * Invariant: those in `first` are in every round; of the others, each round takes the next `most`.
 */
export function someInTurn<T>(
  all: readonly T[],
  time: number,
  most: number,
  first: ReadonlySet<T> = new Set(),
): T[] {
  if (all.length <= most) return [...all];
  const others = all.filter((one) => !first.has(one));
  const start = (Math.floor(time) * most) % Math.max(1, others.length);
  return [
    ...all.filter((one) => first.has(one)),
    ...[...others, ...others].slice(start, start + Math.min(most, others.length)),
  ];
}
