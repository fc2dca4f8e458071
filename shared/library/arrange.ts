/**
 * What is done to entries of the library now and then, apart from opening documents.
 *
 * Invariant: as in `library.ts`, whose registers these write.
 */
import type * as Y from 'yjs';
import type { DocId, FolderId, Secret } from '../access/ids.ts';
import { clip } from '../document/text.ts';
import {
  AHEAD_MS,
  accessesOf,
  change,
  documentsOf,
  ENTRIES,
  readEntry,
  set,
  writeAccess,
} from './library.ts';
import { registersOf } from './registers.ts';

export function setPinned(library: Y.Doc, docId: DocId, pinned: boolean): void {
  change(library, docId, () => set(library, docId, 'pinned', pinned));
}

/** Puts a document into a folder, or with null at the top. */
export function moveToFolder(library: Y.Doc, docId: DocId, folder: FolderId | null): void {
  change(library, docId, () => set(library, docId, 'folder', folder));
}

export function setTemplate(library: Y.Doc, docId: DocId, template: boolean): void {
  change(library, docId, () => set(library, docId, 'template', template));
}

/**
 * Somebody was seen to write in it now. What was seen later elsewhere, by a clock that may be right, counts.
 */
export function recordEdited(
  library: Y.Doc,
  docId: DocId,
  { at, by }: { at: number; by: string },
): void {
  const kept = readEntry(library, docId);
  if (!kept) return;
  const before = kept.edited?.at ?? -1;
  if (before >= at && before <= at + AHEAD_MS) return;
  change(library, docId, () => set(library, docId, 'edited', { at, by: clip(by) }));
}

/** Which document of an archive this one was brought from, by the id it had. */
const BROUGHT_FROM = 'broughtFrom';

export function noteBroughtFrom(library: Y.Doc, docId: DocId, from: string): void {
  change(library, docId, () => registersOf(library, ENTRIES).set(docId, BROUGHT_FROM, from));
}

/** The ids that documents of this library had in the archives they were brought from, by those they have. */
export function broughtFrom(library: Y.Doc): Map<DocId, string> {
  const registers = registersOf(library, ENTRIES);
  const brought = new Map<DocId, string>();
  for (const docId of documentsOf(library)) {
    const from = registers.about(docId).get(BROUGHT_FROM);
    if (typeof from === 'string') brought.set(docId, from);
  }
  return brought;
}

/**
 * A secret that opened the document is not known to the server any more. It may have been made of a
 * link and its password, which is another now: those that never opened it by themselves, as such a
 * link, are asked about once more.
 */
export function askOthersAgain(library: Y.Doc, docId: DocId, refused: Secret): void {
  const accesses = accessesOf(library, registersOf(library, ENTRIES).about(docId));
  if (accesses.find(({ secret }) => secret === refused)?.role == null) return;
  library.transact(() => {
    for (const access of accesses) {
      if (access.role === null && access.refused)
        writeAccess(library, docId, { ...access, refused: false });
    }
  }, ENTRIES);
}

/** The link has a password by now: whatever it opened before, it opens nothing by itself. */
export function recordLocked(library: Y.Doc, docId: DocId, secret: Secret): void {
  const accesses = accessesOf(library, registersOf(library, ENTRIES).about(docId));
  const access = accesses.find((each) => each.secret === secret);
  if (access) writeAccess(library, docId, { ...access, role: null, refused: true });
}

/** Reads all secrets, and gives what writes them anew, as the library is sealed by then. */
export function rewriteSecrets(library: Y.Doc): () => void {
  const registers = registersOf(library, ENTRIES);
  const opened = registers.ids().map((id) => ({
    // Whatever stands there: a secret that is left open is nobody's wish.
    docId: id as DocId,
    accesses: accessesOf(library, registers.about(id)),
  }));
  return () => {
    for (const { docId, accesses } of opened) {
      for (const access of accesses) writeAccess(library, docId, access);
    }
  };
}

/** Removes the entry with its secrets. The caller has asked the person: nobody can undo this. */
export function forget(library: Y.Doc, docId: DocId): void {
  library.transact(() => registersOf(library, ENTRIES).clear(docId), ENTRIES);
}
