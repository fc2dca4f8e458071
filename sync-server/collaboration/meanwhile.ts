/**
 * Changes that are stored while somebody is let in: what they were told by the store, before that, is
 * stale, and they have to be told of the change as well. Such as a link that is revoked just then.
 *
 * Invariant: whoever was on their way in when a change was noted finds it here. It is let go when the
 * last of them is through: whoever comes later is told by the store itself.
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
