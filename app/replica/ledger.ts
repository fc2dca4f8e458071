/**
 * Which changes of this device the server has not confirmed.
 *
 * Invariant: a change leaves the ledger only when the server said that it is durable or sent it
 * back itself. What is unknown counts as unconfirmed.
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
import { array, int, number, type Of, object, tuple } from '../../shared/shape.ts';
import type { DecodedUpdate } from './validated-update.ts';

/** Yjs client → the clock after the last thing of it. */
export type Clocks = Map<number, number>;

/** One or several changes that are confirmed together. */
export interface Change {
  /** `own`: made in this tab; `tab`: in another one now; `earlier`: in a session before this. */
  readonly source: 'own' | 'tab' | 'earlier';
  /** How many changes a person made; what the count shows. */
  count: number;
  /** What the server must have of each client. */
  readonly ends: Clocks;
  /** What the server must have deleted. */
  readonly deletions: ClockRanges;
  /** Whether it went out on the present connection; later changes are then counted apart. */
  sent: boolean;
  /** Where its record is kept, if it has one. */
  readonly key: string | null;
  /** The record as it was read, to tell whether its tab has written another since. */
  readonly record: string | null;
}

const Clock = int(0);
const PendingRecord = object({
  count: int(1),
  ends: array(tuple(Clock, Clock)),
  deletions: array(tuple(Clock, array(tuple(Clock, Clock)))),
});
type PendingRecord = Of<typeof PendingRecord>;

/** What a record of what is unconfirmed is called, before its session. */
export const PENDING = 'pending:';
const CONFIRMED = 'confirmed';
const SYNCED_AT = 'syncedAt';
/** The client ids that were written under on this device, without their rank; the latest ones. */
const OWN_IDS = 'ownIds';
const MOST_OWN_IDS = 100;
const ID_SPAN = 2 ** 32;
const Ids = array(int(0));

/** Where the ledger keeps what must survive a reload: small facts beside the document. */
export interface FactStore {
  /**
   * Stores what `make` returns, together with the changes of the same turn; undefined removes it.
   * It is called when the turn is written.
   */
  put(key: string, make: () => unknown): void;
  /** Stores what `merge` makes of the stored value; undefined removes it. */
  merge(key: string, merge: (stored: unknown) => unknown): void;
}

export class Ledger {
  readonly facts: FactStore;
  /** What was kept when the document was loaded; null before. */
  stored: ReadonlyMap<string, unknown> | null = null;
  /** One record for each session, so that tabs never overwrite each other's. */
  readonly #ownKey: string;
  readonly #changes = new Set<Change>();
  readonly #open: { own: Change | null; tab: Change | null } = { own: null, tab: null };
  #serverClocks: Clocks = new Map();
  #syncedAt: number | null = null;
  /** What was ever sent. */
  readonly #sentClocks: Clocks = new Map();
  /** Up to which clocks this session has written. */
  readonly #written: Clocks = new Map();
  /** Ids that this session has written under, without their rank. */
  readonly #ownIds = new Set<number>();
  /** There are other tabs, which send what they find here as well, and tell nobody. */
  hasOtherTabs = false;
  #epoch = 0;

  /** @param session random, another one each time the document is opened */
  constructor(facts: FactStore, session: string) {
    this.facts = facts;
    this.#ownKey = `${PENDING}${session}`;
  }

  /** How many changes are unconfirmed. */
  get count(): number {
    let count = 0;
    for (const change of this.#changes) count += change.count;
    return count;
  }

  /** When the server last had everything, ms since 1970. */
  get syncedAt(): number | null {
    return this.#syncedAt;
  }

  /** What is known to be on the server. */
  get serverClocks(): ReadonlyMap<number, number> {
    return this.#serverClocks;
  }

  /** Every unconfirmed change, oldest first. */
  all(): Change[] {
    return [...this.#changes];
  }

  /** What was put into the document and is not confirmed, by the clocks it has. */
  unconfirmedRanges(isMeant: (change: Change) => boolean = () => true): ClockRanges {
    const ranges: ClockRanges = new Map();
    for (const change of this.#changes) {
      if (!isMeant(change)) continue;
      for (const [client, end] of change.ends) {
        const from = this.#serverClocks.get(client) ?? 0;
        if (from < end) addRange(ranges, client, from, end - from);
      }
    }
    return ranges;
  }

  /** What was deleted and is not confirmed. */
  unconfirmedDeletions(): ClockRanges {
    const ranges: ClockRanges = new Map();
    for (const { deletions } of this.#changes) addRanges(ranges, deletions);
    return ranges;
  }

  /** It goes out now. */
  markSent(change: Change): void {
    change.sent = true;
    for (const [client, end] of change.ends) raise(this.#sentClocks, client, end);
    if (change.source === 'own') this.#keepOwn();
  }

  /** All that is here goes out now, also what has no record: it was written before there was a server. */
  markAllSent(doc: Y.Doc): void {
    for (const client of doc.store.clients.keys())
      raise(this.#sentClocks, client, Y.getState(doc.store, client));
    for (const change of this.#changes) this.markSent(change);
  }

  noteOtherTabs(): void {
    if (this.hasOtherTabs) return;
    this.hasOtherTabs = true;
    this.#keepOwn();
  }

  /** What a client wrote that was never sent from here. */
  neverSent(client: number, state: number): [number, number] | null {
    const from = Math.max(this.#sentClocks.get(client) ?? 0, this.#serverClocks.get(client) ?? 0);
    return from < state ? [from, state - from] : null;
  }

  /** Whether changes wait that this connection did not send itself. */
  get hasUnsent(): boolean {
    for (const change of this.#changes) if (!change.sent) return true;
    return false;
  }

  /**
   * Takes up what earlier sessions left, once the document is loaded from this device.
   * Records that do not parse are left alone: they are another version's.
   */
  restore(stored: ReadonlyMap<string, unknown>, doc: Y.Doc): void {
    this.stored = stored;
    const syncedAt = number.safeParse(stored.get(SYNCED_AT));
    if (syncedAt.success) this.#syncedAt = syncedAt.data;
    for (const [client, clock] of decodeClocks(stored.get(CONFIRMED)) ?? []) {
      raise(this.#serverClocks, client, clock);
    }
    const recorded: Clocks = new Map();
    for (const [key, value] of stored) {
      if (!key.startsWith(PENDING) || key === this.#ownKey) continue;
      const record = PendingRecord.safeParse(value);
      if (!record.success) continue;
      const ends = new Map(record.data.ends);
      for (const [client, end] of ends) raise(recorded, client, end);
      this.#changes.add({
        source: 'earlier',
        count: record.data.count,
        ends,
        deletions: new Map(record.data.deletions),
        sent: false,
        key,
        record: JSON.stringify(record.data),
      });
    }
    // A crash can leave text without a record of it: it counts as one change.
    const unknown: Clocks = new Map();
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc))) {
      const known = Math.max(this.#serverClocks.get(client) ?? 0, recorded.get(client) ?? 0);
      if (clock > known && !isOwnClient(doc, client)) unknown.set(client, clock);
    }
    if (unknown.size > 0) {
      this.#changes.add({
        source: 'earlier',
        count: 1,
        ends: unknown,
        deletions: new Map(),
        sent: false,
        key: null,
        record: null,
      });
    }
  }

  /** Notes what a transaction of this tab changed. */
  addOwn(transaction: Y.Transaction): Change {
    this.#noteId(transaction.doc.clientID % ID_SPAN);
    const change = this.#openChange('own');
    change.count++;
    note(change, transaction, this.#written);
    this.#keepOwn();
    return change;
  }

  #noteId(id: number): void {
    if (this.#ownIds.has(id)) return;
    this.#ownIds.add(id);
    this.facts.merge(OWN_IDS, (stored) => {
      const ids = new Set(Ids.safeParse(stored).data).add(id);
      return [...ids].slice(-MOST_OWN_IDS);
    });
  }

  /** Whether what stands under an id of this device may have been sent from here; of earlier sessions nobody knows. */
  mayHaveSent({ client, clock }: ItemId): boolean {
    if (this.hasOtherTabs || !this.#ownIds.has(client % ID_SPAN)) return true;
    return clock < (this.#sentClocks.get(client) ?? 0);
  }

  /** Up to which clock this session wrote under a client; null where it did not. */
  writtenHere(client: number): number | null {
    return this.#ownIds.has(client % ID_SPAN) ? (this.#written.get(client) ?? 0) : null;
  }

  /** Whether this session, or one before it on this device, wrote under a client id. */
  isOwnId(client: number): boolean {
    const id = client % ID_SPAN;
    return (
      this.#ownIds.has(id) || (Ids.safeParse(this.stored?.get(OWN_IDS)).data ?? []).includes(id)
    );
  }

  /** What stood under these clients from these clocks on is another's; what is one's own is noted anew. */
  giveWay(cut: ReadonlyMap<number, number>): void {
    for (const change of this.#changes) lower(change.ends, cut);
    for (const clocks of [this.#sentClocks, this.#serverClocks]) lower(clocks, cut);
    this.#keepOwn();
  }

  /** Notes what arrived from another tab of this browser, which also sends it itself. */
  addFromTab(transaction: Y.Transaction): void {
    const change = this.#openChange('tab');
    change.count++;
    note(change, transaction);
  }

  /** The change that collects what is not sent yet. */
  #openChange(source: 'own' | 'tab'): Change {
    const open = this.#open[source];
    if (open && !open.sent && this.#changes.has(open)) return open;
    const change: Change = {
      source,
      count: 0,
      ends: new Map(),
      deletions: new Map(),
      sent: false,
      key: source === 'own' ? this.#ownKey : null,
      record: null,
    };
    this.#changes.add(change);
    this.#open[source] = change;
    return change;
  }

  /** The server said that these are durable. */
  confirm(changes: readonly Change[]): void {
    let own = false;
    for (const change of changes) {
      if (!this.#changes.delete(change)) continue;
      for (const [client, end] of change.ends) raise(this.#serverClocks, client, end);
      if (change.source === 'own') own = true;
      else this.#forget(change);
    }
    if (own) this.#keepOwn();
  }

  /** Counts the calls of `forgetSent`: what was sent before one is not to be confirmed after it. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The connection is gone: what was sent and not confirmed has to be sent again. */
  forgetSent(): void {
    this.#epoch++;
    for (const change of this.#changes) change.sent = false;
  }

  /** The server told everything it has. */
  setServerClocks(clocks: ReadonlyMap<number, number>): void {
    this.#serverClocks = new Map(clocks);
  }

  /** The server has these, too; clocks that would leave a gap are not believed. */
  receive({ structs, ds }: DecodedUpdate): void {
    for (const struct of structs) {
      // Where several updates became one, it says how long the stretch is that they leave out.
      if (struct instanceof Y.Skip) continue;
      const { id, length } = struct;
      const known = this.#serverClocks.get(id.client) ?? 0;
      if (id.clock <= known) raise(this.#serverClocks, id.client, id.clock + length);
    }
    for (const change of this.#changes) {
      if (change.source === 'own') continue;
      for (const [client, ranges] of ds.clients) {
        for (const { clock, len } of ranges) removeRange(change.deletions, client, clock, len);
      }
      if (change.deletions.size > 0 || !this.#serverHas(change.ends)) continue;
      this.#changes.delete(change);
      this.#forget(change);
    }
  }

  #serverHas(ends: Clocks): boolean {
    for (const [client, end] of ends) {
      if ((this.#serverClocks.get(client) ?? 0) < end) return false;
    }
    return true;
  }

  /** Everything is on the server, `now` (ms since 1970). */
  markSynced(now: number): void {
    this.#syncedAt = now;
    this.facts.put(SYNCED_AT, () => this.#syncedAt);
  }

  /** Keeps what is known to be on the server, so that the count is right after a reload offline. */
  keepServerClocks(): void {
    this.facts.put(CONFIRMED, () => Y.encodeStateVector(this.#serverClocks));
  }

  /** Keeps everything again, after the storage was emptied. */
  keepAll(): void {
    this.keepServerClocks();
    this.facts.put(SYNCED_AT, () => this.#syncedAt ?? undefined);
    this.#keepOwn();
    for (const { key, record } of this.#changes) {
      if (key !== null && record !== null) this.facts.put(key, () => JSON.parse(record));
    }
  }

  #keepOwn(): void {
    this.facts.put(this.#ownKey, () => {
      const ends: Clocks = new Map();
      const deletions: ClockRanges = new Map();
      let count = 0;
      for (const change of this.#changes) {
        if (change.source !== 'own') continue;
        count += change.count;
        for (const [client, end] of change.ends) raise(ends, client, end);
        addRanges(deletions, change.deletions);
      }
      if (count === 0) return undefined;
      const mayBeSent = this.hasOtherTabs ? ends : this.#sentClocks;
      const sent = [...mayBeSent].filter(([client]) => ends.has(client));
      // `sent` is for `taken-ids.ts`.
      return { count, ends: [...ends], deletions: [...deletions], sent } satisfies PendingRecord & {
        sent: unknown;
      };
    });
  }

  /** Removes an earlier session's record, unless its own tab still lives and wrote more. */
  #forget(change: Change): void {
    if (change.key === null) return;
    this.facts.merge(change.key, (stored) => {
      const record = PendingRecord.safeParse(stored);
      return record.success && JSON.stringify(record.data) === change.record ? undefined : stored;
    });
  }
}

/** Whether a transaction put something new into the document (deletions aside). */
export function insertsSomething(transaction: Y.Transaction): boolean {
  for (const [client, clock] of transaction.afterState) {
    if ((transaction.beforeState.get(client) ?? 0) < clock) return true;
  }
  return false;
}

function note(change: Change, transaction: Y.Transaction, alsoIn?: Clocks): void {
  for (const [client, clock] of transaction.afterState) {
    if ((transaction.beforeState.get(client) ?? 0) >= clock) continue;
    raise(change.ends, client, clock);
    if (alsoIn) raise(alsoIn, client, clock);
  }
  for (const [client, ranges] of transaction.deleteSet.clients) {
    for (const { clock, len } of ranges) addRange(change.deletions, client, clock, len);
  }
}

function raise(clocks: Clocks, client: number, clock: number): void {
  if ((clocks.get(client) ?? 0) < clock) clocks.set(client, clock);
}

function lower(clocks: Clocks, cut: ReadonlyMap<number, number>): void {
  for (const [client, from] of cut) {
    if ((clocks.get(client) ?? 0) <= from) continue;
    if (from === 0) clocks.delete(client);
    else clocks.set(client, from);
  }
}

/** A kept state vector, or null if it is none. */
function decodeClocks(stored: unknown): Clocks | null {
  if (!(stored instanceof Uint8Array)) return null;
  try {
    return Y.decodeStateVector(stored);
  } catch {
    // A damaged fact says nothing: everything then counts as unconfirmed until the server is asked.
    return null;
  }
}
