/**
 * Moments of a document that somebody gave a name to, as far as its history has to keep them.
 *
 * Invariant: what there was at a moment that is known to the character stays in the history, wherever
 * it was written; no row is on both sides of any moment.
 */
import * as Y from 'yjs';
import { readMoment, readVersions } from '../../shared/document/versions.ts';
import type { Deletions, Range } from '../storage/thin-history.ts';
import { countConflicts } from './conflict-meter.ts';
import { MAX_STEPS } from './stored-document.ts';

export interface KeptMoments {
  /** When they were, in milliseconds since 1970, in order. */
  readonly times: readonly number[];
  /** What there was at any of them that is known to the character, by client, in order. */
  readonly alive: Deletions;
  /** What there may have been at any of the others, as far as that is known. */
  readonly maybe: Deletions;
}

export const NO_MOMENTS: KeptMoments = { times: [], alive: new Map(), maybe: new Map() };

/** How the name of a shared type is written where something stands in it. */
const NAME = Buffer.from('versions');

/** Stretches that are told apart at the most; where there are more, all between the ends is kept, too. */
const MOST_RANGES = 100_000;

/** Those that a state names. Throws what making a document of it throws. */
export function keptMomentsOf(state: Uint8Array): KeptMoments {
  // Most have none, and need not be made again to know that.
  if (!Buffer.from(state.buffer, state.byteOffset, state.length).includes(NAME)) return NO_MOMENTS;
  const doc = new Y.Doc();
  try {
    countConflicts(MAX_STEPS, () => Y.applyUpdate(doc, state));
    const versions = readVersions(doc);
    // With what still waits in it for something else.
    const { to: ends } = Y.parseUpdateMeta(state);
    const [alive, maybe] = [new Stretches(ends), new Stretches(ends)];
    for (const { moment } of versions) {
      const read = readMoment(moment);
      const into = read?.exact ? alive : maybe;
      for (const [client, len] of read?.known ?? [])
        into.add(client, len, read?.exact?.ds.clients.get(client) ?? []);
    }
    const times = versions.map(({ at }) => at).sort((a, b) => a - b);
    return { times, alive: alive.all(), maybe: maybe.all() };
  } finally {
    doc.destroy();
  }
}

/**
 * What there was at several moments together, of what the document has: a moment may tell of any number
 * of other clients and stretches, as whoever wrote it likes.
 */
class Stretches {
  readonly #ends: ReadonlyMap<number, number>;
  readonly #ranges = new Map<number, Range[]>();
  /** Clients of which no stretches are told apart any more. */
  readonly #whole = new Set<number>();
  #count = 0;
  /** When there are so many, they are joined. */
  #enough = 2 * MOST_RANGES;

  /** `ends` has for each client of the document the clock behind its last. */
  constructor(ends: ReadonlyMap<number, number>) {
    this.#ends = ends;
  }

  /** All of a client up to there, but what was gone. */
  add(client: number, upTo: number, gone: readonly Range[]): void {
    const len = Math.min(upTo, this.#ends.get(client) ?? 0);
    if (len <= 0 || this.#whole.has(client)) return;
    const more = without({ clock: 0, len }, gone);
    const ranges = this.#ranges.get(client);
    if (ranges === undefined) this.#ranges.set(client, more);
    else for (const range of more) ranges.push(range);
    this.#count += more.length;
    if (this.#count <= this.#enough) return;
    if (this.#join() > MOST_RANGES) this.#tellLessApart();
    // To join them all again for a few more would cost their square.
    this.#enough = 2 * Math.max(MOST_RANGES, this.#count);
  }

  all(): Deletions {
    this.#join();
    return this.#ranges;
  }

  /** Each once. How many there are then. */
  #join(): number {
    this.#count = 0;
    for (const [client, ranges] of this.#ranges) {
      const less = joined(ranges);
      this.#ranges.set(client, less);
      this.#count += less.length;
    }
    return this.#count;
  }

  #tellLessApart(): void {
    for (const [client, { length }] of this.#ranges) {
      if (length === 1) continue;
      this.#whole.add(client);
      this.#ranges.set(client, [{ clock: 0, len: this.#ends.get(client) ?? 0 }]);
    }
    this.#count = this.#ranges.size;
  }
}

/** How many of the moments were before a time. */
export function stretchAt({ times }: KeptMoments, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What of a range none of these covers; they may be in any order, as whoever wrote them wrote them. */
function without({ clock, len }: Range, gone: readonly Range[]): Range[] {
  const left: Range[] = [];
  let from = clock;
  for (const each of [...gone].sort((a, b) => a.clock - b.clock)) {
    if (each.clock > from)
      left.push({ clock: from, len: Math.min(each.clock, clock + len) - from });
    from = Math.max(from, each.clock + each.len);
    if (from >= clock + len) return left;
  }
  if (from < clock + len) left.push({ clock: from, len: clock + len - from });
  return left;
}

/** What of the first is in none of the second. */
export function minus(set: Deletions, kept: Deletions): Deletions {
  return new Map(
    [...set].map(([client, ranges]) => {
      const stays = kept.get(client);
      return [client, stays ? ranges.flatMap((range) => without(range, stays)) : ranges];
    }),
  );
}

function joined(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a.clock - b.clock);
  const left: Range[] = [];
  for (const { clock, len } of ranges) {
    const last = left.at(-1);
    if (last && clock <= last.clock + last.len)
      last.len = Math.max(last.len, clock + len - last.clock);
    else left.push({ clock, len });
  }
  return left;
}
