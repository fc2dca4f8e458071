/**
 * Lets presence through that a connection may show, and nothing else.
 *
 * Invariant: a connection speaks for one Yjs client and one person, whose id is either proved with
 * that person's key or made by the server, so that nobody shows up as somebody else; what others see
 * of it has been parsed, is small, comes no faster than the limit, and has no cursor unless the role may show one.
 *
 * y-websocket clients repeat everything they hear about others, so what concerns another client is
 * the usual case and is passed over without a word.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { type Awareness, removeAwarenessStates } from 'y-protocols/awareness';
import { createSecret, personIdOf } from '../../shared/access/ids.ts';
import {
  MAX_PRESENCE_BYTES,
  MAX_PRESENCE_CHANGES_PER_SECOND,
} from '../../shared/protocol/limits.ts';
import { Presence } from '../../shared/protocol/presence.ts';
import { TokenBucket } from '../access/rates.ts';
import { type Guest, readGuest } from './guests.ts';

/** What others see; of a guest also what editors of their kind look for. */
type Shown = Presence & { user?: Guest['user'] };

interface Entry {
  clientId: number;
  clock: number;
  /** JSON in UTF-8; `null` says that the client left. Most are never looked into. */
  state: Uint8Array;
}

/** Clients of a document whose persons are remembered. */
const MOST_PERSONS = 10_000;
const LEFT = Buffer.from('null');
/**
 * A clock so far ahead of what is known is passed over: whoever had the client before would have to
 * count on from there, which ends at the last number that can be told from the next one.
 */
const MOST_AHEAD = 2 ** 28;
/** Known to this server only, so that nobody can look for a claim with a certain stamp. */
const STAMP = createSecret();

/** Which guard speaks for which Yjs client of a document. */
export class PresenceOwners {
  readonly #owners = new Map<number, PresenceGuard>();
  /** The first person who proved to be one and spoke for the client, also while they are away. */
  readonly #persons = new Map<number, string>();

  ownerOf(clientId: number): PresenceGuard | undefined {
    return this.#owners.get(clientId);
  }
  take(clientId: number, guard: PresenceGuard): void {
    this.#owners.set(clientId, guard);
    const person = guard.proven;
    if (person === null || this.#persons.has(clientId) || this.#persons.size >= MOST_PERSONS)
      return;
    this.#persons.set(clientId, person);
  }
  /** Whether the client is known as that of this guard's person, who proved it, and not of the other's. */
  isOf(clientId: number, guard: PresenceGuard, other: PresenceGuard): boolean {
    const { proven } = guard;
    return proven !== null && proven !== other.proven && this.#persons.get(clientId) === proven;
  }
  release(clientId: number, guard: PresenceGuard): void {
    if (this.#owners.get(clientId) === guard) this.#owners.delete(clientId);
  }
}

/** Where presence is shown: one document, on behalf of one connection. */
export interface PresencePlace {
  readonly document: { readonly awareness: Awareness };
  readonly owners: PresenceOwners;
  /** Applies an awareness update on behalf of the connection. */
  applyPresence(update: Uint8Array): void;
}

/** The connection a guard speaks for. */
export interface PresencePeer {
  /** The person who connected, if they proved it. */
  readonly proven: string | null;
  /** With what they came: others who come with the same and claim the same are the same. */
  readonly link: string;
  readonly mayShowCursor: boolean;
  /** Somebody else claims this connection's client: see whether the connection still lives. */
  challenge(): void;
}

export class PresenceGuard {
  readonly #place: PresencePlace;
  readonly #peer: PresencePeer;
  readonly #changes = new TokenBucket(
    MAX_PRESENCE_CHANGES_PER_SECOND,
    MAX_PRESENCE_CHANGES_PER_SECOND,
    performance.now(),
  );
  #clientId: number | null = null;
  #person: string | null = null;
  #held: Entry | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(place: PresencePlace, peer: PresencePeer) {
    this.#place = place;
    this.#peer = peer;
  }

  /** Who connected, if they proved it. */
  get proven(): string | null {
    return this.#peer.proven;
  }

  /** The id of the person this connection shows, once it has shown one. */
  get personId(): string | null {
    return this.#person;
  }

  /** Takes an awareness update of the client; false if it cannot be read. */
  receive(update: Uint8Array): boolean {
    const entries = readEntries(update);
    if (entries === null) return false;
    for (const entry of entries) this.#take(entry);
    return true;
  }

  /** The role is another one: a cursor that may not be shown any more goes. */
  refresh(): void {
    const { awareness } = this.#place.document;
    if (this.#clientId === null || this.#peer.mayShowCursor) return;
    const clock = awareness.meta.get(this.#clientId)?.clock;
    const state = awareness.states.get(this.#clientId);
    if (clock === undefined || !state?.cursor) return;
    const { cursor: _gone, ...rest } = state;
    const shown = Buffer.from(JSON.stringify(rest));
    this.#apply({ clientId: this.#clientId, clock: clock + 1, state: shown });
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#clientId === null) return;
    this.#place.owners.release(this.#clientId, this);
    // Hocuspocus forgets to, for a client that had left and come back on another connection.
    removeAwarenessStates(this.#place.document.awareness, [this.#clientId], null);
  }

  /** The client is somebody else's after all: this connection may speak for another one. */
  #giveUp(): void {
    if (this.#clientId !== null) this.#place.owners.release(this.#clientId, this);
    this.#clientId = null;
    this.#held = null;
  }

  #take(entry: Entry): void {
    if (this.#clientId !== null && entry.clientId !== this.#clientId) return;
    const known = this.#place.document.awareness.meta.get(entry.clientId)?.clock;
    if (entry.clock - (known ?? 0) > MOST_AHEAD) return;
    if (LEFT.equals(entry.state)) {
      if (this.#clientId === null) return;
      // Leaving is final and costs others nothing: it never waits.
      this.#held = null;
      this.#apply(entry);
      return;
    }
    if (this.#clientId === null) {
      const isNews = known === undefined || known < entry.clock;
      const owner = this.#place.owners.ownerOf(entry.clientId);
      if (owner !== undefined && isNews && this.#place.owners.isOf(entry.clientId, this, owner)) {
        // Somebody took the client of a person who was away; that person is back.
        owner.#giveUp();
      } else if (owner !== undefined) {
        // Perhaps the same device on a new network, whose old socket is dead but does not know.
        if (isNews) owner.#peer.challenge();
        return;
      }
      if (!isNews) return;
    }
    const state = this.#parse(entry.state, entry.clientId);
    if (state === null) return;
    if (this.#clientId === null) {
      this.#clientId = entry.clientId;
      this.#place.owners.take(entry.clientId, this);
    }
    this.#person = state.person.id;
    this.#release({ ...entry, state: Buffer.from(JSON.stringify(state)) });
  }

  #parse(json: Uint8Array, clientId: number): Shown | null {
    if (json.length > MAX_PRESENCE_BYTES) return null;
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(json).toString());
    } catch {
      // Not JSON: nothing anybody could be shown.
      return null;
    }
    const parsed = Presence.safeParse(value);
    if (!parsed.success) return this.#parseGuest(value, clientId);
    const { person, cursor, away } = parsed.data;
    const id = this.#stamp(person.id);
    if (this.#person !== null && id !== this.#person) return null;
    const shown = { person: { ...person, id }, ...(away ? { away } : {}) };
    return this.#peer.mayShowCursor && cursor !== undefined ? { ...shown, cursor } : shown;
  }

  /** Other editors say `user` with a name and a colour: shown as a guest, who is nobody known. */
  #parseGuest(value: unknown, clientId: number): Shown | null {
    const guest = readGuest(value);
    if (guest === null) return null;
    const { user, color, cursor } = guest;
    const id = personIdOf(`${STAMP} ${this.#peer.link} guest ${clientId}`);
    if (this.#person !== null && id !== this.#person) return null;
    const shown = { person: { id, name: user.name, color }, user };
    return this.#peer.mayShowCursor && cursor !== undefined ? { ...shown, cursor } : shown;
  }

  /** The id that others see: what is claimed and not proved becomes an id that is nobody's. */
  #stamp(claimed: string): string {
    const { proven, link } = this.#peer;
    if (claimed === proven) return claimed;
    // As this server stamped it: the client repeats what it was told about itself.
    if (claimed === this.#person) return claimed;
    return personIdOf(`${STAMP} ${link} ${claimed}`);
  }

  /** Applies now, or the newest of what came too fast as soon as the limit allows. */
  #release(entry: Entry): void {
    if (this.#timer === null && this.#changes.take(performance.now())) {
      this.#apply(entry);
      return;
    }
    this.#held = entry;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        const newest = this.#held;
        this.#held = null;
        if (newest !== null && !this.#closed) this.#release(newest);
      },
      Math.max(1, this.#changes.wait(performance.now())),
    );
  }

  #apply({ clientId, clock, state }: Entry): void {
    if (this.#closed) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarUint(encoder, clientId);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarUint8Array(encoder, state);
    this.#place.applyPresence(encoding.toUint8Array(encoder));
  }
}

function readEntries(update: Uint8Array): Entry[] | null {
  try {
    const decoder = decoding.createDecoder(update);
    const entries: Entry[] = [];
    for (let left = decoding.readVarUint(decoder); left > 0; left--) {
      const clientId = decoding.readVarUint(decoder);
      const clock = decoding.readVarUint(decoder);
      const length = decoding.readVarUint(decoder);
      if (length > update.length - decoder.pos) return null;
      entries.push({ clientId, clock, state: decoding.readUint8Array(decoder, length) });
    }
    return decoder.pos === update.length ? entries : null;
  } catch {
    // lib0 throws when it ends early: refused by the caller like any other broken frame.
    return null;
  }
}
