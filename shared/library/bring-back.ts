/**
 * An entry that one device of a person forgot while another one used it.
 *
 * Invariant: what is brought back adds to what is there, and takes the place of nothing.
 */
import type * as Y from 'yjs';
import { addEntry, ENTRIES, type LibraryEntry, recordRole } from './library.ts';
import { registersOf } from './registers.ts';

/**
 * Whether what was known of an entry is there: all of it goes where one device forgets the entry.
 * Where another one used it meanwhile, what that one wrote stays, and its secrets if they win.
 */
export function isWhole(library: Y.Doc, { docId, added }: LibraryEntry): boolean {
  return added === 0 || registersOf(library, ENTRIES).get(docId, 'added') !== undefined;
}

/** Writes again what was known of an entry before it was forgotten, but for what is known of it now. */
export function bringBack(library: Y.Doc, before: LibraryEntry): void {
  const { docId, secret, role, added, trashedAt: _, refused: __, ...facts } = before;
  library.transact(() => {
    const registers = registersOf(library, ENTRIES);
    const known = registers.about(docId);
    addEntry(library, { docId, secret, now: added });
    if (role && role !== 'owner') recordRole(library, docId, secret, role);
    for (const [field, value] of Object.entries(facts)) {
      const isSaid = value !== null && value !== false && value !== '';
      if (isSaid && !known.has(field)) registers.set(docId, field, value);
    }
  }, ENTRIES);
}
