/**
 * Stretches of blocks, as indexes: which blocks of a document are drawn.
 *
 * Invariant: ranges are sorted, not empty, and apart from each other.
 */
import type { ChangedBlocks } from '../binding/to-body.ts';

export interface Range {
  readonly from: number;
  /** Behind the last one. */
  readonly to: number;
}

/** Any ranges as such ranges, inside `count` blocks; those nearer than `apart` become one. */
export function united(ranges: readonly Range[], count: number, apart = 1): Range[] {
  const result: { from: number; to: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const from = Math.max(0, range.from);
    const to = Math.min(count, range.to);
    if (from >= to) continue;
    const last = result[result.length - 1];
    if (last && from < last.to + apart) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

export function includes(ranges: readonly Range[], index: number): boolean {
  return ranges.some(({ from, to }) => from <= index && index < to);
}

export function sizeOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function same(a: readonly Range[], b: readonly Range[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ from, to }, index) => from === b[index]!.from && to === b[index]!.to)
  );
}

/** What of such ranges is in none of the others. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  if (others.length === 0) return [...ranges];
  return ranges.flatMap(({ from, to }) => {
    const left: Range[] = [];
    let at = from;
    for (const other of others) {
      if (other.to <= at) continue;
      if (other.from >= to) break;
      if (other.from > at) left.push({ from: at, to: other.from });
      at = other.to;
    }
    if (at < to) left.push({ from: at, to });
    return left;
  });
}

/** The same blocks after blocks [start, oldEnd) became [start, newEnd), without any of these. */
export function outside(
  ranges: readonly Range[],
  { start, oldEnd, newEnd }: ChangedBlocks,
): Range[] {
  const shift = newEnd - oldEnd;
  return ranges.flatMap(({ from, to }) => [
    { from, to: Math.min(to, start) },
    { from: Math.max(from, oldEnd) + shift, to: to + shift },
  ]);
}
