/**
 * Marks of the documents that this device has something of which the server has not confirmed, so
 * that it is found, and sent, without opening each database.
 *
 * Invariant: a mark is set in the turn of the change it stands for, which a killed tab cannot undo,
 * and taken off only by a replica that knows all of the document to be on the server. A mark too
 * many costs one look at the server; one too few is found when the databases are looked through.
 */
export const PREFIX = 'driftless.unsent ';

/** Where the browser gives no storage, for as long as the page lives. */
export const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();

/** Something of the document waits, since then at the latest, ms since 1970. */
export function markUnsent(name: string, at = Date.now()): void {
  try {
    if (localStorage.getItem(PREFIX + name) !== null) return;
    localStorage.setItem(PREFIX + name, String(at));
  } catch {
    if (inMemory.has(name)) return;
    inMemory.set(name, String(at));
  }
  tellUnsentMarks();
}

export function unmarkUnsent(name: string): void {
  inMemory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // No storage, and so no mark in it.
  }
  tellUnsentMarks();
}

export function hasUnsentMark(name: string): boolean {
  try {
    return localStorage.getItem(PREFIX + name) !== null || inMemory.has(name);
  } catch {
    return inMemory.has(name);
  }
}

/** Calls `listener` when marks were set or taken off, in whichever tab; returns how to stop it. */
export function onUnsentMarks(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key all of it was emptied.
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

/** Tells whoever sends that there may be something for them: a replica let go of what is unsent. */
export function tellUnsentMarks(): void {
  for (const listener of [...listeners]) listener();
}
