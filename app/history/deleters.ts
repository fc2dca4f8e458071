/**
 * Who deleted what, as rows of the log tell it: what is deleted has no name of whoever did that.
 *
 * Invariant: whoever sent a deletion first did it; a device that exchanges all it has passes on what
 * others deleted.
 */
import * as Y from 'yjs';
import type { Span } from '../../shared/document/restored.ts';
import type { Change } from '../../shared/document/review/changes.ts';

/** Characters that somebody deleted, in the order in which that was sent. */
interface Deleted {
  clock: number;
  end: number;
  person: string;
}

export class Deleters {
  readonly #deleted = new Map<number, Deleted[]>();

  add(deletions: ReadonlyMap<number, readonly { clock: number; len: number }[]>, person: string) {
    for (const [client, ranges] of deletions) {
      const known = this.#deleted.get(client) ?? [];
      for (const { clock, len } of ranges) known.push({ clock, end: clock + len, person });
      this.#deleted.set(client, known);
    }
  }

  /** Those who deleted any of what went with a change. */
  of(change: Change): Set<string> {
    const people = new Set<string>();
    const gone: readonly Span[] = change.kind === 'title' ? change.took : change.made.deleted;
    for (const { client, clock, length } of gone) {
      const deleted = this.#deleted.get(client) ?? [];
      const end = clock + length;
      for (let at = clock; at < end; ) {
        const index = deleted.findIndex((each) => each.clock <= at && at < each.end);
        const first = deleted[index];
        if (first) people.add(first.person);
        // Whoever passes on what others deleted before tells of it in one piece with their own.
        at = first
          ? nextStart(deleted.slice(0, index), at, first.end)
          : nextStart(deleted, at, end);
      }
    }
    return people;
  }
}

/** What an update deletes, by client. */
export function deletionsIn(
  update: Uint8Array,
): ReadonlyMap<number, { clock: number; len: number }[]> {
  return Y.decodeUpdate(update).ds.clients;
}

function nextStart(deleted: readonly Deleted[], at: number, end: number): number {
  return deleted.reduce((next, { clock }) => (clock > at && clock < next ? clock : next), end);
}
