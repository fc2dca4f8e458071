/**
 * What the switcher offers of the library: documents by title, then by text; without a query those
 * that were opened last.
 *
 * Invariant: neither the document that is open nor what lies in the trash is among them.
 */
import type { DocId } from '../../../shared/access/ids.ts';
import { isOnlyBegun } from '../../../shared/library/begun.ts';
import { searchEntries } from '../../../shared/library/find-entries.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';

/** As many as one sees at once beside the commands. */
export const MOST_RECENT = 6;
const MOST_FOUND = 8;

/** What the search found in a text: as `SearchResult` of the search says it. */
interface FoundText {
  docId: string;
  excerpt: { text: string; block: string } | null;
}

interface FoundDocument {
  entry: LibraryEntry;
  /** Where in the text it was found; null for a title. */
  excerpt: FoundText['excerpt'];
}

/** Those that may be gone to, the one used last first. */
export function reachable(
  entries: readonly LibraryEntry[],
  openNow: DocId | null,
): readonly LibraryEntry[] {
  const used = ({ lastOpened, added }: LibraryEntry) => lastOpened ?? added;
  return entries
    .filter((entry) => entry.docId !== openNow && entry.trashedAt === null && !isOnlyBegun(entry))
    .sort((a, b) => used(b) - used(a) || (a.docId < b.docId ? -1 : 1));
}

export function findDocuments(
  entries: readonly LibraryEntry[],
  query: string,
  inTexts: readonly FoundText[],
): FoundDocument[] {
  if (query.trim() === '') {
    return entries.slice(0, MOST_RECENT).map((entry) => ({ entry, excerpt: null }));
  }
  const titled = searchEntries(entries, query);
  const known = new Map<string, LibraryEntry>(entries.map((entry) => [entry.docId, entry]));
  for (const entry of titled) known.delete(entry.docId);
  return [
    ...titled.map((entry) => ({ entry, excerpt: null })),
    ...inTexts.flatMap(({ docId, excerpt }) => {
      const entry = known.get(docId);
      return entry ? [{ entry, excerpt }] : [];
    }),
  ].slice(0, MOST_FOUND);
}
