/**
 * Whether this machine's clock goes on evenly: it is held against one that nobody can set.
 *
 * Invariant: a leap is noticed at the latest with the next look after it, and told of for an hour.
 */
import type { Log } from './log.ts';

const LOOK_EVERY_MS = 10_000;
/** Less is what time servers set right by themselves. */
const LEAST_LEAP_MS = 60_000;
const TELL_FOR_MS = 60 * 60_000;

interface Clocks {
  /** The clock that may be set. */
  now: () => number;
  /** The one that may not. */
  steady: () => number;
}

const REAL: Clocks = { now: () => Date.now(), steady: () => performance.now() };

export class SteadyClock {
  readonly #log: Log;
  readonly #clocks: Clocks;
  readonly #timer: NodeJS.Timeout;
  #apart: number;
  #lastLeap: { ms: number; at: number } | null = null;

  constructor(log: Log, clocks: Clocks = REAL) {
    this.#log = log;
    this.#clocks = clocks;
    this.#apart = clocks.now() - clocks.steady();
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  look(): void {
    const apart = this.#clocks.now() - this.#clocks.steady();
    const ms = apart - this.#apart;
    this.#apart = apart;
    if (Math.abs(ms) < LEAST_LEAP_MS) return;
    this.#lastLeap = { ms, at: this.#clocks.steady() };
    this.#log.warn('the clock of this machine leapt', { ms });
  }

  /** What is wrong and what to do, or null. */
  get trouble(): string | null {
    this.look();
    if (this.#lastLeap === null) return null;
    const { ms, at } = this.#lastLeap;
    if (this.#clocks.steady() - at > TELL_FOR_MS) return null;
    const way = ms > 0 ? 'forward' : 'back';
    return `The clock of this machine leapt ${way} by ${spoken(ms)}: links expire, and times are shown, by it. Have it set by a time server (NTP).`;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** A span of time in words, such as "3 hours". */
export function spoken(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
