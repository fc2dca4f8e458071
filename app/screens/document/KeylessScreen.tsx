/**
 * The screen for a document that this device has no key to: why, and a place for a link.
 *
 * Invariant: that there is no key is said only where the library was read, or there is none.
 */
import type { ReactNode } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { useLibrary } from '../../library/library-store.ts';
import type { DeviceProblem } from '../../replica/status.ts';
import { useStatus } from '../../replica/use-replica.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Page } from '../Page.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { type OnVisit, PasteLink } from './PasteLink.tsx';

/** With these the library, or a part of it, was not read. */
const UNREAD: ReadonlySet<DeviceProblem['reason']> = new Set(['blocked', 'unknown', 'unreadable']);

export function KeylessScreen({ onVisit }: { onVisit: OnVisit }): ReactNode {
  const { replica } = useLibrary().store;
  const { device, deviceProblem } = useStatus(replica);
  const unread =
    device === 'failed' && deviceProblem && UNREAD.has(deviceProblem.reason) ? deviceProblem : null;
  return (
    <Page title={unread ? tLazy().waiting.waiting : tLazy().links.noKey}>
      <EmptyState
        heading="h1"
        title={unread ? tLazy().waiting.waiting : tLazy().links.noKeyToDocument}
        actions={
          <>
            {unread ? <Button onClick={replica.retry}>{tLazy().common.tryAgain}</Button> : null}
            <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
              {t().allDocuments}
            </Link>
          </>
        }
      >
        <p>
          {unread
            ? tLazy().deviceProblems[unread.reason]
            : `${tLazy().error('token_missing')} ${tLazy().links.cutOnItsWay}`}
        </p>
      </EmptyState>
      <PasteLink onVisit={onVisit} />
    </Page>
  );
}
