/**
 * The library, as the editor of one of its documents needs it: what else there is to link to.
 *
 * Invariant: no secret leaves the library this way; the documents in its trash are not offered.
 */
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { searchEntries, sortEntries } from '../../../shared/library/library.ts';
import type { OtherDocuments } from '../../editor/documents/other-documents.ts';
import type { LibraryStore } from '../../library/library-store.ts';
import { UNTITLED } from '../../library/untitled.ts';
import { navigate } from '../../ui/navigation.tsx';

export function otherDocuments(store: LibraryStore, thisOne: DocId): OtherDocuments {
  return {
    search: (text) =>
      searchEntries(sortEntries(store.entries()), text)
        .filter(({ docId, trashedAt }) => docId !== thisOne && trashedAt === null)
        .map(({ docId, title }) => ({ docId, title: title.trim() || UNTITLED })),
    titleOf: (wanted) =>
      store
        .entries()
        .find(({ docId }) => docId === wanted)
        ?.title.trim() || null,
    open: (docId) => navigate(documentPath(docId)),
    subscribe: store.subscribe,
  };
}
