/**
 * Connections that have not shown a secret yet, oldest first.
 *
 * Invariant: where there are too many, those go that had the most time to show one: whoever just came
 * with a good one is never among them.
 */
import { NETWORKS_AT_ONCE, siteOf } from '../access/rates.ts';

export class Unproven<T extends { readonly address: string }> {
  /** By address, and by the network it is in where somebody may have all of that. */
  readonly #crowds = new Map<string, Set<T>>();
  #count = 0;

  add(connection: T): void {
    for (const key of keysOf(connection.address)) {
      const crowd = this.#crowds.get(key);
      if (crowd === undefined) this.#crowds.set(key, new Set([connection]));
      else crowd.add(connection);
    }
    this.#count += 1;
  }

  delete(connection: T): void {
    if (!this.#crowds.get(connection.address)?.has(connection)) return;
    this.#count -= 1;
    for (const key of keysOf(connection.address)) {
      const crowd = this.#crowds.get(key);
      crowd?.delete(connection);
      if (crowd?.size === 0) this.#crowds.delete(key);
    }
  }

  /** Takes out and returns those that are too many, of one address or of whoever has most. */
  beyond(address: string, mostOfOne: number, mostOfAll: number): T[] {
    for (const key of keysOf(address)) {
      const crowd = this.#crowds.get(key);
      const most = key === address ? mostOfOne : mostOfOne * NETWORKS_AT_ONCE;
      if (crowd !== undefined && crowd.size > most) return this.#takeOldest(crowd);
    }
    if (this.#count <= mostOfAll) return [];
    const largest = [...this.#crowds.values()].reduce((a, b) => (b.size > a.size ? b : a));
    return this.#takeOldest(largest);
  }

  #takeOldest(crowd: ReadonlySet<T>): T[] {
    const [oldest] = crowd;
    if (oldest === undefined) return [];
    this.delete(oldest);
    return [oldest];
  }
}

function keysOf(address: string): string[] {
  const site = siteOf(address);
  return site === null ? [address] : [address, site];
}
