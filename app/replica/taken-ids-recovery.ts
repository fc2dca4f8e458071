/**
 * What is done where somebody else may have used the ids this device writes under: it is looked what
 * the server has, and what it has not is written again under other ids. Where somebody else wrote
 * under them, as a copy of this machine does, their words come to stand here under the ids they have.
 *
 * Invariant: from the doubt until it is settled, nothing is told to the server or taken from it.
 */
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import { isOwnClient } from '../../shared/document/client-ranks.ts';
import { addRange, type ClockRanges, removeRange } from '../../shared/document/clock-ranges.ts';
import {
  type Contested,
  type Cut,
  deleteAgain,
  findContested,
  forget,
  giveWay,
  onlyIn,
} from '../../shared/document/contested-ids.ts';
import {
  hasLiving,
  livingOnlyIn,
  takeNewClientId,
  writeAgain,
} from '../../shared/document/written-again.ts';
import { fetchWhole } from './http-exchange.ts';
import type { Ledger } from './ledger.ts';
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
  ledger: Ledger;
  /** Has what is stored replaced by the document as it is after `change`. */
  replaceStored: (change: () => void) => Promise<void>;
  /** Applies an update of the server's to the document. */
  apply: (update: Uint8Array) => void;
  /** The origin of what nobody is told of. */
  untold: () => unknown;
  /** Tells the other tabs which clocks are to be forgotten. */
  tellTabs: (cut: Cut) => void;
  /** Tells the server nothing more and takes nothing from it, until `rejoin`. */
  leave: () => void;
  rejoin: () => void;
}

export class TakenIdsRecovery {
  readonly #options: TakenIdsRecoveryOptions;
  /** Reasons to tell the server nothing and to take nothing from it for now. */
  #reasonsApart = 0;
  /** One thing is done after the other. */
  #working: Promise<unknown> = Promise.resolve();
  /** From which clocks on ids were left to somebody else. */
  readonly #left = new Map<number, number>();
  #looksFailed = 0;
  #isClosed = false;

  constructor(options: TakenIdsRecoveryOptions) {
    this.#options = options;
  }

  get isApart(): boolean {
    return this.#reasonsApart > 0;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Looks what the server has of what was never sent from here. */
  look(): void {
    const { taken } = this.#options;
    const look = async (): Promise<void> => {
      await this.#withServer((server) => taken.look(server));
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
    const failed = async (error: unknown): Promise<void> => {
      console.error('It could not be written again.', error);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    };
    console.warn('Somebody else has used the ids of this device: what it wrote is written again.');
    // Of what a session before this one wrote, another tab may think the same.
    const write = async (): Promise<void> => {
      if (this.#isClosed) return;
      for (const [client, from] of this.#left) removeRange(taken, client, from, Infinity);
      // What was written since may stand beside what nobody will ever know.
      for (const [client, structs] of doc.store.clients) {
        const last = structs.at(-1);
        if (last && isOwnClient(doc, client))
          addRange(taken, client, 0, last.id.clock + last.length);
      }
      if (!hasLiving(doc, taken)) return;
      this.#takeNewClientId(taken);
      const left = await this.#withServer((server, update) => this.#giveWay(server, update, taken));
      if (!left || this.#isClosed || !hasLiving(doc, left)) return;
      writeAgain(doc, left, TAKEN, this.#options.taken.writtenAgain);
      this.#options.taken.note(left);
      await new Promise((resolve) => setTimeout(resolve, TELL_TABS_MS));
    };
    const inTurn = async () => {
      if (!globalThis.navigator?.locks) return write();
      await navigator.locks.request(`driftless:${room}:write again`, write);
    };
    this.#stayApart(inTurn, failed);
    // At once: what is written from now on is nobody else's.
    this.#takeNewClientId(taken);
  }

  /** Another tab did, and told what it wrote again before. */
  async forget(cut: Cut): Promise<void> {
    const { doc, ledger, replaceStored, untold } = this.#options;
    await replaceStored(() => {
      if (this.#isClosed) return;
      forget(doc, cut, untold());
      ledger.giveWay(cut);
    });
  }

  /** Takes the server's copy in place of this one, which has nothing to be read that it has not. */
  takeWhole(): void {
    const { doc, ledger, replaceStored, untold, apply } = this.#options;
    const take = (server: Y.Doc, update: Uint8Array) =>
      replaceStored(() => {
        if (this.#isClosed || ledger.count > 0 || livingOnlyIn(doc, server).size > 0) return;
        const all = new Map([...doc.store.clients.keys()].map((client) => [client, 0]));
        forget(doc, all, untold());
        apply(update);
      });
    const failed = (error: unknown) => console.error('It could not be taken anew.', error);
    this.#stayApart(async () => void (await this.#withServer(take)), failed);
  }

  /**
   * Leaves the ids to somebody else who wrote under them, too. Where nobody did, and they are only
   * taken, it resolves with what the server has not.
   */
  async #giveWay(server: Y.Doc, update: Uint8Array, taken: ClockRanges): Promise<ClockRanges> {
    const { doc, ledger, replaceStored, tellTabs, apply } = this.#options;
    if (!this.#findContested(server, taken)) return onlyIn(doc, server, taken);
    await replaceStored(() => {
      // Somebody may have written meanwhile.
      const contested = this.#isClosed ? null : this.#findContested(server, taken);
      if (!contested) return;
      // What was written since under the id of now may hang on what is forgotten.
      this.#takeNewClientId(taken);
      giveWay(doc, contested, TAKEN);
      for (const [client, from] of contested.cut)
        if (contested.isBoths(client)) this.#left.set(client, from);
      ledger.giveWay(contested.cut);
      tellTabs(contested.cut);
      apply(update);
      deleteAgain(doc, contested, TAKEN);
    });
    return new Map();
  }

  #findContested(server: Y.Doc, own: ClockRanges): Contested | null {
    const { doc, taken } = this.#options;
    return findContested(doc, server, own, (id) => taken.writerOf(id));
  }

  /** Looks at what the server has; false where this is over meanwhile. */
  async #withServer<Result>(
    look: (server: Y.Doc, update: Uint8Array) => Result | Promise<Result>,
  ): Promise<Result | false> {
    const { room, secret, serverUrl } = this.#options;
    const update = await fetchWhole(serverUrl, room, secret);
    decodeValidated(update);
    const server = new Y.Doc();
    try {
      Y.applyUpdate(server, update);
      return this.#isClosed ? false : await look(server, update);
    } finally {
      server.destroy();
    }
  }

  /** Works while nothing is told to the server or taken from it. */
  #stayApart(work: () => Promise<unknown>, failed: (error: unknown) => void | Promise<void>): void {
    this.#reasonsApart++;
    this.#options.leave();
    this.#working = this.#working
      .then(() => (this.#isClosed ? undefined : work()))
      .catch(failed)
      .finally(() => {
        if (--this.#reasonsApart === 0 && !this.#isClosed) this.#options.rejoin();
      });
  }

  /** Yjs takes a new id by itself, where it hears of more under the one it has. */
  readonly followId = (): void => {
    const { doc, awareness } = this.#options;
    if (isOwnClient(doc, awareness.clientID)) return;
    const { clientID } = doc;
    const shown = awareness.getLocalState();
    awareness.setLocalState(null);
    awareness.clientID = clientID;
    awareness.setLocalState(shown);
  };

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
