/**
 * What somebody typed, pasted or dropped and waits: keys for what they mean, a paste for what reads it.
 * It is in no document yet, and so nothing on the page may say that all is saved.
 */

const waiting = new Set<object>();
const listeners = new Set<() => void>();

export const waitingInput = {
  /** Whether anything waits, wherever on the page. */
  get: () => waiting.size > 0,

  /** Calls `listener` after each change; returns how to stop it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Says whether something waits, which is known by `what`. */
  set(what: object, waits: boolean): void {
    if (waits) waiting.add(what);
    else waiting.delete(what);
    for (const listener of [...listeners]) listener();
  },
};
