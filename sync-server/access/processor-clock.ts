/**
 * How long a piece of work had the processor: waiting for it, beside other programs, or for a disk is
 * no cost of whoever asked.
 *
 * Invariant: it is never less than it had. Of short work it is the time that passed, and of longer
 * work no more than what this thread had the processor since a moment before it began: to ask for
 * that is a call to the kernel, and asked twice for each key it was a tenth of all that a busy server
 * did.
 */

/** Work that took no longer is counted as that, whether or not it had the processor all the time. */
const SHORT_MS = 1;
/** What the thread had until work began is known from so long before at the most. */
const RECENT_MS = 5;

export interface Beginning {
  /** By the steady clock. */
  readonly at: number;
  /** Milliseconds that the thread had had the processor a moment before, or just then. */
  readonly worked: number;
}

export class ProcessorClock {
  /** Milliseconds of a steady clock. */
  readonly now: () => number;
  readonly #worked: () => number;
  #askedAt = Number.NEGATIVE_INFINITY;
  #workedUntilThen = 0;

  /** `worked`: milliseconds, of those that pass, in which this thread had the processor. */
  constructor(now: () => number = () => performance.now(), worked = processorMs) {
    this.now = now;
    this.#worked = worked;
  }

  /** The beginning of work, for `since`. */
  start(): Beginning {
    const at = this.now();
    if (at - this.#askedAt > RECENT_MS) this.#ask(at);
    return { at, worked: this.#workedUntilThen };
  }

  /** Milliseconds that what began then has had. */
  since({ at, worked }: Beginning): number {
    const now = this.now();
    const passed = now - at;
    if (passed <= SHORT_MS) return passed;
    this.#ask(now);
    return Math.min(passed, this.#workedUntilThen - worked);
  }

  #ask(now: number): void {
    this.#askedAt = now;
    this.#workedUntilThen = this.#worked();
  }
}

/** Milliseconds that this thread has had the processor. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
