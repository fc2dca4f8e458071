/**
 * What stands where the text will be, as long as none of it is on this device: why, and what can be
 * done. Text that is here is never covered by this.
 */

import type { ReactNode } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { PasswordForm, type Unlock } from './PasswordForm.tsx';
import { type OnVisit, PasteLink } from './PasteLink.tsx';
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
  onVisit: OnVisit;
  onUnlock: Unlock;
}): ReactNode {
  const toLibrary = (
    <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
      {t().allDocuments}
    </Link>
  );
  const retry = <Button onClick={onRetry}>{tLazy().common.tryAgain}</Button>;

  if (status.server === 'refused' && status.refusal) {
    const advice = adviceFor(status.refusal);
    if (advice?.actions.includes('password')) {
      return (
        <>
          <EmptyState heading="h1" title={refusedTitle(status.refusal)}>
            <p>{tLazy().error(status.refusal)}</p>
          </EmptyState>
          <PasswordForm onUnlock={onUnlock} takesFocus />
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
          <p>{tLazy().error(status.refusal)}</p>
        </EmptyState>
        <PasteLink onVisit={onVisit} />
      </>
    );
  }
  if (status.server === 'synced') {
    return (
      <EmptyState
        heading="h1"
        title={tLazy().waiting.nothingYet}
        actions={
          <>
            {isOwner ? <Button onClick={onStart}>{tLazy().waiting.startEmpty}</Button> : null}
            {toLibrary}
          </>
        }
      >
        <p>{isOwner ? tLazy().waiting.ownText : tLazy().waiting.othersText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h1"
      title={tLazy().waiting.waiting}
      actions={
        <>
          {status.server === 'offline' ? retry : null}
          {toLibrary}
        </>
      }
    >
      <p>{status.server === 'offline' ? tLazy().waiting.neverHere : tLazy().waiting.onItsWay}</p>
    </EmptyState>
  );
}

function refusedTitle(code: NonNullable<PageStatus['refusal']>): string {
  switch (code) {
    case 'link_revoked':
      return tLazy().refusals.withdrawn;
    case 'link_expired':
      return tLazy().refusals.expired;
    case 'document_deleted':
      return tLazy().refusals.deleted;
    default:
      return adviceFor(code)?.title ?? tLazy().waiting.waiting;
  }
}
