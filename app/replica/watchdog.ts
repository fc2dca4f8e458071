/**
 * Watches whether the server gets on with what it owes the newest socket, and how long ago both sides
 * were compared.
 *
 * Invariant: a socket is given up only while it owes something, nothing has moved on it for `answer`
 * (or it has not opened for `open`), and the server has not said that it cannot store.
 */
import type { InFlightFrames } from './in-flight-frames.ts';
import type { Provider } from './provider.ts';

/** How long each thing may take before the connection does something about it, ms. */
export interface Timeouts {
  /** An answer that the server owes us, until the connection counts as dead. */
  answer: number;
  /** The same, until the server is asked what it has, which shows whether a frame was lost. */
  doubt: number;
  /** A change of another tab, which sends it itself, to come back from the server. */
  otherTab: number;
  /** A socket to open. */
  open: number;
  /** Between two comparisons with the server, while something is being written. */
  comparison: number;
  /** What is known to be on the server, until it is kept on the device. */
  keep: number;
}

export const TIMEOUTS: Timeouts = {
  answer: 30_000,
  doubt: 4000,
  otherTab: 3000,
  open: 10_000,
  comparison: 300_000,
  keep: 1000,
};

export interface WatchdogOptions {
  timeouts: Timeouts;
  provider: Provider;
  /** With the server, over the newest socket. */
  inFlight: () => InFlightFrames;
  isRefused: () => boolean;
  /** Whether the server said that it cannot store for now. */
  hasTrouble: () => boolean;
  /** Asks the server what it has. */
  compare: () => void;
  /** Gives up the socket. */
  drop: () => void;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  /** Whether the server was asked because of an owed answer, and nothing has come since. */
  #isInDoubt = false;
  /** When the server last got on with something, ms since 1970. */
  #progressAt = 0;
  #bufferedBytes = 0;
  #comparedAt = 0;
  #wroteSinceComparison = false;
  #watch: ReturnType<typeof setInterval> | null = null;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    this.#watch = setInterval(this.#look, Math.min(1000, this.#options.timeouts.answer / 4));
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch);
  }

  /** Another socket: what was doubted of the last one says nothing about it. */
  begin(): void {
    this.#isInDoubt = false;
    this.#bufferedBytes = 0;
  }

  /** The server got on with something, or has something to do from now on. */
  progressed(): void {
    this.#progressAt = Date.now();
  }

  /** A sync frame of the server's is here. */
  arrived(): void {
    this.#isInDoubt = false;
  }

  /** This device has written something. */
  wrote(): void {
    this.#wroteSinceComparison = true;
  }

  /** The server is asked what it has. */
  asked(): void {
    this.#comparedAt = Date.now();
    this.#wroteSinceComparison = false;
  }

  /** It has answered that. */
  compared(): void {
    this.#comparedAt = Date.now();
  }

  readonly #look = (): void => {
    const { timeouts, provider, hasTrouble, compare, drop } = this.#options;
    const { ws } = provider;
    const now = Date.now();
    // Also where this device's clock was set back meanwhile.
    const since = (at: number) => Math.abs(now - at);
    if (ws?.readyState === WebSocket.CONNECTING && since(this.#progressAt) > timeouts.open) {
      drop();
      return;
    }
    if (!ws || ws.readyState !== WebSocket.OPEN || this.#options.isRefused()) return;
    if (ws.bufferedAmount < this.#bufferedBytes) this.#progressAt = now;
    this.#bufferedBytes = ws.bufferedAmount;
    const { hasUnanswered, hasToldAll } = this.#options.inFlight();
    const isOwed = hasUnanswered || !hasToldAll || !provider.synced;
    // A server that said that it cannot store is waited for: asked again, it would not answer either.
    if (isOwed && !hasTrouble() && since(this.#progressAt) > timeouts.answer) {
      drop();
    } else if (
      // Before the first exchange it may be long on its way, and asked for again it would come twice.
      hasUnanswered &&
      provider.synced &&
      !hasTrouble() &&
      !this.#isInDoubt &&
      since(this.#progressAt) > timeouts.doubt
    ) {
      this.#isInDoubt = true;
      compare();
    } else if (this.#wroteSinceComparison && since(this.#comparedAt) > timeouts.comparison) {
      compare();
    }
  };
}
