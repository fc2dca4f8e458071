/**
 * Who a socket proves to be at this device, and whether the page still shows that person.
 *
 * Invariant: what is compared is what the newest socket offered, not who is here by now.
 */
import type { Awareness } from 'y-protocols/awareness';
import { personIdOf, type Secret } from '../../shared/access/ids.ts';

export class PersonProof {
  readonly #awareness: Awareness;
  readonly #personKey: (() => Secret) | null | undefined;
  /** Who the newest socket has proved to be at this device. */
  #proved: { key: Secret; id: string } | null = null;

  constructor(awareness: Awareness, personKey: (() => Secret) | null | undefined) {
    this.#awareness = awareness;
    this.#personKey = personKey;
  }

  /** What a new socket offers to prove it. */
  offer(): string[] {
    const key = this.#personKey?.();
    this.#proved = key ? { key, id: personIdOf(key) } : null;
    return key ? [`person.${key}`] : [];
  }

  /**
   * Whether the page shows somebody else than the socket has proved. The server would take that for
   * a stranger, and show nobody else on this socket any more.
   */
  showsAnother(): boolean {
    const shown = this.#awareness.getLocalState()?.person?.id;
    return this.#proved !== null && shown !== undefined && shown !== this.#proved.id;
  }

  /** Whether a new socket would prove somebody else. */
  wouldProveAnother(): boolean {
    return this.#personKey?.() !== this.#proved?.key;
  }
}
