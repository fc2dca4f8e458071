/**
 * Counters that keep one client from holding what belongs to all.
 *
 * Invariant: a counter forgets whoever has stopped, so its memory follows the live connections.
 */

/** How many of something each key holds right now. */
export class HoldCounter {
  private readonly most: number;
  private readonly held = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  /** Takes one for `key` and returns how to give it back, or null if `key` has all it may have. */
  hold(key: string): (() => void) | null {
    const count = this.held.get(key) ?? 0;
    if (count >= this.most) return null;
    this.held.set(key, count + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const left = (this.held.get(key) ?? 1) - 1;
      if (left === 0) this.held.delete(key);
      else this.held.set(key, left);
    };
  }
}
