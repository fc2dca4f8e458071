/**
 * Asks again for what should be here and is not. Yjs holds back what arrives before something it
 * builds on, silently and for ever.
 *
 * Invariant: whenever something is held back, or the server has more than we do, a comparison is on
 * its way or waits for its time.
 */
import * as Y from 'yjs';
import type { Ledger } from './ledger.ts';
import type { Provider } from './provider.ts';

export interface MissingChangesOptions {
  doc: Y.Doc;
  ledger: Ledger;
  provider: Provider;
  /** Asks the server what it has, which it answers together with what we lack. */
  compare: () => void;
}

export class MissingChanges {
  readonly #options: MissingChangesOptions;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: MissingChangesOptions) {
    this.#options = options;
  }

  /** Asks for what is missing, if anything is, with ever longer pauses. */
  ask(): void {
    if (!this.areThere()) {
      this.#attempts = 0;
      return;
    }
    if (this.#timer || !this.#options.provider.wsconnected) return;
    const wait = Math.min(250 * 2 ** this.#attempts++, 30_000);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.areThere()) this.#options.compare();
    }, wait);
  }

  areThere(): boolean {
    const { doc, ledger, provider } = this.#options;
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return true;
    // Before the first answer of this connection, the server naturally has more.
    if (!provider.synced) return false;
    for (const [client, clock] of ledger.serverClocks) {
      if (Y.getState(doc.store, client) < clock) return true;
    }
    return false;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
