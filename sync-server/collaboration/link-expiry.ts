/**
 * When the link that a session came by expires.
 *
 * Invariant: its timer runs until then, and no longer than the session, since it holds on to the
 * document.
 */

/** The clock may be set meanwhile, and timers stand still while a machine sleeps. */
const LOOK_EVERY_MS = 10_000;

export class LinkExpiry {
  readonly #expired: () => void;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(expired: () => void) {
    this.#expired = expired;
  }

  /** It expires then, in ms since 1970, or never. */
  set(at: number | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isOver || at === null) return;
    this.#timer = setTimeout(
      () => {
        if (Date.now() < at) this.set(at);
        else this.#expired();
      },
      Math.min(at - Date.now(), LOOK_EVERY_MS),
    ).unref();
  }

  /** The session is over. */
  end(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
