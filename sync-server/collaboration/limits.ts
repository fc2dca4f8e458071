/**
 * Counters that keep one client from holding what belongs to all.
 *
 * Invariant: a counter forgets whoever has stopped, so its memory follows the live connections.
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

/**
 * Connections that have not shown a secret yet, oldest first. Where there are too many, those go
 * that had the most time to show one: whoever just came with a good one is never among them.
 */
export class Unproven<T extends { readonly address: string }> {
  readonly #byAddress = new Map<string, Set<T>>();
  #count = 0;

  add(connection: T): void {
    let of = this.#byAddress.get(connection.address);
    if (of === undefined) {
      of = new Set();
      this.#byAddress.set(connection.address, of);
    }
    of.add(connection);
    this.#count += 1;
  }

  delete(connection: T): void {
    const of = this.#byAddress.get(connection.address);
    if (!of?.delete(connection)) return;
    this.#count -= 1;
    if (of.size === 0) this.#byAddress.delete(connection.address);
  }

  /** Takes out and returns those that are too many, of one address or of the one that has most. */
  beyond(address: string, mostOfOne: number, mostOfAll: number): T[] {
    const crowd = this.#byAddress.get(address);
    if (crowd !== undefined && crowd.size > mostOfOne) return this.#takeOldest(crowd);
    if (this.#count <= mostOfAll) return [];
    const largest = [...this.#byAddress.values()].reduce((a, b) => (b.size > a.size ? b : a));
    return this.#takeOldest(largest);
  }

  #takeOldest(crowd: ReadonlySet<T>): T[] {
    const [oldest] = crowd;
    if (oldest === undefined) return [];
    this.delete(oldest);
    return [oldest];
  }
}
