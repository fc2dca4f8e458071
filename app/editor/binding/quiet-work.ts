/**
 * Work that can wait: done in quiet moments, slice by slice, and begun again where it was overtaken.
 *
 * Invariant: no slice begins where the page is about to draw or to answer a key, and over time the
 * work takes no more than a small share of the page's.
 */

/** Each slice of the work ends with a `yield`; it returns false if it has to begin again. */
export type Work = () => Generator<undefined, boolean>;

/** The work rests so many times as long as it took. */
const REST = 50;
/** What has to be left of a quiet moment for one more slice, ms. */
const SLICE_MS = 4;

export class QuietWork {
  readonly #work: Work;
  #running: Generator<undefined, boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #idle: number | null = null;
  #spent = 0;
  #notBefore = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Has the work done once more; at once nothing happens. */
  soon(): void {
    if (this.#running || this.#timer !== null || typeof requestIdleCallback === 'undefined') return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#work();
      this.#spent = 0;
      this.#goOn();
    }, this.#notBefore - performance.now());
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#idle !== null) cancelIdleCallback(this.#idle);
    this.#timer = null;
    this.#idle = null;
    this.#running = null;
  }

  #goOn(): void {
    this.#idle = requestIdleCallback((deadline) => {
      this.#idle = null;
      const started = performance.now();
      let step: IteratorResult<undefined, boolean>;
      do step = this.#running!.next();
      while (!step.done && deadline.timeRemaining() > SLICE_MS);
      const now = performance.now();
      this.#spent += now - started;
      if (!step.done) {
        this.#goOn();
        return;
      }
      this.#running = null;
      this.#notBefore = now + REST * this.#spent;
      if (!step.value) this.soon();
    });
  }
}
