/**
 * Sets of clock ranges, one sorted list for each Yjs client: which characters a deletion took.
 *
 * Invariant: the ranges of a client are sorted, do not overlap and do not touch.
 */

/** Client → [first clock, length]. */
export type ClockRanges = Map<number, [number, number][]>;

export function addRange(ranges: ClockRanges, client: number, clock: number, length: number): void {
  let from = clock;
  let to = clock + length;
  const kept: [number, number][] = [];
  for (const [start, size] of ranges.get(client) ?? []) {
    if (start > to || start + size < from) {
      kept.push([start, size]);
    } else {
      from = Math.min(from, start);
      to = Math.max(to, start + size);
    }
  }
  kept.push([from, to - from]);
  ranges.set(
    client,
    kept.sort((one, other) => one[0] - other[0]),
  );
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
