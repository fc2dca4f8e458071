/**
 * The tabs of this browser that show one document: where they hear each other, and what of theirs
 * this one looks after.
 *
 * Invariant: a tab sends what was written in it; another one does only where that has not come back
 * from the server in time.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import { hashSecret, type Secret } from '../../shared/access/ids.ts';
import { Provider } from './provider.ts';

/**
 * Where tabs with the same link talk to each other. The name must not give the secret away, and a
 * tab that may only read must not be handed what it could not send.
 */
export function tabsChannel(room: DocumentName, secret: Secret): string {
  return `driftless:${room}:${hashSecret(secret).slice(0, 16)}`;
}

/** Another tab sends its changes itself. If they do not come back, this one does. */
export class OtherTabsChanges {
  readonly #waitMs: number;
  readonly #overdue: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(waitMs: number, overdue: () => void) {
    this.#waitMs = waitMs;
    this.#overdue = overdue;
  }

  /** Another tab has written. */
  wait(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#overdue();
    }, this.#waitMs);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}

/** The tabs of this browser among themselves, for a document that no server has. */
export class TabsConnection {
  readonly #provider: Provider;

  constructor(name: string, doc: Y.Doc, awareness: Awareness) {
    this.#provider = new Provider('driftless:local', name, doc, {
      awareness,
      connect: false,
    });
  }

  start(): void {
    this.#provider.connectBc();
  }

  close(): void {
    this.#provider.destroy();
  }
}
