/**
 * What was changed while somebody was being let in, who was told by the store how it was before.
 *
 * Invariant: a change is known to everybody who came before it, and forgotten when they are through:
 * whoever comes later is told by the store.
 */
export class Meanwhile<T> {
  /** How many changes there were when each of them came; the first one came first. */
  readonly #visits = new Map<object, number>();
  readonly #changes = new Map<string, { number: number; change: T }>();
  #count = 0;

  /** Lets somebody in, or does for them what they came for. */
  async during<R>(visit: () => Promise<R>): Promise<R> {
    const key = {};
    this.#visits.set(key, this.#count);
    try {
      return await visit();
    } finally {
      this.#visits.delete(key);
      this.#forget();
    }
  }

  /** Call it when the change is stored. */
  note(key: string, change: T): void {
    if (this.#visits.size === 0) return;
    this.#count += 1;
    // To the end: they are forgotten from the beginning.
    this.#changes.delete(key);
    this.#changes.set(key, { number: this.#count, change });
  }

  /** The last change of this, if somebody is still here who may not have been told. */
  of(key: string): T | undefined {
    return this.#changes.get(key)?.change;
  }

  get size(): number {
    return this.#changes.size;
  }

  #forget(): void {
    const [since = Number.POSITIVE_INFINITY] = this.#visits.values();
    for (const [key, { number }] of this.#changes) {
      if (number > since) return;
      this.#changes.delete(key);
    }
  }
}
