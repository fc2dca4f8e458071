/**
 * What others changed in a document since somebody saw it last, and who, in the order to look at it.
 *
 * Invariant: nothing of it is the person's own, from whichever of their devices; whose it is stands
 * only where it is known. Where nobody can tell what changed, nothing is told.
 */
import * as Y from 'yjs';
import { OWN_IDS } from '../../shared/document/client-ranks.ts';
import type { ClockRanges } from '../../shared/document/clock-ranges.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import { compare } from '../../shared/document/review/compare.ts';
import { lookingOrder, type Meeting, meetingsOf } from '../../shared/document/review/meetings.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { Deleters } from './deleters.ts';

export interface NewsQuestion {
  /** The document as it was seen, as an update. */
  before: Uint8Array;
  /** As it is. */
  now: Uint8Array;
  /** Rows of the log behind those that are in `before`; none where they cannot be had. */
  entries: readonly HistoryEntry[];
  /** Up to which row another device of the person has seen it. */
  upTo: number;
  /** Id of the person. */
  me: string;
  /** Under which ids this device has written since. */
  own: readonly number[];
  /** What was deleted on this device, and is in no row yet. */
  deleted: ClockRanges;
}

export interface News {
  change: Change;
  /** null for somebody; empty where nothing says who. */
  people: (string | null)[];
  /** Where it may read oddly: how, and who met there. */
  meets: { how: Meeting['how']; people: (string | null)[] } | null;
}

/** Null where this device lacks something of what was seen. */
export function newsOf(question: NewsQuestion): News[] | null {
  const { before, now, entries, upTo, me } = question;
  const [was, is] = [new Y.Doc(), new Y.Doc()];
  Y.applyUpdate(was, before);
  Y.applyUpdate(is, now);
  for (const { sequence, update } of entries)
    if (sequence <= upTo && update !== null) applyWhole(was, update);
  const known = Y.decodeStateVector(Y.encodeStateVector(is));
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(was)))
    if ((known.get(client) ?? 0) < clock) return null;
  const authors = new Authors(question);
  const authored = compare(was, is).changes.map((change) => ({
    change,
    people: authors.of(change),
  }));
  const meetings = meetingsOf(is, authored);
  return lookingOrder(authored.length, meetings).flatMap((index) => {
    const { change, people } = authored[index]!;
    if (people.length > 0 && people.every((person) => person === me)) return [];
    const meeting = meetings.get(index);
    const met = meeting && [index, ...meeting.with].flatMap((other) => authored[other]!.people);
    const meets = meeting && met ? { how: meeting.how, people: [...new Set(met)] } : null;
    return [{ change, people, meets }];
  });
}

/** A row that cannot be read changes nothing. */
function applyWhole(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdate(doc, update);
  } catch (error) {
    console.warn('A row of the history cannot be read.', error);
  }
}

class Authors {
  readonly #me: string;
  readonly #own: ReadonlySet<number>;
  readonly #writers = new Map<number, string>();
  readonly #deleters = new Deleters();

  constructor({ entries, me, own, deleted }: NewsQuestion) {
    this.#me = me;
    this.#own = new Set(own.map((client) => client % OWN_IDS));
    for (const { person, update } of entries) if (person && update) this.#read(person, update);
    for (const [client, ranges] of deleted) {
      const list = ranges.map(([clock, len]) => ({ clock, len }));
      this.#deleters.add(new Map([[client, list]]), me);
    }
  }

  of(change: Change): (string | null)[] {
    const people = new Set<string | null>();
    for (const client of change.clients)
      people.add(this.#own.has(client) ? this.#me : (this.#writers.get(client) ?? null));
    for (const person of this.#deleters.of(change)) people.add(person);
    return [...people];
  }

  #read(person: string, update: Uint8Array): void {
    try {
      const { structs, ds } = Y.decodeUpdate(update);
      // Whoever sent it first wrote it: what others pass on of it comes later.
      for (const { id } of structs) {
        const client = id.client % OWN_IDS;
        if (!this.#writers.has(client)) this.#writers.set(client, person);
      }
      this.#deleters.add(ds.clients, person);
    } catch (error) {
      console.warn('A row of the history cannot be read.', error);
    }
  }
}
