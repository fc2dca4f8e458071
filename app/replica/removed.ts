/**
 * What was taken off this device just now, for its other tabs: they do not write it down again.
 * `note-removed.ts` says it.
 *
 * Invariant: it is said before anything is removed, and forgotten after a minute, since the same
 * document may come back by a link.
 */
export const PREFIX = 'driftless.removed ';
const FOR_MS = 60_000;

export function wasRemoved(name: string): boolean {
  try {
    const at = localStorage.getItem(PREFIX + name);
    return at !== null && Math.abs(Date.now() - Number(at)) < FOR_MS;
  } catch {
    return false;
  }
}
