/**
 * The document screen: finds the key of the document in the library, then opens it.
 */
import { type ReactNode, useEffect } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { useLibrary } from '../../library/library-store.ts';
import type { LinkQueue } from '../../sharing/link-queue.ts';
import type { ServerApi } from '../../sharing/server-api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Page } from '../Page.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { OpenDocument } from './OpenDocument.tsx';
import { PasteLink } from './PasteLink.tsx';

export function DocumentScreen({
  docId,
  api,
  queue,
  onVisit,
}: {
  docId: DocId;
  api: ServerApi;
  queue: LinkQueue;
  onVisit: (docId: string, secret: string) => void;
}): ReactNode {
  const library = useLibrary();
  const entry = library.entries.find((candidate) => candidate.docId === docId);
  const keyless = library.ready && !entry;
  useEffect(() => {
    if (keyless) document.title = 'No key · Driftless';
  }, [keyless]);

  if (entry && library.ready) {
    return (
      <OpenDocument
        key={`${entry.docId} ${entry.secret}`}
        entry={entry}
        library={library}
        api={api}
        queue={queue}
        onVisit={onVisit}
      />
    );
  }
  if (!keyless) return null;
  return (
    <Page>
      <EmptyState
        heading="h1"
        title="This device has no key to the document"
        actions={
          <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
            All documents
          </Link>
        }
      >
        <p>{ERRORS.token_missing.message}</p>
      </EmptyState>
      <PasteLink onVisit={onVisit} />
    </Page>
  );
}
