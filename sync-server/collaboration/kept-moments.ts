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

/** Those that a state names. Throws what making a document of it throws. */
export function keptMomentsOf(state: Uint8Array): KeptMoments {
  // Most have none, and need not be made again to know that.
  if (!Buffer.from(state.buffer, state.byteOffset, state.length).includes(NAME)) return NO_MOMENTS;
  const doc = new Y.Doc();
  try {
    countConflicts(MAX_STEPS, () => Y.applyUpdate(doc, state));
    const versions = readVersions(doc);
    let alive: ReadonlyMap<number, Range[]> = new Map();
    let maybe: ReadonlyMap<number, Range[]> = new Map();
    for (const { moment } of versions) {
      const read = readMoment(moment);
      if (read?.exact) alive = union(alive, aliveIn(read.exact));
      else if (read?.known) {
        maybe = union(
          maybe,
          new Map([...read.known].map(([client, len]) => [client, [{ clock: 0, len }]])),
        );
      }
    }
    return { times: versions.map(({ at }) => at).sort((a, b) => a - b), alive, maybe };
  } finally {
    doc.destroy();
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

function aliveIn({ sv, ds }: Y.Snapshot): Map<number, Range[]> {
  return new Map(
    [...sv].map(([client, len]) => [
      client,
      without({ clock: 0, len }, ds.clients.get(client) ?? []),
    ]),
  );
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

function union(
  one: ReadonlyMap<number, Range[]>,
  other: ReadonlyMap<number, Range[]>,
): Map<number, Range[]> {
  const both = new Map(one);
  for (const [client, ranges] of other) {
    const before = both.get(client);
    both.set(client, before ? joined([...before, ...ranges]) : ranges);
  }
  return both;
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
