/** The screen for addresses that lead nowhere: what happened, and a way on. */
import type { ReactNode } from 'react';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Link } from '../ui/navigation.tsx';
import { Page } from './Page.tsx';
import { LIBRARY_PATH } from './routes.ts';

const TO_LIBRARY = (
  <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
    All documents
  </Link>
);

export function UnknownScreen(): ReactNode {
  return (
    <Page title="Not found">
      <EmptyState heading="h1" title="Nothing here" actions={TO_LIBRARY}>
        <p>{ERRORS.not_found.message} If you followed a link, it may have been cut short.</p>
      </EmptyState>
    </Page>
  );
}
