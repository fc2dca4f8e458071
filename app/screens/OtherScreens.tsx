/** The screen for addresses that lead nowhere: what happened, and a way on. */

import type { ReactNode } from 'react';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Link } from '../ui/navigation.tsx';
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
import { Page } from './Page.tsx';
import { LIBRARY_PATH } from './routes.ts';

const toLibrary = () => (
  <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
    {t().allDocuments}
  </Link>
);

export function UnknownScreen(): ReactNode {
  return (
    <Page title={tLate().screens.notFound}>
      <EmptyState heading="h1" title={tLate().screens.nothingHere} actions={toLibrary()}>
        <p>
          {tLate().error('not_found')} {tLate().screens.cutShort}
        </p>
      </EmptyState>
    </Page>
  );
}
