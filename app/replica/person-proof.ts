/**
 * Who a socket proves to be at this device, and whether the page still shows that person.
 *
 * Invariant: nothing is shown of the person before the server can tell that it is them, unless the
 * server is one that asks nobody to prove it; what is compared is what the newest socket proved, not
 * who is here by now.
 */
import type { Awareness } from 'y-protocols/awareness';
import {
  PERSON_SIGNS_SUBPROTOCOL,
  type Proof,
  provenBytes,
} from '../../shared/protocol/person-proof.ts';
import type { ProvingPerson } from './open-replica.ts';
import { signAsOwn } from './own-signer.ts';

export interface PersonProofOptions {
  awareness: Awareness;
  person: (() => ProvingPerson) | null | undefined;
  /** Where the server listens, `ws://host/sync`. */
  serverUrl: string;
  document: string;
  /** Sends the proof on the socket that it was made for. */
  send: (socket: WebSocket, proof: Proof) => void;
  /** What others may know of the person can be sent now. */
  mayShow: () => void;
}

export class PersonProof {
  readonly #options: PersonProofOptions;
  /** Whether the newest socket has yet to hear from the server how, or whether, to prove it. */
  #isWaiting = false;
  /** Whether it has heard how, which takes a moment to answer. */
  #isAsked = false;
  /** Whom the newest socket has proved to be at this device. */
  #proved: string | null = null;

  constructor(options: PersonProofOptions) {
    this.#options = options;
  }

  /** What a new socket offers: that it will sign. */
  offer(): string[] {
    this.#proved = null;
    this.#isAsked = false;
    this.#isWaiting = Boolean(this.#options.person);
    return this.#isWaiting ? [PERSON_SIGNS_SUBPROTOCOL] : [];
  }

  /** The server says what to sign, as the first thing it says. */
  async answer(
    challenge: string,
    socket: WebSocket | null,
    newest: () => WebSocket | null,
  ): Promise<void> {
    if (!this.#isWaiting || this.#isAsked || socket === null) return;
    this.#isAsked = true;
    const { serverUrl, document, send } = this.#options;
    let proof: Proof | null = null;
    try {
      const { host } = new URL(serverUrl);
      proof = await signAsOwn('connection', provenBytes(host, document, challenge));
    } catch (error) {
      console.error('It cannot be proved who is at this device.', error);
    }
    if (newest() !== socket || !this.#isWaiting) return;
    if (proof !== null) {
      this.#proved = proof.person;
      send(socket, proof);
    }
    this.#end();
  }

  /** The server says something else first: it asks nobody to prove anything. */
  notAsked(): void {
    if (this.#isWaiting && !this.#isAsked) this.#end();
  }

  #end(): void {
    this.#isWaiting = false;
    this.#options.mayShow();
  }

  /** Whether what others may know of the person has to wait: they would see a stranger. */
  holdsBack(): boolean {
    return this.#isWaiting || this.showsAnother();
  }

  /**
   * Whether the page shows somebody else than the socket has proved. The server would take that for
   * a stranger, and show nobody else on this socket any more.
   */
  showsAnother(): boolean {
    const shown = this.#options.awareness.getLocalState()?.person?.id;
    return this.#proved !== null && shown !== undefined && shown !== this.#proved;
  }

  /** Whether a new socket would prove somebody else. */
  wouldProveAnother(): boolean {
    return this.#proved !== null && this.#options.person?.().id !== this.#proved;
  }
}
