/**
 * The history of a document as the server tells it: its rows in their order, as sessions, and any
 * moment between two rows as a document again. Without the server, what the device itself has stands
 * behind the rows that it was told once.
 *
 * Invariant: a moment is made of all rows before it and of nothing else. A damaged row is left out,
 * and is counted where it stood; Yjs holds back what was built on it and shows all the rest. What
 * the device has is never taken for a row: more rows take its place.
 */
import * as Y from 'yjs';
import { OWN_IDS } from '../../shared/document/client-ranks.ts';
import type { Change } from '../../shared/document/review/changes.ts';
import { compare } from '../../shared/document/review/compare.ts';
import { knowsAllOf } from '../../shared/document/review/known.ts';
import { allOf, changesOf, type SentRow } from '../../shared/document/review/of-person.ts';
import { type Moment, momentOf, readMoment } from '../../shared/document/versions.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { Deleters, deletionsIn } from './deleters.ts';

/** So long a rest begins a new session, ms. */
const GAP_MS = 10 * 60_000;
/** What came so long before what stood before it was written by another clock, ms. */
const SET_BACK_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
/** Moments that are kept as they were last made, so that a look beside one is made of it. */
const MOST_KEPT = 24;
/** Keyframes of the whole history, with at least so many bytes of rows between them. */
const MOST_KEYFRAMES = 128;
const LEAST_APART = 8 * 1024;
/** Rows between two pauses while keyframes are made. */
const ROWS_AT_A_TIME = 500;

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
  /** The server told it; else it is what this device has beyond that, and when it came is not known. */
  isTold: boolean;
}

/** A document as this device has it, or had it once. */
export interface OwnState {
  state: Uint8Array;
  /** When it was so, in milliseconds since 1970. */
  at: number;
}

/** What a document was once. */
export interface PastMoment {
  /** After how many rows. */
  rows: number;
  /** As `momentOf` told it, where it is known to the character. */
  told?: Uint8Array | undefined;
}

/** A row, to be put on top of those before it; null where it is damaged. */
export interface PastStep {
  update: Uint8Array | null;
  person: string | null;
}

/** A change, and the people whose devices did it, as far as the log knows. */
export interface AuthoredChange {
  change: Change;
  people: string[];
}

/** Up to which clock somebody had written, and when. */
export interface WrittenUntil {
  clock: number;
  at: number;
  /** When the first of it came. */
  since: number;
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
  readonly #keyframes = new Map<number, Uint8Array>();
  readonly #writers = new Map<number, string>();
  /** The same, of those that the document itself can prove. */
  #claimed: ReadonlyMap<number, string> = new Map();
  /** Under which ids each row writes, whatever their rank. */
  readonly #clients: number[][] = [];
  /** Of each client: up to which clock it had written, and after how many rows; both grow. */
  readonly #reached = new Map<number, { clock: number; rows: number }[]>();
  #told = 0;

  /** @param entries the rows behind those that are here */
  add(entries: readonly HistoryEntry[]): void {
    this.#dropOwn();
    this.#push(entries);
    this.#told = this.#entries.length;
  }

  /**
   * Puts behind the rows what this device has beyond them, until more rows come.
   *
   * @param states oldest first
   */
  addOwn(states: readonly OwnState[]): void {
    this.#dropOwn();
    for (const { state, at } of states) {
      const rows = this.#entries.length;
      const doc = this.#docAt(rows);
      const before = Y.snapshot(doc);
      Y.applyUpdate(doc, state);
      if (Y.equalSnapshots(before, Y.snapshot(doc))) continue;
      const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(before.sv));
      const row = { sequence: 0, since: at, at, person: null, update };
      this.#push([{ ...row, isBeginning: rows === 0 }]);
    }
  }

  /** How many of its rows the server told. */
  get told(): number {
    return this.#told;
  }

  #dropOwn(): void {
    const told = this.#told;
    if (this.#entries.length === told) return;
    this.#entries.length = told;
    this.#clients.length = told;
    for (const frames of [this.#kept, this.#keyframes])
      for (const rows of frames.keys()) if (rows > told) frames.delete(rows);
    for (const [client, reached] of this.#reached) {
      const left = reached.filter(({ rows }) => rows <= told);
      if (left.length === 0) this.#reached.delete(client);
      else this.#reached.set(client, left);
    }
  }

  #push(entries: readonly HistoryEntry[]): void {
    for (const entry of entries) {
      const clocks = entry.update && clocksIn(entry.update);
      this.#entries.push(clocks ? entry : { ...entry, update: null });
      const clients: number[] = [];
      this.#clients.push(clients);
      const rows = this.#entries.length;
      for (const [client, clock] of clocks ?? []) {
        const reached = this.#reached.get(client);
        if (!reached) this.#reached.set(client, [{ clock, rows }]);
        else if (reached.at(-1)!.clock < clock) reached.push({ clock, rows });
        // Whoever sent it first wrote it: what others pass on of it comes later. Who only opens
        // blocks or formats writes under ids of another rank.
        const own = client % OWN_IDS;
        if (!clients.includes(own)) clients.push(own);
        if (entry.person !== null && !this.#writers.has(own)) this.#writers.set(own, entry.person);
      }
    }
  }

  /** Who wrote under which id, as the document proves it: that comes before who sent it. */
  claim(writers: ReadonlyMap<number, string>): void {
    this.#claimed = writers;
  }

  /**
   * Where it begins with the document as it was, since who wrote that is not kept or not known here:
   * when that was, in milliseconds since 1970. Otherwise null.
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
      const isTold = index < this.#told;
      const rested = session ? since - session.at : 0;
      if (!session || !isTold || rested > GAP_MS || rested < -SET_BACK_MS) {
        session = { from: index, to: index, since, at, people: [], damaged: 0, isTold };
        sessions.push(session);
      }
      session.to = index + 1;
      session.since = Math.min(session.since, since);
      session.at = Math.max(session.at, at);
      if (update === null) session.damaged++;
      else {
        const clients = this.#clients[index] ?? [];
        // Who only deletes writes under no id.
        const writers = clients.map((client) => this.#claimed.get(client) ?? person);
        for (const writer of writers.length > 0 ? writers : [person])
          if (!session.people.includes(writer)) session.people.push(writer);
      }
    });
    return sessions;
  }

  /**
   * After how many rows all was here that a moment tells of; null where not all of it is.
   *
   * @param at when it was, in milliseconds since 1970, by whatever clock
   */
  placeOf(told: Uint8Array, at: number): number | null {
    const moment = readMoment(told);
    if (moment === null) return null;
    if (moment.known === null)
      return this.#ifHeld(this.#entries.findLastIndex((entry) => entry.at <= at) + 1, moment);
    let place = 0;
    for (const [client, clock] of moment.known) {
      const reached = clock === 0 ? undefined : this.#reached.get(client);
      const first = clock === 0 ? { rows: 0 } : reached && firstAt(reached, clock);
      if (!first) return null;
      place = Math.max(place, first.rows);
    }
    // Who only deletes writes under no clock.
    for (let next = this.#entries[place]; next && next.at <= at; next = this.#entries[++place])
      for (const [client, clock] of (next.update && clocksIn(next.update)) ?? [])
        if ((moment.known.get(client) ?? 0) < clock) return this.#ifHeld(place, moment);
    return this.#ifHeld(place, moment);
  }

  /** What the device has tells of no moment but its own: what was deleted before is not in it. */
  #ifHeld(place: number, { exact }: Moment): number | null {
    if (place <= this.#told) return place;
    return exact && Y.equalSnapshots(Y.snapshot(this.#docAt(place)), exact) ? place : null;
  }

  /** The document after so many rows, as an update. */
  stateAt(rows: number): Uint8Array {
    this.#docAt(rows);
    return this.#kept.get(rows)!;
  }

  /** What came between two moments, and by whom. */
  steps(from: number, to: number): PastStep[] {
    return this.#entries
      .slice(from, to)
      .map(({ update, person }) => ({ update, person: update && person }));
  }

  /** When each of its rows came, in milliseconds since 1970. */
  times(): Float64Array<ArrayBuffer> {
    return Float64Array.from(this.#entries, ({ at }) => at);
  }

  /**
   * When the server had what was written under each client: up to which clock at which time, in
   * milliseconds since 1970, both growing. What came within a minute came at its last moment.
   */
  written(): Map<number, WrittenUntil[]> {
    const written = new Map<number, WrittenUntil[]>();
    for (const [client, reached] of this.#reached) {
      const until: WrittenUntil[] = [];
      for (const { clock, rows } of reached) {
        const entry = this.#entries[rows - 1]!;
        if (rows > this.#told || entry.isBeginning) continue;
        const last = until.at(-1);
        if (last && entry.at - last.since < MINUTE_MS)
          Object.assign(last, { clock, at: Math.max(last.at, entry.at) });
        else until.push({ clock, at: entry.at, since: entry.at });
      }
      if (until.length > 0) written.set(client, until);
    }
    return written;
  }

  /** What there was after so many rows, to be told from all that came. */
  momentAt(rows: number): Uint8Array {
    return momentOf(this.#docAt(rows));
  }

  /** What became of the document from one moment to another. */
  look(from: PastMoment, to: PastMoment): Look {
    const after = this.#docOf(to);
    const state = (!to.told && this.#kept.get(to.rows)) || Y.encodeStateAsUpdate(after);
    const before = this.#docOf(from);
    // Of a version that somebody named apart, what came in between may be unknown.
    if (!knowsAllOf(after, before)) return { state, changes: [], unseen: [] };
    return { state, ...this.#compare(before, after, from.rows, to.rows) };
  }

  /**
   * What one person did between two moments, among others, to be taken back.
   *
   * @param from after how many rows
   */
  changesBy(person: string, from: number, to: number): Change[] {
    const writes = (client: number) => this.#writerOf(client) === person;
    const rows = this.#entries.slice(from, to).flatMap((entry, index): SentRow[] => {
      if (entry.update === null) return [];
      const deletes = this.#deleterOf(from + index) === person;
      return [{ update: entry.update, writes, deletes }];
    });
    return allOf(changesOf(this.stateAt(from), rows));
  }

  /**
   * What became of the document from a moment to now.
   *
   * @param now the document as it is, as an update
   * @returns null where it lacks something of that moment: then nobody can tell
   */
  since(moment: PastMoment, now: Uint8Array): Omit<Look, 'state'> | null {
    const before = this.#docOf(moment);
    const after = new Y.Doc();
    Y.applyUpdate(after, now);
    if (!knowsAllOf(after, before)) return null;
    return this.#compare(before, after, moment.rows, this.#entries.length);
  }

  /**
   * Makes keyframes, from which any moment is made soon, as far as there are none yet.
   *
   * @returns with pauses, in which other things may be asked
   */
  *makeKeyframes(): Generator<undefined, void> {
    // A row of a thinned history stands for many: what it takes to put it on is told by its bytes.
    const sizeOf = (row: number) => this.#entries[row]?.update?.length ?? 0;
    let bytes = 0;
    for (let row = 0; row < this.#told; row++) bytes += sizeOf(row);
    const apart = Math.max(LEAST_APART, Math.ceil(bytes / MOST_KEYFRAMES));
    let last = Math.max(0, ...this.#keyframes.keys());
    const next = () => {
      let between = 0;
      for (let row = last; row < this.#told; row++) {
        between += sizeOf(row);
        if (between >= apart) return row + 1;
      }
      return null;
    };
    let end = next();
    if (end === null) return;
    const doc = this.#docAt(last);
    for (; end !== null; end = next()) {
      for (let at = last; at < end; at += ROWS_AT_A_TIME) {
        this.#apply(doc, at, Math.min(at + ROWS_AT_A_TIME, end));
        yield;
      }
      last = end;
      this.#keyframes.set(last, Y.encodeStateAsUpdate(doc));
    }
  }

  /** Who wrote under an id, as the document proves it or else as it was sent. */
  #writerOf(client: number): string | null {
    const own = client % OWN_IDS;
    return this.#claimed.get(own) ?? this.#writers.get(own) ?? null;
  }

  /** Whose the deletions of a row are, as far as that is known. */
  #deleterOf(row: number): string | null {
    const writers = (this.#clients[row] ?? []).map((client) => this.#writerOf(client));
    const sender = this.#entries[row]?.person ?? null;
    // A device may bring what another one wrote and deleted, and then does neither itself.
    if (writers.length === 0 || writers.includes(sender)) return sender;
    return writers.every((writer) => writer === writers[0]) ? writers[0]! : null;
  }

  /** @param from the rows between the two */
  #compare(before: Y.Doc, after: Y.Doc, from: number, to: number): Omit<Look, 'state'> {
    const { changes, unseen } = compare(before, after);
    const deleters = new Deleters();
    if (changes.some(({ kind, made }) => kind === 'title' || made.deleted.length > 0))
      for (let row = from; row < to; row++) {
        const person = this.#deleterOf(row);
        const { update, isBeginning } = this.#entries[row]!;
        if (update && person !== null && !isBeginning) deleters.add(deletionsIn(update), person);
      }
    const people = (change: Change) => [
      ...new Set([
        ...change.clients.flatMap((client) => this.#writerOf(client) ?? []),
        ...deleters.of(change),
      ]),
    ];
    return { changes: changes.map((change) => ({ change, people: people(change) })), unseen };
  }

  #docOf({ rows, told }: PastMoment): Y.Doc {
    const doc = this.#docAt(rows);
    const exact = told && readMoment(told)?.exact;
    if (!exact || Y.equalSnapshots(Y.snapshot(doc), exact)) return doc;
    // Somebody named it where others' words had not come yet, or without a network.
    const all = new Y.Doc({ gc: false });
    this.#apply(all, 0, rows);
    // A row that is damaged may keep some of it out.
    for (const [client, clock] of exact.sv) if (Y.getState(all.store, client) < clock) return doc;
    return Y.createDocFromSnapshot(all, exact);
  }

  #docAt(count: number): Y.Doc {
    let nearest = 0;
    for (const frames of [this.#kept, this.#keyframes])
      for (const rows of frames.keys()) if (rows <= count && rows > nearest) nearest = rows;
    const doc = new Y.Doc();
    const state = this.#kept.get(nearest) ?? this.#keyframes.get(nearest);
    if (state) Y.applyUpdate(doc, state);
    this.#apply(doc, nearest, count);
    const kept = nearest === count && state ? state : Y.encodeStateAsUpdate(doc);
    this.#kept.delete(count);
    this.#kept.set(count, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return doc;
  }

  #apply(doc: Y.Doc, from: number, to: number): void {
    doc.transact(() => {
      for (let at = from; at < to; at++) {
        const update = this.#entries[at]?.update;
        if (update) Y.applyUpdate(doc, update);
      }
    });
  }
}

function firstAt<T extends { clock: number }>(reached: readonly T[], clock: number): T | undefined {
  let low = 0;
  let high = reached.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached[middle]!.clock < clock) low = middle + 1;
    else high = middle;
  }
  return reached[low];
}

/** Up to which clock an update writes under which ids; null where it cannot be read. */
function clocksIn(update: Uint8Array): ReadonlyMap<number, number> | null {
  try {
    return Y.parseUpdateMeta(update).to;
  } catch {
    // Damaged as far as anybody can tell, and shown as such.
    return null;
  }
}
