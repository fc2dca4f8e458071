/** The screen for a document that this device has no key to: why, and a place for a link. */
import type { ReactNode } from 'react';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Page } from '../Page.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { PasteLink } from './PasteLink.tsx';

export function KeylessScreen({
  onVisit,
}: {
  onVisit: (docId: string, secret: string) => void;
}): ReactNode {
  return (
    <Page title="No key">
      <EmptyState
        heading="h1"
        title="This device has no key to the document"
        actions={
          <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
            All documents
          </Link>
        }
      >
        <p>{ERRORS.token_missing.message} If you followed a link, it was cut short on its way.</p>
      </EmptyState>
      <PasteLink onVisit={onVisit} />
    </Page>
  );
}
