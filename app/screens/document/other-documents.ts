/**
 * The library, as the editor of one of its documents needs it: what else there is to link to.
 *
 * Invariant: no secret leaves the library this way; the documents in its trash are not offered.
 */
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import type { OtherDocuments } from '../../editor/documents/other-documents.ts';
import { t } from '../../i18n/i18n.ts';
import type { LibraryStore } from '../../library/library-store.ts';
import { Lazy } from '../../ui/lazy.tsx';
import { navigate } from '../../ui/navigation.tsx';

const finding = new Lazy(() => import('../../../shared/library/find-entries.ts'));

export function otherDocuments(store: LibraryStore, thisOne: DocId): OtherDocuments {
  return {
    search: (text) =>
      find(store.entries(), text)
        .filter(({ docId, trashedAt }) => docId !== thisOne && trashedAt === null)
        .map(({ docId, title, icon }) => ({ docId, icon, title: title.trim() || t().untitled })),
    titleOf: (wanted) => {
      const entry = store.entries().find(({ docId }) => docId === wanted);
      return entry?.title.trim() ? `${entry.icon} ${entry.title}`.trim() : null;
    },
    open: (docId) => navigate(documentPath(docId)),
    subscribe: store.subscribe,
  };
}

/** Found by what is loaded with the form that asks, after the text; nothing until then. */
function find(entries: readonly LibraryEntry[], text: string): readonly LibraryEntry[] {
  const part = finding.get();
  return part ? part.searchEntries(part.sortEntries(entries), text) : [];
}
