/**
 * How high the rows of a long list are: as measured when they were last drawn, and else as high as
 * those that were measured are on average.
 */

/** Until one was measured, px. */
const UNTIL_KNOWN = 64;

/** Rows from one index up to before another. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export class RowHeights {
  readonly #measured = new Map<string, number>();
  #sum = 0;
  /** By all rows of a list: where each begins, and where the last one ends. */
  #tops = new WeakMap<readonly string[], Float64Array>();

  /** Whether no row was measured yet. */
  get areUnknown(): boolean {
    return this.#measured.size === 0;
  }

  measure(row: string, height: number): void {
    const before = this.#measured.get(row);
    if (before === height) return;
    this.#sum += height - (before ?? 0);
    this.#measured.set(row, height);
    this.#tops = new WeakMap();
  }

  /** The rows look otherwise: nothing that was measured holds. */
  forget(): void {
    this.#measured.clear();
    this.#sum = 0;
    this.#tops = new WeakMap();
  }

  /** What rows of a list take, px. */
  of(rows: readonly string[], { from, to }: Range): number {
    const tops = this.#topsOf(rows);
    return tops[to]! - tops[from]!;
  }

  /** Which of the rows lie, if only in part, between two distances from the top of the list, px. */
  within(rows: readonly string[], start: number, end: number): Range {
    const tops = this.#topsOf(rows);
    const rowAt = (y: number) => {
      let low = 0;
      let high = Math.max(0, rows.length - 1);
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (tops[middle]! <= y) low = middle;
        else high = middle - 1;
      }
      return low;
    };
    return { from: rowAt(start), to: Math.min(rows.length, rowAt(end) + 1) };
  }

  #topsOf(rows: readonly string[]): Float64Array {
    let tops = this.#tops.get(rows);
    if (!tops) {
      const average = this.#measured.size === 0 ? UNTIL_KNOWN : this.#sum / this.#measured.size;
      tops = new Float64Array(rows.length + 1);
      for (const [index, row] of rows.entries()) {
        tops[index + 1] = tops[index]! + (this.#measured.get(row) ?? average);
      }
      this.#tops.set(rows, tops);
    }
    return tops;
  }
}

/** A range, and single rows that are drawn wherever they are: in order, and none twice. */
export function rangesOf(near: Range, rows: readonly number[], count: number): Range[] {
  const ranges: { from: number; to: number }[] = [];
  const all = [near, ...rows.map((row) => ({ from: row, to: row + 1 }))]
    .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(to, count) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  for (const range of all) {
    const last = ranges.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else ranges.push({ ...range });
  }
  return ranges;
}
