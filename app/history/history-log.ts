/**
 * The history of a document as the server tells it: its rows in their order, as sessions, and any
 * moment between two rows as a document again.
 *
 * Invariant: a moment is made of all rows before it and of nothing else. A damaged row is left out,
 * and is counted where it stood; Yjs holds back what was built on it and shows all the rest.
 */
import * as Y from 'yjs';
import type { Change } from '../../shared/document/review/changes.ts';
import { compare } from '../../shared/document/review/compare.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';

/** So long a rest begins a new session, ms. */
const GAP_MS = 10 * 60_000;
/** Moments that are kept as they were last made, so that a look beside one is made of it. */
const MOST_KEPT = 24;

/** What was written without a longer rest, by whomever. */
export interface Session {
  /** Its rows: from the first one, and up to and without the other. */
  from: number;
  to: number;
  /** When its first and its last row came, in milliseconds since 1970. */
  since: number;
  at: number;
  /** Ids of those who wrote, in the order they began; null for whoever did not prove who they are. */
  people: (string | null)[];
  /** Rows that cannot be read any more. */
  damaged: number;
}

/** A change, and the people whose devices did it, as far as the log knows. */
export interface AuthoredChange {
  change: Change;
  people: string[];
}

/** What a session made of the document. */
export interface Look {
  /** The document as it was at its end, as an update. */
  state: Uint8Array;
  changes: AuthoredChange[];
  /** Belongs to the changes, and is nothing one sees. */
  unseen: Change[];
}

export class HistoryLog {
  readonly #entries: HistoryEntry[] = [];
  /** By how many rows they are made of, the one used last behind all others. */
  readonly #kept = new Map<number, Uint8Array>();
  readonly #writers = new Map<number, string>();

  /** @param entries the rows behind those that are here */
  add(entries: readonly HistoryEntry[]): void {
    for (const entry of entries) {
      const clients = entry.update && clientsIn(entry.update);
      this.#entries.push(clients ? entry : { ...entry, update: null });
      // Whoever sent it first wrote it: what others pass on of it comes later.
      for (const client of clients ?? [])
        if (entry.person !== null && !this.#writers.has(client))
          this.#writers.set(client, entry.person);
    }
  }

  /**
   * Where it begins with the document as it was, since who wrote that is not kept: when that was, in
   * milliseconds since 1970. Otherwise null.
   */
  get beginsAt(): number | null {
    const first = this.#entries[0];
    return first?.isBeginning ? first.at : null;
  }

  /** Oldest first. */
  sessions(): Session[] {
    const sessions: Session[] = [];
    this.#entries.forEach(({ since, at, person, update, isBeginning }, index) => {
      if (isBeginning) return;
      let session = sessions.at(-1);
      if (!session || since - session.at > GAP_MS) {
        session = { from: index, to: index, since, at, people: [], damaged: 0 };
        sessions.push(session);
      }
      session.to = index + 1;
      session.since = Math.min(session.since, since);
      session.at = Math.max(session.at, at);
      if (update === null) session.damaged++;
      else if (!session.people.includes(person)) session.people.push(person);
    });
    return sessions;
  }

  /** What became of the document from one moment to another, each told by how many rows it is of. */
  look(from: number, to: number): Look {
    const before = this.#docAt(from);
    const after = this.#docAt(to);
    return { state: Y.encodeStateAsUpdate(after), ...this.#compare(before, after) };
  }

  /**
   * What became of the document from a moment to now.
   *
   * @param now the document as it is, as an update
   * @returns null where it lacks something of that moment: then nobody can tell
   */
  since(moment: number, now: Uint8Array): Omit<Look, 'state'> | null {
    const before = this.#docAt(moment);
    const after = new Y.Doc();
    Y.applyUpdate(after, now);
    const known = Y.decodeStateVector(Y.encodeStateVector(after));
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(before)))
      if ((known.get(client) ?? 0) < clock) return null;
    return this.#compare(before, after);
  }

  #compare(before: Y.Doc, after: Y.Doc): Omit<Look, 'state'> {
    const { changes, unseen } = compare(before, after);
    const people = ({ clients }: Change) => [
      ...new Set(clients.flatMap((client) => this.#writers.get(client) ?? [])),
    ];
    return { changes: changes.map((change) => ({ change, people: people(change) })), unseen };
  }

  #docAt(count: number): Y.Doc {
    let nearest = 0;
    for (const kept of this.#kept.keys()) if (kept <= count && kept > nearest) nearest = kept;
    const doc = new Y.Doc();
    doc.transact(() => {
      const state = this.#kept.get(nearest);
      if (state) Y.applyUpdate(doc, state);
      for (const { update } of this.#entries.slice(nearest, count))
        if (update !== null) Y.applyUpdate(doc, update);
    });
    this.#kept.delete(count);
    this.#kept.set(count, Y.encodeStateAsUpdate(doc));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return doc;
  }
}

/** Under which ids an update writes; null where it cannot be read. */
function clientsIn(update: Uint8Array): number[] | null {
  try {
    return [...Y.parseUpdateMeta(update).to.keys()];
  } catch {
    // Damaged as far as anybody can tell, and shown as such.
    return null;
  }
}
