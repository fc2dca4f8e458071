/**
 * What only an owner does, and seldom: to hand the document over, and to delete it for everyone.
 *
 * Invariant: neither happens at one press. The owner's link is not on the screen before it was asked
 * for, and a deletion names the document.
 */
import { type ReactNode, useState } from 'react';
import { formatLink } from '../../shared/access/addresses.ts';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { tLate } from '../words/late.ts';
import { LinkAddress } from './LinkAddress.tsx';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';

interface OwnerActionsProps {
  docId: DocId;
  secret: Secret;
  title: string;
  api: ServerApi;
  onDeleted: () => void;
}

export function OwnerActions({
  docId,
  secret,
  title,
  api,
  onDeleted,
}: OwnerActionsProps): ReactNode {
  const [handsOver, setHandsOver] = useState(false);
  const [deleting, setDeleting] = useState(false);
  return (
    <details className={styles.more}>
      <summary>{tLate().sharing.asOwner}</summary>
      <div className={styles.owner}>
        {handsOver ? (
          <>
            <Notice tone="warning" title={tLate().sharing.givesAway}>
              {tLate().sharing.givesAwayHint}
            </Notice>
            <LinkAddress address={formatLink(location.origin, docId, secret)} />
          </>
        ) : (
          <Button onClick={() => setHandsOver(true)}>{tLate().sharing.showOwnerLink}</Button>
        )}
        <Button danger onClick={() => setDeleting(true)}>
          {tLate().sharing.deleteForAllDots}
        </Button>
      </div>
      <Dialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={tLate().sharing.deleteForAllTitle(title)}
        small
      >
        <ConfirmDeletion
          title={title}
          remove={() => api.deleteDocument(docId, secret)}
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
        setProblem(tLate().sharing.nothingDeleted);
      } else if (error instanceof CatalogueError) setProblem(tLate().error(error.code));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{tLate().sharing.deleteForAllHint(title)}</p>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <DialogActions>
        <Button variant="plain" onClick={onKeep}>
          {tLate().library.keepIt}
        </Button>
        <Button danger busy={busy} onClick={() => void confirm()}>
          {tLate().sharing.deleteForAll}
        </Button>
      </DialogActions>
    </>
  );
}
