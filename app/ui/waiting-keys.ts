/**
 * Where keys wait for what they mean: what is typed behind them is in no document yet, and so nothing
 * on the page may say that all is saved.
 */

const waiting = new Set<object>();
const listeners = new Set<() => void>();

export const waitingKeys = {
  /** Whether any wait, wherever on the page. */
  get: () => waiting.size > 0,

  /** Calls `listener` after each change; returns how to stop it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Says whether keys wait in one place, which is known by `where`. */
  set(where: object, wait: boolean): void {
    if (wait) waiting.add(where);
    else waiting.delete(where);
    for (const listener of [...listeners]) listener();
  },
};
