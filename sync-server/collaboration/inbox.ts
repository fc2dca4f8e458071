/**
 * The frames of a client that wait for their turn.
 *
 * Invariant: they leave in the order they came, and what waits is bounded: by a little before the
 * client has shown a secret, and by what it may send at once afterwards.
 */

/** What may wait for its turn: who sends more at once than can be dealt with waits, and nobody else. */
const MAX_PENDING_FRAMES = 10_000;
/** What may wait, before nothing more is read from the connection until less does. */
const ENOUGH_WAITING_BYTES = 256 * 1024;
const ENOUGH_WAITING_FRAMES = 100;
/** What may come before a secret was shown. */
const MAX_UNPROVEN_FRAMES = 50;
const MAX_UNPROVEN_BYTES = 16 * 1024;

export class Inbox {
  readonly #maxFrameBytes: number;
  readonly #frames: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  get first(): Uint8Array | undefined {
    return this.#frames[0];
  }

  push(frame: Uint8Array): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  shift(): void {
    this.#bytes -= this.#frames.shift()?.length ?? 0;
  }

  clear(): void {
    this.#frames.length = 0;
    this.#bytes = 0;
  }

  /** Whether more has come than a client may send, which may send less until it `hasShown` a secret. */
  hasTooMuch(hasShown: boolean): boolean {
    const { length } = this.#frames;
    if (!hasShown) return length > MAX_UNPROVEN_FRAMES || this.#bytes > MAX_UNPROVEN_BYTES;
    return length > MAX_PENDING_FRAMES || (length > 1 && this.#bytes > 2 * this.#maxFrameBytes);
  }

  /** Whether the rest had better wait where it is. */
  get hasEnough(): boolean {
    return this.#frames.length >= ENOUGH_WAITING_FRAMES || this.#bytes >= ENOUGH_WAITING_BYTES;
  }
}
