/** What one may do with the document on the screen as a whole, from its bar, its menu or a notice. */
import type * as Y from 'yjs';
import {
  type LibraryEntry,
  moveToTrash,
  restoreFromTrash,
} from '../../../shared/library/library.ts';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { t } from '../../i18n/i18n.ts';
import { folderPath } from '../../library/folder-path.ts';
import type { Library } from '../../library/library-store.ts';
import type { Replica } from '../../replica/open-replica.ts';
import type { Sharing } from '../../sharing/sharing.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Lazy } from '../../ui/lazy.tsx';
import { navigate } from '../../ui/navigation.tsx';

const documentActions = new Lazy(() => import('./document-actions.ts'));
type DocumentPart = typeof import('./document-actions.ts');

export interface DocumentActions {
  copy: () => void;
  download: () => void;
  /** `said` is told when it is in the trash. */
  trash: (said?: string) => void;
  restore: () => void;
  tellSaved: (replica: Replica) => void;
  /** Whether one may only read from now on. */
  tellReading: (isReading: boolean) => void;
  /** Null when the password opened the document, or else why not, in a sentence. */
  unlock: (password: string) => Promise<string | null>;
}

export function documentActionsOf({
  entry,
  library,
  sharing,
  doc,
  attachments,
  shownTitle,
}: {
  entry: LibraryEntry;
  library: Library;
  sharing: Sharing | null;
  doc: Y.Doc;
  attachments: DocumentAttachments | null;
  shownTitle: string;
}): DocumentActions {
  const { docId } = entry;
  const withPart = (work: (part: DocumentPart) => void) => {
    documentActions.load().then(
      () => work(documentActions.get()!),
      () => announce(t().tryOnline),
    );
  };
  return {
    copy: () => withPart(({ openCopy }) => openCopy(library.doc, doc, attachments)),
    download: () => withPart((part) => part.download(doc)),
    trash: (said = t().trashed(shownTitle)) => {
      moveToTrash(library.doc, docId, Date.now());
      navigate(folderPath(entry.folder));
      documentActions.load().then(
        () => documentActions.get()!.tellTrashed(said, library.doc, docId),
        () => announce(said),
      );
    },
    restore: () => restoreFromTrash(library.doc, docId),
    tellSaved: (replica) => withPart((part) => part.tellSaved(replica, attachments)),
    tellReading: (isReading) => withPart((part) => part.tellReading(isReading)),
    unlock: async (password) => {
      const { unlock } = await import('./unlock.ts').catch(() => ({ unlock: null }));
      // What cannot be loaded cannot ask the server either.
      if (!unlock || !sharing) return t().tryOnline;
      return unlock({ library: library.doc, api: sharing.api, entry }, password);
    },
  };
}
