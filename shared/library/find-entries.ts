/** Entries of the library in order, and found by title. */
import type { LibraryEntry } from './library.ts';

/** Pinned first, then what was used last. */
export function sortEntries(entries: readonly LibraryEntry[]): LibraryEntry[] {
  const used = (entry: LibraryEntry) => entry.lastOpened ?? entry.added;
  return [...entries].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      used(b) - used(a) ||
      (a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : 0),
  );
}

/** The entries whose title holds every word of the query, whatever the case and accents. */
export function searchEntries(entries: readonly LibraryEntry[], query: string): LibraryEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const title = fold(entry.title);
    return words.every((word) => title.includes(word));
  });
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
