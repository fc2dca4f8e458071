/**
 * What is done to entries of the library now and then, apart from opening documents.
 *
 * Invariant: as in `library.ts`, whose registers these write.
 */
import type * as Y from 'yjs';
import type { DocId, FolderId } from '../access/ids.ts';
import { accessesOf, change, ENTRIES, set, writeAccess } from './library.ts';
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

/** Reads all secrets, and gives what writes them anew, as the library is sealed by then. */
export function rewriteSecrets(library: Y.Doc): () => void {
  const registers = registersOf(library, ENTRIES);
  const opened = registers.ids().map((docId) => ({
    docId,
    accesses: accessesOf(library, registers.about(docId)),
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
