/**
 * What only an owner does, and seldom: to look at what was done to access, to hand the document over,
 * and to delete it for everyone.
 *
 * Invariant: neither happens at one press. The owner's link is not on the screen before it was asked
 * for, and a deletion names the document.
 */
import { type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { formatLink } from '../../shared/access/link-addresses.ts';
import { recordDeletedForAll } from '../../shared/library/deleted-for-all.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AccessLog } from './AccessLog.tsx';
import { LinkAddress } from './LinkAddress.tsx';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';

interface OwnerActionsProps {
  docId: DocId;
  secret: Secret;
  doc: Y.Doc;
  title: string;
  library: Y.Doc;
  api: ServerApi;
  onDeleted: () => void;
}

export function OwnerActions({
  docId,
  secret,
  doc,
  title,
  library,
  api,
  onDeleted,
}: OwnerActionsProps): ReactNode {
  const deleteForAll = async () => {
    await api.deleteDocument(docId, secret);
    recordDeletedForAll(library, { docId, secret, now: Date.now() });
  };
  const [handsOver, setHandsOver] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <details className={styles.more}>
      <summary>{tLazy().sharing.asOwner}</summary>
      <div className={styles.owner}>
        <AccessLog docId={docId} secret={secret} doc={doc} api={api} />
        {handsOver ? (
          <>
            <Notice tone="warning" title={tLazy().sharing.givesAway}>
              {tLazy().sharing.givesAwayHint}
            </Notice>
            <LinkAddress address={formatLink(location.origin, docId, secret)} />
          </>
        ) : (
          <Button onClick={() => setHandsOver(true)}>{tLazy().sharing.showOwnerLink}</Button>
        )}
        <Button danger onClick={() => setDeleting(true)}>
          {tLazy().sharing.deleteForAllDots}
        </Button>
      </div>
      <Dialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={tLazy().sharing.deleteForAllTitle(title)}
        small
      >
        <ConfirmDeletion
          title={title}
          remove={deleteForAll}
          onKeep={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      </Dialog>
    </details>
  );
}

function ConfirmDeletion({
  title,
  remove,
  onKeep,
  onDeleted,
}: {
  title: string;
  remove: () => Promise<unknown>;
  onKeep: () => void;
  onDeleted: () => void;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await remove();
      onDeleted();
    } catch (error) {
      if (error instanceof Unreachable) {
        setProblem(tLazy().sharing.nothingDeleted);
      } else if (error instanceof CatalogueError) setProblem(tLazy().error(error.code));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{tLazy().sharing.deleteForAllHint(title)}</p>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <DialogActions>
        <Button variant="plain" onClick={onKeep}>
          {tLazy().library.keepIt}
        </Button>
        <Button danger busy={busy} onClick={() => void confirm()}>
          {tLazy().sharing.deleteForAll}
        </Button>
      </DialogActions>
    </>
  );
}
