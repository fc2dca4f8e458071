/**
 * What stands where the text will be, as long as none of it is on this device: why, and what can be
 * done. Text that is here is never covered by this.
 */
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
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
      {t().allDocuments}
    </Link>
  );
  const retry = <Button onClick={onRetry}>{tLate().common.tryAgain}</Button>;

  if (status.server === 'refused' && status.refusal) {
    const advice = adviceFor(status.refusal);
    if (advice?.actions.includes('password')) {
      return (
        <>
          <EmptyState heading="h1" title={refusedTitle(status.refusal)}>
            <p>{tLate().error(status.refusal)}</p>
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
          <p>{tLate().error(status.refusal)}</p>
        </EmptyState>
        <PasteLink onVisit={onVisit} />
      </>
    );
  }
  if (status.server === 'synced') {
    return (
      <EmptyState
        heading="h1"
        title={tLate().waiting.nothingYet}
        actions={
          <>
            {isOwner ? <Button onClick={onStart}>{tLate().waiting.startEmpty}</Button> : null}
            {toLibrary}
          </>
        }
      >
        <p>{isOwner ? tLate().waiting.ownText : tLate().waiting.othersText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h1"
      title={tLate().waiting.waiting}
      actions={
        <>
          {status.server === 'offline' ? retry : null}
          {toLibrary}
        </>
      }
    >
      <p>{status.server === 'offline' ? tLate().waiting.neverHere : tLate().waiting.onItsWay}</p>
    </EmptyState>
  );
}

function refusedTitle(code: NonNullable<PageStatus['refusal']>): string {
  switch (code) {
    case 'link_revoked':
      return tLate().refusals.withdrawn;
    case 'link_expired':
      return tLate().refusals.expired;
    case 'document_deleted':
      return tLate().refusals.deleted;
    default:
      return adviceFor(code)?.title ?? tLate().waiting.waiting;
  }
}
