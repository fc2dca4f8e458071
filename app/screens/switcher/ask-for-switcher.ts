/**
 * Asking for the switcher by a press: a phone has no key for it.
 *
 * Invariant: it opens over whatever screen is shown, as by its key.
 */
const listeners = new Set<() => void>();

export function askForSwitcher(): void {
  for (const listener of listeners) listener();
}

export function onAskedByPress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
