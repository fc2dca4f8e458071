/**
 * Documents that were begun and that nobody wrote in: lists do without them.
 *
 * Invariant: nothing is deleted for it. A document was only begun until any device says otherwise,
 * once and for good, so no device can be wrong about another one's words.
 */
import * as Y from 'yjs';
import type { DocId } from '../access/ids.ts';
import { createDocument } from '../document/create.ts';
import { ROOT } from '../document/schema.ts';
import { change, type LibraryEntry, readEntry, set } from './library.ts';

export function isOnlyBegun({ blank, title, pinned, template }: LibraryEntry): boolean {
  return blank && title === '' && !pinned && !template;
}

/** There is something in the document, or somebody else may open it. */
export function recordWritten(library: Y.Doc, docId: DocId): void {
  if (!readEntry(library, docId)?.blank) return;
  change(library, docId, () => set(library, docId, 'blank', false));
}

/** Whether nothing was ever written in a document but what it began with: not even what is gone. */
export function isUntouched(doc: Y.Doc): boolean {
  const begun = new Y.Doc();
  createDocument(begun);
  const untouched = changesIn(doc) <= changesIn(begun);
  begun.destroy();
  return untouched;
}

/** But for who is said to write there, which is said of an empty document, too. */
function changesIn(doc: Y.Doc): number {
  const claims: unknown = doc.getMap(ROOT.claims);
  let changes = 0;
  for (const structs of doc.store.clients.values())
    for (const struct of structs)
      if (!(struct instanceof Y.Item) || struct.parent !== claims) changes += struct.length;
  return changes;
}
