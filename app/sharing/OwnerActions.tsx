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
      <summary>As the owner</summary>
      <div className={styles.owner}>
        {handsOver ? (
          <>
            <Notice tone="warning" title="This link gives the document away">
              Whoever has it can do all that you can: read, write, make and revoke links, delete the
              document for everyone. It cannot be revoked.
            </Notice>
            <LinkAddress address={formatLink(location.origin, docId, secret)} />
          </>
        ) : (
          <Button onClick={() => setHandsOver(true)}>Show the owner’s link…</Button>
        )}
        <Button danger onClick={() => setDeleting(true)}>
          Delete for everyone…
        </Button>
      </div>
      <Dialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete “${title}” for everyone?`}
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
        setProblem('The server cannot be reached now, so nothing was deleted. Try again online.');
      } else if (error instanceof CatalogueError) setProblem(error.message);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        The server removes “{title}” with its history, its pictures and files and all links to it.
        This cannot be undone. Whoever has it on a device keeps that copy, read-only.
      </p>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <DialogActions>
        <Button variant="plain" onClick={onKeep}>
          Keep it
        </Button>
        <Button danger busy={busy} onClick={() => void confirm()}>
          Delete for everyone
        </Button>
      </DialogActions>
    </>
  );
}
