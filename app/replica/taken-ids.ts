/**
 * Whether somebody else has used the ids that this device writes under. What is under them here would
 * then be taken for known everywhere, and never get there.
 *
 * Invariant: what this device made and the server has is never taken for somebody else's doing.
 */
import * as Y from 'yjs';
import { isOwnClient } from '../../shared/document/client-ranks.ts';
import {
  addRange,
  addRanges,
  type ClockRanges,
  type ItemId,
  removeRange,
} from '../../shared/document/clock-ranges.ts';
import type { Writer } from '../../shared/document/contested-ids.ts';
import { hasLiving } from '../../shared/document/written-again.ts';
import { array, int, object, tuple } from '../../shared/shape.ts';
import { type Change, type Ledger, PENDING } from './ledger.ts';
import type { DecodedUpdate } from './validated-update.ts';

/** Where what was written again is kept. */
const WRITTEN_AGAIN = 'writtenAgain';
const Clock = int(0);
/** What an earlier session left unconfirmed, and how much of it may have been sent; older ones do not say. */
const Earlier = object({ ends: array(tuple(Clock, Clock)), sent: array(tuple(Clock, Clock)) });
const Stored = array(tuple(Clock, array(tuple(Clock, Clock))));

export class TakenIds {
  readonly #doc: Y.Doc;
  readonly #ledger: Ledger;
  /** What was not confirmed when the server last said what it has. */
  #unconfirmed: ClockRanges = new Map();
  readonly #writtenAgain: ClockRanges = new Map();
  /** What this session found unconfirmed when the server first said what it has. */
  #foundHere: ClockRanges | null = null;
  /** Of clients of earlier sessions, up to where something may have been sent. */
  #sentEarlier: ReadonlyMap<number, number> | null = null;
  /** Up to where somebody is said to have what was never sent from here, which is to be looked at. */
  readonly #doubted = new Map<number, number>();
  /** Up to where it was looked at what the server has. */
  readonly #looked = new Map<number, number>();
  /** Up to where that was this device's own: somebody else sent it. */
  readonly #sentByOthers = new Map<number, number>();

  constructor(doc: Y.Doc, ledger: Ledger) {
    this.#doc = doc;
    this.#ledger = ledger;
  }

  /**
   * What has to be written again, given what the server says it has; null if nothing. Comes before the
   * ledger hears of it.
   */
  inState(claimed: ReadonlyMap<number, number>): ClockRanges | null {
    this.#unconfirmed = this.#ownUnconfirmed();
    this.#foundHere ??= this.#ownUnconfirmed();
    for (const [client, clock] of claimed) {
      const state = Y.getState(this.#doc.store, client);
      if (this.#isWritten(client) && clock > state) return this.#unconfirmed;
      if (this.#hasUnexpected(client, clock)) return this.#unconfirmed;
    }
    return null;
  }

  /**
   * Whether the server says that it has what was never sent from here, and nobody has looked yet what
   * it is. A worker of this browser may have sent it, or another machine that this device was copied to.
   */
  isToBeLookedAt(claimed: ReadonlyMap<number, number>): boolean {
    this.#unconfirmed = this.#ownUnconfirmed();
    let isDoubted = false;
    for (const [client, clock] of claimed) {
      if (!this.#hasUnexpected(client, clock) || clock <= (this.#looked.get(client) ?? 0)) continue;
      this.#doubted.set(client, clock);
      isDoubted = true;
    }
    return isDoubted;
  }

  /**
   * The same, given what the server sends, which may come before it says what it has: what it sends or
   * calls deleted it has.
   */
  isToBeLookedAtIn({ structs, ds }: DecodedUpdate): boolean {
    const claimed = new Map<number, number>();
    const claim = (client: number, end: number): void => {
      if (this.#isWritten(client) && end > (claimed.get(client) ?? 0)) claimed.set(client, end);
    };
    for (const struct of structs)
      if (!(struct instanceof Y.Skip)) claim(struct.id.client, struct.id.clock + struct.length);
    for (const [client, ranges] of ds.clients)
      for (const { clock, len } of ranges) claim(client, clock + len);
    if (claimed.size === 0) return false;
    const unconfirmed = this.#unconfirmed;
    const isDoubted = this.isToBeLookedAt(claimed);
    addRanges(this.#unconfirmed, unconfirmed);
    return isDoubted;
  }

  /** Looks at it. */
  look(server: Y.Doc): void {
    this.#unconfirmed = this.#ownUnconfirmed();
    // Also what was only claimed: whoever claims it again has been looked at.
    for (const [client, clock] of this.#doubted) this.#looked.set(client, clock);
    this.#doubted.clear();
    for (const client of server.store.clients.keys()) {
      const clock = Y.getState(server.store, client);
      if (!this.#hasUnexpected(client, clock)) continue;
      this.#looked.set(client, clock);
      const from = this.#firstNeverSent(client, clock) ?? 0;
      if (isSame(this.#doc, server, client, from)) this.#sentByOthers.set(client, clock);
    }
  }

  /** What cannot be looked at counts as somebody else's: better twice than never. */
  giveUpLooking(): void {
    for (const client of this.#unconfirmed.keys())
      this.#looked.set(client, Y.getState(this.#doc.store, client));
  }

  /** Some of what nobody has sent, written here or in an earlier session. */
  #hasUnexpected(client: number, clock: number): boolean {
    const state = Y.getState(this.#doc.store, client);
    const from = this.#unconfirmed.has(client) ? this.#firstNeverSent(client, state) : null;
    if (from === null || clock <= from || clock > state) return false;
    return hasLiving(this.#doc, new Map([[client, [[from, state - from]]]]));
  }

  /**
   * Those of these ranges that are this device's own: written in this session, or in an earlier one of
   * which the server had confirmed nothing when this one began.
   */
  ownOf(ranges: ClockRanges): ClockRanges {
    const own: ClockRanges = new Map();
    for (const [client, list] of ranges) {
      if (this.#isWritten(client)) {
        own.set(client, list);
        continue;
      }
      const found = this.#foundHere?.get(client) ?? [];
      const shared = overlap(
        found,
        list.map(([clock, len]) => ({ clock, len })),
      );
      if (shared.length > 0) own.set(client, shared);
    }
    return own;
  }

  /** Those of these ranges that were written on this device, at whatever time. */
  writtenHere(ranges: ClockRanges): ClockRanges {
    return new Map([...ranges].filter(([client]) => this.#ledger.isOwnId(client)));
  }

  /** What was written again before, in earlier sessions too: nothing that others are to get refers to it. */
  get writtenAgain(): ClockRanges {
    const stored = Stored.safeParse(this.#ledger.stored?.get(WRITTEN_AGAIN));
    if (stored.success) addRanges(this.#writtenAgain, new Map(stored.data));
    return this.#writtenAgain;
  }

  /** These have been written again. */
  note(ranges: ClockRanges): void {
    addRanges(this.writtenAgain, ranges);
    this.#ledger.facts.put(WRITTEN_AGAIN, () => [...this.#writtenAgain]);
  }

  /**
   * The server has these, and had told of everything that came before them: nobody's doing but this
   * device's. Whoever takes further clocks does not make them be written again.
   */
  confirmed(changes: readonly Change[]): void {
    for (const { ends } of changes)
      for (const [client, end] of ends) removeRange(this.#unconfirmed, client, 0, end);
  }

  /** The same, given what the server sends. */
  inUpdate({ structs, ds }: DecodedUpdate): ClockRanges | null {
    const { store } = this.#doc;
    const ends = new Map(this.#ledger.serverClocks);
    for (const client of ds.clients.keys()) ends.set(client, ends.get(client) ?? 0);
    for (const struct of structs) {
      if (struct instanceof Y.Skip) continue;
      const { client, clock } = struct.id;
      ends.set(client, Math.max(ends.get(client) ?? 0, clock + struct.length));
    }
    const own = this.#ownUnconfirmed();
    addRanges(own, this.#unconfirmed);
    if (structs.some((struct) => this.#isTakenBy(struct))) return own;
    const others = this.#othersIn(structs);
    if (others.size > 0) {
      addRanges(own, others);
      return own;
    }
    for (const [client, end] of ends) {
      const state = Y.getState(store, client);
      if (this.#isWritten(client)) {
        if (end > state) return own;
        const from = this.#firstNeverSent(client, state) ?? state;
        const lost = overlap([[from, state - from]], ds.clients.get(client) ?? []);
        if (hasLiving(this.#doc, new Map([[client, lost]]))) return own;
        continue;
      }
      // Of a session before this one, another tab may have gone on, and sent it.
      if (end <= state || this.#ledger.hasOtherTabs) continue;
      // Nobody can have deleted what the server does not have.
      const unconfirmed = own.get(client);
      const deleted = ds.clients.get(client);
      if (!unconfirmed || !deleted) continue;
      const lost = overlap(unconfirmed, deleted);
      if (hasLiving(this.#doc, new Map([[client, lost]]))) return own;
    }
    return null;
  }

  /** From where on nobody can have sent what a client wrote; null where that is not known. */
  #firstNeverSent(client: number, state: number): number | null {
    const earlier = this.#isWritten(client) ? 0 : this.#readSentEarlier().get(client);
    const neverSent = this.#ledger.neverSent(client, state);
    if (this.#ledger.hasOtherTabs || earlier === undefined || neverSent === null) return null;
    return Math.max(earlier, neverSent[0], this.#sentByOthers.get(client) ?? 0);
  }

  #readSentEarlier(): ReadonlyMap<number, number> {
    if (this.#sentEarlier !== null) return this.#sentEarlier;
    const known = new Map<number, number>();
    for (const [key, value] of this.#ledger.stored ?? []) {
      const record = key.startsWith(PENDING) ? Earlier.safeParse(value).data : undefined;
      const sent = new Map(record?.sent);
      for (const [client] of record?.ends ?? [])
        known.set(client, Math.max(known.get(client) ?? 0, sent.get(client) ?? 0));
    }
    this.#sentEarlier = known;
    return known;
  }

  /** Whether it says that something was deleted, before anybody has heard of it, that stands here. */
  #isTakenBy(struct: DecodedUpdate['structs'][number]): boolean {
    // Of what another tab sends, this one does not hear who has.
    if (this.#ledger.hasOtherTabs) return false;
    if (struct instanceof Y.Skip || !this.#isWritten(struct.id.client)) return false;
    if (struct instanceof Y.Item && !(struct.content instanceof Y.ContentDeleted)) return false;
    const { client, clock } = struct.id;
    const structs = this.#doc.store.clients.get(client) ?? [];
    if (clock >= Y.getState(this.#doc.store, client)) return false;
    for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
      const own = structs[at]!;
      if (own.id.clock >= clock + struct.length) break;
      if (!own.deleted && !isOvertaken(own, struct)) return true;
    }
    return false;
  }

  /** What comes from somebody else under ids of this session that stands here as something else. */
  #othersIn(structs: DecodedUpdate['structs']): ClockRanges {
    const others: ClockRanges = new Map();
    for (const struct of structs) {
      if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) continue;
      const { client, clock } = struct.id;
      const end = Math.min(clock + struct.length, Y.getState(this.#doc.store, client));
      if (end <= clock || !this.#isWritten(client)) continue;
      const there = struct.content.str.slice(0, end - clock);
      const here = this.#textOf(client, clock, end);
      if (here === null || here === there) continue;
      addRange(others, client, clock, end - clock);
    }
    return others;
  }

  /** What is to be read here of a client's clocks; null where not all of it is text. */
  #textOf(client: number, from: number, until: number): string | null {
    const structs = this.#doc.store.clients.get(client) ?? [];
    let text = '';
    for (let at = Y.findIndexSS(structs, from); at < structs.length; at++) {
      const struct = structs[at]!;
      if (struct.id.clock >= until) break;
      if (!(struct instanceof Y.Item)) return null;
      const part = textOf(struct, Math.max(from, struct.id.clock), until);
      if (part === null) return null;
      text += part;
    }
    return text;
  }

  /** Who wrote what the server has under an id of this device. */
  writerOf({ client, clock }: ItemId): Writer {
    const written = this.#ledger.writtenHere(client);
    if (written === null) return 'unknown';
    if (clock >= written) return 'other';
    return this.#ledger.mayHaveSent({ client, clock }) ? 'unknown' : 'both';
  }

  /** Whether this tab writes under this id now. */
  #isWritten(client: number): boolean {
    return isOwnClient(this.#doc, client);
  }

  /** What is here without a record may be anybody's: what one writes is kept with its record. */
  #ownUnconfirmed(): ClockRanges {
    return this.#ledger.unconfirmedRanges(
      ({ source, key }) => source === 'own' || (source === 'earlier' && key !== null),
    );
  }
}

/**
 * Whether what two documents have of a client, from a clock on, was written as one: it stands between
 * the same, and says the same where it is to be read in both. Of what is gone from one of them without
 * a trace nobody can say it.
 */
function isSame(doc: Y.Doc, other: Y.Doc, client: number, from: number): boolean {
  const [own, others] = [doc, other].map(({ store }) => store.clients.get(client) ?? []);
  const end = Math.min(Y.getState(doc.store, client), Y.getState(other.store, client));
  let isKnown = false;
  for (let clock = from; clock < end; ) {
    const a = own![Y.findIndexSS(own!, clock)]!;
    const b = others![Y.findIndexSS(others!, clock)]!;
    const next = Math.min(end, a.id.clock + a.length, b.id.clock + b.length);
    if (a instanceof Y.Item && b instanceof Y.Item) {
      if (placeOf(a, clock) !== placeOf(b, clock)) return false;
      const [text, otherText] = [textOf(a, clock, next), textOf(b, clock, next)];
      if (text !== null && otherText !== null && text !== otherText) return false;
      isKnown = true;
    }
    clock = next;
  }
  return isKnown;
}

/**
 * Whether it is a value that another one, set by others at the same time, took the place of as it came
 * to the server. Words are never deleted so.
 */
function isOvertaken(own: Y.AbstractStruct, there: Y.AbstractStruct): boolean {
  if (!(own instanceof Y.Item) || !(there instanceof Y.Item) || own.parentSub === null)
    return false;
  const clock = Math.max(own.id.clock, there.id.clock);
  return placeOf(own, clock) === placeOf(there, clock);
}

/** What somebody wrote it behind and before, which stays; where that is nothing, under which key. */
function placeOf({ id, origin, rightOrigin, parentSub }: Y.Item, clock: number): string {
  const before = clock > id.clock ? Y.createID(id.client, clock - 1) : origin;
  return JSON.stringify(before || rightOrigin ? [before, rightOrigin] : [parentSub]);
}

function textOf({ id, content }: Y.Item, from: number, to: number): string | null {
  return content instanceof Y.ContentString
    ? content.str.slice(from - id.clock, to - id.clock)
    : null;
}

function overlap(
  ranges: readonly [number, number][],
  deleted: readonly { clock: number; len: number }[],
): [number, number][] {
  const shared: [number, number][] = [];
  for (const { clock, len } of deleted)
    for (const [from, length] of ranges) {
      const start = Math.max(from, clock);
      const stop = Math.min(from + length, clock + len);
      if (start < stop) shared.push([start, stop - start]);
    }
  return shared;
}
