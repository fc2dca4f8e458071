/**
 * What is done where somebody else may have used the ids this device writes under: it is looked what
 * the server has, and what is not confirmed is written again under other ids.
 *
 * Invariant: from the doubt until it is settled, nothing is told to the server or taken from it.
 */
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import { isOwnClient } from '../../shared/document/client-ranks.ts';
import { addRange, type ClockRanges } from '../../shared/document/clock-ranges.ts';
import { hasLiving, takeNewClientId, writeAgain } from '../../shared/document/written-again.ts';
import { fetchWhole } from './http-exchange.ts';
import type { TakenIds } from './taken-ids.ts';
import { decodeValidated } from './validated-update.ts';

/** After which other tabs of this browser have heard of a change, ms. */
const TELL_TABS_MS = 100;
/** After which it is asked again what the server has, where that failed, ms. */
const LOOK_AGAIN_MS = 3000;
const LOOK_AT_MOST = 3;
/** Origin of what is written again. */
const TAKEN = 'written again';

export interface TakenIdsRecoveryOptions {
  room: DocumentName;
  secret: Secret;
  /** Where the server listens, `ws://host/sync`. */
  serverUrl: string;
  doc: Y.Doc;
  awareness: Awareness;
  taken: TakenIds;
  /** Tells the server nothing more and takes nothing from it, until `rejoin`. */
  leave: () => void;
  rejoin: () => void;
}

export class TakenIdsRecovery {
  readonly #options: TakenIdsRecoveryOptions;
  /** Whether nothing is told to the server or taken from it for now. */
  #isApart = false;
  #looksFailed = 0;
  #isClosed = false;

  constructor(options: TakenIdsRecoveryOptions) {
    this.#options = options;
  }

  get isApart(): boolean {
    return this.#isApart;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Looks what the server has of what was never sent from here. */
  look(): void {
    const { room, secret, serverUrl, taken } = this.#options;
    const look = async (): Promise<void> => {
      const update = await fetchWhole(serverUrl, room, secret);
      decodeValidated(update);
      const server = new Y.Doc();
      try {
        Y.applyUpdate(server, update);
        if (!this.#isClosed) taken.look(server);
      } finally {
        server.destroy();
      }
    };
    this.#stayApart(look, async (error) => {
      console.error('It could not be looked at what the server has.', error);
      if (++this.#looksFailed >= LOOK_AT_MOST) taken.giveUpLooking();
      else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    });
  }

  /** Writes what is not confirmed under other ids, since somebody else claims those it has. */
  writeAgain(taken: ClockRanges): void {
    const { doc, room } = this.#options;
    console.warn('Somebody else has used the ids of this device: what it wrote is written again.');
    // Of what a session before this one wrote, another tab may think the same.
    const write = async (): Promise<void> => {
      if (this.#isClosed) return;
      // What was written since may stand beside what nobody will ever know.
      for (const [client, structs] of doc.store.clients) {
        const last = structs.at(-1);
        if (last && isOwnClient(doc, client))
          addRange(taken, client, 0, last.id.clock + last.length);
      }
      if (!hasLiving(doc, taken)) return;
      this.#takeNewClientId(taken);
      writeAgain(doc, taken, TAKEN, this.#options.taken.writtenAgain);
      this.#options.taken.note(taken);
      await new Promise((resolve) => setTimeout(resolve, TELL_TABS_MS));
    };
    const inTurn = async () => {
      this.#takeNewClientId(taken);
      if (!globalThis.navigator?.locks) return write();
      await navigator.locks.request(`driftless:${room}:write again`, write);
    };
    this.#stayApart(inTurn, (error) => console.error('It could not be written again.', error));
  }

  /** Works while nothing is told to the server or taken from it. */
  #stayApart(work: () => Promise<unknown>, failed: (error: unknown) => void | Promise<void>): void {
    this.#isApart = true;
    this.#options.leave();
    void work()
      .catch(failed)
      .finally(() => {
        this.#isApart = false;
        if (!this.#isClosed) this.#options.rejoin();
      });
  }

  /** Others see whoever is here under the id that writes. */
  #takeNewClientId(taken: ClockRanges): void {
    const { doc, awareness } = this.#options;
    const shown = awareness.getLocalState();
    awareness.setLocalState(null);
    takeNewClientId(doc, taken.keys());
    awareness.clientID = doc.clientID;
    awareness.setLocalState(shown);
  }
}
