/**
 * Sets of clock ranges, one sorted list for each Yjs client: which characters a deletion took.
 *
 * Invariant: the ranges of a client are sorted, do not overlap and do not touch.
 */

/** What Yjs knows a character or an object by: who wrote it, and how much they had written before. */
export interface ItemId {
  client: number;
  clock: number;
}

/** Client → [first clock, length]. */
export type ClockRanges = Map<number, [number, number][]>;

export function addRange(ranges: ClockRanges, client: number, clock: number, length: number): void {
  const list = ranges.get(client);
  if (!list) {
    ranges.set(client, [[clock, length]]);
    return;
  }
  let from = clock;
  let to = clock + length;
  // The ranges from `first` up to `next` overlap or touch the new one and become one with it.
  const first = firstEndingAtOrAfter(list, from);
  let next = first;
  for (; next < list.length; next++) {
    const [start, size] = list[next]!;
    if (start > to) break;
    from = Math.min(from, start);
    to = Math.max(to, start + size);
  }
  list.splice(first, next - first, [from, to - from]);
}

/** Behind the last clock of a range. */
export const endOfRange = ([start, size]: readonly [number, number]): number => start + size;

/** The index of the first range that ends at or after the clock; the length if none does. */
function firstEndingAtOrAfter(list: readonly [number, number][], clock: number): number {
  return firstBehind(list, clock - 1, endOfRange);
}

/**
 * Of what is in the order of clocks, the index of the first that ends behind this one; the length if
 * none does.
 */
export function firstBehind<T>(
  list: readonly T[],
  clock: number,
  endOf: (one: T) => number,
): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(list[middle]!) <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function addRanges(ranges: ClockRanges, added: ClockRanges): void {
  for (const [client, list] of added) {
    for (const [clock, length] of list) addRange(ranges, client, clock, length);
  }
}

/** Takes a range out, wherever it is in. */
export function removeRange(
  ranges: ClockRanges,
  client: number,
  clock: number,
  length: number,
): void {
  const list = ranges.get(client);
  if (!list) return;
  const end = clock + length;
  const kept: [number, number][] = [];
  for (const [start, size] of list) {
    const stop = start + size;
    if (stop <= clock || start >= end) {
      kept.push([start, size]);
      continue;
    }
    if (start < clock) kept.push([start, clock - start]);
    if (stop > end) kept.push([end, stop - end]);
  }
  if (kept.length === 0) ranges.delete(client);
  else ranges.set(client, kept);
}
