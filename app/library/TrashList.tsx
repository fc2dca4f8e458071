/**
 * The trash: what can be taken back, and what can be taken off this device, or all of a person's.
 *
 * Invariant: before anything goes it is said from where, what of it nobody else has, and how its last
 * key can be kept.
 */

import { type ReactNode, useEffect, useState } from 'react';
import type { DocId } from '../../shared/access/ids.ts';
import { formatLink } from '../../shared/access/link-addresses.ts';
import { type LibraryEntry, restoreFromTrash } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { cx } from '../ui/cx.ts';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TrashIcon } from '../ui/icons.ts';
import { LongList } from '../ui/LongList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { formatWhen } from '../ui/time.ts';
import styles from './DocumentList.module.css';
import { docIdOfEntry } from './DocumentList.tsx';
import { removeDocument, unsentOf, wordsOf } from './documents.ts';
import type { Library } from './library-store.ts';

/** The pictures and files of a document. */
interface Files {
  /** Takes them off this device. */
  removeFiles: (docId: DocId) => Promise<void>;
  /** How many are on this device only. */
  waitingFiles: (docId: DocId) => Promise<number>;
}

export function TrashList({
  entries,
  library,
  removeFiles,
  waitingFiles,
}: {
  entries: readonly LibraryEntry[];
  library: Library;
} & Files): ReactNode {
  const [deleting, setDeleting] = useState<LibraryEntry | null>(null);
  return (
    <>
      <LongList
        label={tLazy().library.trash}
        className={styles.list}
        items={entries}
        keyOf={docIdOfEntry}
        row={(entry, place) => (
          <li {...place} className={styles.row}>
            <TrashIcon aria-hidden="true" className={styles.mark} />
            <div className={styles.words}>
              <p className={cx(styles.title, entry.title.trim() === '' && styles.untitled)}>
                <bdi>{nameOf(entry)}</bdi>
              </p>
              <p className={styles.facts}>
                {tLazy().library.trashedSince(formatWhen(entry.trashedAt ?? 0, Date.now()))}
              </p>
            </div>
            <div className={styles.actions}>
              <Button
                variant="plain"
                onClick={() => {
                  restoreFromTrash(library.doc, entry.docId);
                  announce(tLazy().library.isBack(nameOf(entry)));
                }}
              >
                {tLazy().common.restore}
              </Button>
              <Button variant="plain" danger onClick={() => setDeleting(entry)}>
                {tLazy().library.deleteDots}
              </Button>
            </div>
          </li>
        )}
      />
      <Dialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={library.link ? tLazy().deleting.title : tLazy().library.deleteTitle}
        small
      >
        {deleting ? (
          <ConfirmDelete
            entry={deleting}
            library={library}
            removeFiles={removeFiles}
            waitingFiles={waitingFiles}
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
  waitingFiles,
  onClose,
}: {
  entry: LibraryEntry;
  library: Library;
  onClose: () => void;
} & Files): ReactNode {
  const [busy, setBusy] = useState<'here' | 'everywhere' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    Promise.all([unsentOf(entry.docId), waitingFiles(entry.docId)]).then(
      ([changes, files]) => setUnsent(changes + files),
      (error: unknown) => console.error('What is unsent could not be counted.', error),
    );
  }, [entry.docId, waitingFiles]);
  const isLinked = library.link !== null;
  const remove = async (from: 'here' | 'everywhere') => {
    setBusy(from);
    setProblem(null);
    try {
      await removeDocument(library, entry, from, removeFiles);
      announce(
        from === 'everywhere' && isLinked
          ? tLazy().deleting.deletedEverywhere(nameOf(entry))
          : tLazy().library.deleted(nameOf(entry)),
      );
      onClose();
    } catch (error) {
      setBusy(null);
      setProblem(wordsOf(error));
    }
  };
  const copyLink = async () => {
    const address = formatLink(location.origin, entry.docId, entry.secret);
    const isCopied = await copyText(address);
    announce(isCopied ? tLazy().deleting.linkCopied : t().linkNotCopied(address));
  };
  return (
    <>
      <p>
        {isLinked
          ? tLazy().deleting.linkedHint(nameOf(entry))
          : `${tLazy().library.deleteHint(nameOf(entry))} ${
              entry.role === 'owner' ? tLazy().library.ownerHint : tLazy().library.guestHint
            }`}
      </p>
      {unsent > 0 ? (
        <Notice tone="warning" title={tLazy().deleting.unsent(unsent)}>
          {tLazy().deleting.unsentHint}
        </Notice>
      ) : null}
      <p>{tLazy().deleting.lastKeyHint}</p>
      <Button onClick={() => void copyLink()}>{tLazy().deleting.copyLink}</Button>
      {problem ? (
        <Notice tone="danger" title={tLazy().library.notDeleted}>
          {problem}
        </Notice>
      ) : null}
      <DialogActions>
        <Button variant="plain" onClick={onClose}>
          {tLazy().library.keepIt}
        </Button>
        {isLinked ? (
          <Button danger busy={busy === 'everywhere'} onClick={() => void remove('everywhere')}>
            {tLazy().deleting.deleteEverywhere}
          </Button>
        ) : null}
        <Button danger busy={busy === 'here'} onClick={() => void remove('here')}>
          {tLazy().library.deleteHere}
        </Button>
      </DialogActions>
    </>
  );
}

function nameOf(entry: LibraryEntry): string {
  return entry.title.trim() || t().untitled;
}
