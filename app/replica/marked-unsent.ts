/**
 * Which documents are marked as having something unsent, for whoever sends it or shows it. Apart from
 * the marks themselves, which each document needs from the start.
 */
import { inMemory, PREFIX } from './unsent-marks.ts';

/** The documents that are marked, those that have waited longest first, and since when. */
export function unsentMarks(): Map<string, number> {
  const found = new Map<string, number>();
  const note = (name: string, at: string | null | undefined) => found.set(name, Number(at) || 0);
  for (const [name, at] of inMemory) note(name, at);
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) note(key.slice(PREFIX.length), localStorage.getItem(key));
    }
  } catch {
    // No storage, and so no mark in it.
  }
  return new Map([...found].sort((a, b) => a[1] - b[1]));
}
