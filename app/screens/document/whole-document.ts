/**
 * What one may do with the document on the screen as a whole, from its bar, its menu or a notice:
 * loaded after the text.
 */
import type * as Y from 'yjs';
import {
  type LibraryEntry,
  moveToTrash,
  restoreFromTrash,
} from '../../../shared/library/library.ts';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { folderPath } from '../../library/folder-path.ts';
import type { Library } from '../../library/library-store.ts';
import type { Replica } from '../../replica/open-replica.ts';
import type { Sharing } from '../../sharing/sharing.ts';
import { navigate } from '../../ui/navigation.tsx';
import { download, openCopy, tellReading, tellSaved, tellTrashed } from './document-actions.ts';

/** What is on the screen. */
export interface WholeDocument {
  entry: LibraryEntry;
  library: Library;
  sharing: Sharing | null;
  doc: Y.Doc;
  attachments: DocumentAttachments | null;
  shownTitle: string;
}

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
}: WholeDocument): DocumentActions {
  const { docId } = entry;
  return {
    copy: () => openCopy(library.doc, doc, attachments),
    download: () => download(doc),
    trash: (said = tLazy().trashed(shownTitle)) => {
      moveToTrash(library.doc, docId, Date.now());
      navigate(folderPath(entry.folder));
      tellTrashed(said, library.doc, docId);
    },
    restore: () => restoreFromTrash(library.doc, docId),
    tellSaved: (replica) => tellSaved(replica, attachments),
    tellReading,
    unlock: async (password) => {
      const { unlock } = await import('./unlock.ts').catch(() => ({ unlock: null }));
      // What cannot be loaded cannot ask the server either.
      if (!unlock || !sharing) return t().tryOnline;
      return unlock({ library: library.doc, api: sharing.api, entry }, password);
    },
  };
}
