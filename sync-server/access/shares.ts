/**
 * What keeps one client from holding what belongs to all.
 *
 * Invariant: whoever has stopped is forgotten, so its memory follows what is held.
 */

/**
 * Shares of something there is only so much of. A key may hold as many as are still free: alone it
 * may have half of all, and whoever comes next always finds some.
 */
export class ShareCounter {
  readonly #held = new Map<string, number>();

  /** Takes one for `key`; false if it holds more than are free, and then nothing is taken. */
  take(key: string, free: number): boolean {
    const count = this.#held.get(key) ?? 0;
    if (count > free) return false;
    this.#held.set(key, count + 1);
    return true;
  }

  giveBack(key: string): void {
    const left = (this.#held.get(key) ?? 1) - 1;
    if (left === 0) this.#held.delete(key);
    else this.#held.set(key, left);
  }
}
