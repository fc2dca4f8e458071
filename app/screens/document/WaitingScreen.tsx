/**
 * What stands where the text will be, as long as none of it is on this device: why, and what can be
 * done. Text that is here is never covered by this.
 */
import type { ReactNode } from 'react';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { PasswordForm, type Unlock } from './PasswordForm.tsx';
import { PasteLink } from './PasteLink.tsx';
import { adviceFor } from './refusal-advice.ts';
import { UpdateButton } from './UpdateButton.tsx';
import type { PageStatus } from './use-document.ts';

export function WaitingScreen({
  status,
  isOwner,
  onStart,
  onRetry,
  onVisit,
  onUnlock,
}: {
  status: PageStatus;
  isOwner: boolean;
  /** The owner begins anew, because the text is nowhere to be had. */
  onStart: () => void;
  onRetry: () => void;
  onVisit: (docId: string, secret: string) => void;
  onUnlock: Unlock;
}): ReactNode {
  const toLibrary = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      All documents
    </Link>
  );
  const retry = <Button onClick={onRetry}>Try again</Button>;

  if (status.server === 'refused' && status.refusal) {
    const advice = adviceFor(status.refusal);
    if (advice?.actions.includes('password')) {
      return (
        <>
          <EmptyState heading="h1" title={refusedTitle(status.refusal)}>
            <p>{ERRORS[status.refusal].message}</p>
          </EmptyState>
          <PasswordForm onUnlock={onUnlock} />
          <PasteLink onVisit={onVisit} />
          <p>{toLibrary}</p>
        </>
      );
    }
    return (
      <>
        <EmptyState
          heading="h1"
          title={refusedTitle(status.refusal)}
          actions={
            <>
              {advice?.actions.includes('retry') ? retry : null}
              {advice?.actions.includes('reload') ? <UpdateButton /> : null}
              {toLibrary}
            </>
          }
        >
          <p>{ERRORS[status.refusal].message}</p>
        </EmptyState>
        <PasteLink onVisit={onVisit} />
      </>
    );
  }
  if (status.server === 'synced') {
    return (
      <EmptyState
        heading="h1"
        title="Nothing is here yet"
        actions={
          <>
            {isOwner ? <Button onClick={onStart}>Start with an empty page</Button> : null}
            {toLibrary}
          </>
        }
      >
        <p>
          {isOwner
            ? 'The server knows this document, but its text has not arrived from the device it was written on. It appears here as soon as that device is online.'
            : 'Its owner’s device has not sent the text yet. It appears here as soon as it does.'}
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h1"
      title="Waiting for the document"
      actions={
        <>
          {status.server === 'offline' ? retry : null}
          {toLibrary}
        </>
      }
    >
      <p>
        {status.server === 'offline'
          ? 'It has never been on this device, and the server cannot be reached now. It opens by itself once it can, and from then on also without a network.'
          : 'It is on its way to this device. From then on it opens without a network.'}
      </p>
    </EmptyState>
  );
}

function refusedTitle(code: NonNullable<PageStatus['refusal']>): string {
  switch (code) {
    case 'link_revoked':
      return 'This link was withdrawn';
    case 'link_expired':
      return 'This link has expired';
    case 'document_deleted':
      return 'This document was deleted';
    default:
      return adviceFor(code)?.title ?? 'Waiting for the document';
  }
}
