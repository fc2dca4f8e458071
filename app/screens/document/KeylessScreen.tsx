/** The screen for a document that this device has no key to: why, and a place for a link. */

import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { Page } from '../Page.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { PasteLink } from './PasteLink.tsx';

export function KeylessScreen({
  onVisit,
}: {
  onVisit: (docId: string, secret: string) => void;
}): ReactNode {
  return (
    <Page title={tLate().links.noKey}>
      <EmptyState
        heading="h1"
        title={tLate().links.noKeyToDocument}
        actions={
          <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
            {t().allDocuments}
          </Link>
        }
      >
        <p>
          {tLate().error('token_missing')} {tLate().links.cutOnItsWay}
        </p>
      </EmptyState>
      <PasteLink onVisit={onVisit} />
    </Page>
  );
}
