/** The trash: what can be taken back, and what can be taken off this device for good. */

import { type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { type LibraryEntry, restoreFromTrash } from '../../shared/library/library.ts';
import { StorageError } from '../replica/local-store.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TrashIcon } from '../ui/icons.ts';
import { LongList } from '../ui/LongList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatWhen } from '../ui/time.ts';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import styles from './DocumentList.module.css';
import { docIdOfEntry } from './DocumentList.tsx';
import { removeFromDevice } from './documents.ts';

export function TrashList({
  entries,
  library,
  removeFiles,
}: {
  entries: readonly LibraryEntry[];
  library: Y.Doc;
  /** Takes the pictures and files of a document off this device. */
  removeFiles: (docId: DocId) => Promise<void>;
}): ReactNode {
  const [deleting, setDeleting] = useState<LibraryEntry | null>(null);
  return (
    <>
      <LongList
        label={tLate().library.trash}
        className={styles.list}
        items={entries}
        keyOf={docIdOfEntry}
        row={(entry, place) => (
          <li {...place} className={styles.row}>
            <TrashIcon aria-hidden="true" className={styles.mark} />
            <div className={styles.words}>
              <p className={cx(styles.title, entry.title.trim() === '' && styles.untitled)}>
                {nameOf(entry)}
              </p>
              <p className={styles.facts}>
                {tLate().library.trashedSince(formatWhen(entry.trashedAt ?? 0, Date.now()))}
              </p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="plain"
                onClick={() => {
                  restoreFromTrash(library, entry.docId);
                  announce(tLate().library.isBack(nameOf(entry)));
                }}
              >
                {tLate().common.restore}
              </Button>
              <Button variant="plain" danger onClick={() => setDeleting(entry)}>
                {tLate().library.deleteDots}
              </Button>
            </div>
          </li>
        )}
      />
      <Dialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={tLate().library.deleteTitle}
        small
      >
        {deleting ? (
          <ConfirmDelete
            entry={deleting}
            library={library}
            removeFiles={removeFiles}
            onClose={() => setDeleting(null)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function ConfirmDelete({
  entry,
  library,
  removeFiles,
  onClose,
}: {
  entry: LibraryEntry;
  library: Y.Doc;
  removeFiles: (docId: DocId) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await removeFiles(entry.docId);
      await removeFromDevice(library, entry);
      announce(tLate().library.deleted(nameOf(entry)));
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(
        error instanceof StorageError
          ? tLate().deviceProblems[error.reason]
          : error instanceof Error
            ? error.message
            : String(error),
      );
    }
  };
  return (
    <>
      <p>
        {tLate().library.deleteHint(nameOf(entry))}{' '}
        {entry.role === 'owner' ? tLate().library.ownerHint : tLate().library.guestHint}
      </p>
      {problem ? (
        <Notice tone="danger" title={tLate().library.notDeleted}>
          {problem}
        </Notice>
      ) : null}
      <DialogActions>
        <Button variant="plain" onClick={onClose}>
          {tLate().library.keepIt}
        </Button>
        <Button danger busy={busy} onClick={() => void remove()}>
          {tLate().library.deleteHere}
        </Button>
      </DialogActions>
    </>
  );
}

function nameOf(entry: LibraryEntry): string {
  return entry.title.trim() || t().untitled;
}
