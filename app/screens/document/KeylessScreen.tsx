/** The screen for a document that this device has no key to: why, and a place for a link. */

import type { ReactNode } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Page } from '../Page.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { type OnVisit, PasteLink } from './PasteLink.tsx';

export function KeylessScreen({ onVisit }: { onVisit: OnVisit }): ReactNode {
  return (
    <Page title={tLazy().links.noKey}>
      <EmptyState
        heading="h1"
        title={tLazy().links.noKeyToDocument}
        actions={
          <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
            {t().allDocuments}
          </Link>
        }
      >
        <p>
          {tLazy().error('token_missing')} {tLazy().links.cutOnItsWay}
        </p>
      </EmptyState>
      <PasteLink onVisit={onVisit} />
    </Page>
  );
}
