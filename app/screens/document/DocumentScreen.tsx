/**
 * The document screen: finds the key of the document in the library, then opens it.
 */
import type { ReactNode } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { useLibrary } from '../../library/library-store.ts';
import type { LinkQueue } from '../../sharing/link-queue.ts';
import type { ServerApi } from '../../sharing/server-api.ts';
import { Late, Needed } from '../../ui/late.tsx';
import { OpenDocument } from './OpenDocument.tsx';

const keylessScreen = new Late(async () => (await import('./KeylessScreen.tsx')).KeylessScreen);

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
  return keyless ? (
    <Needed part={keylessScreen}>{(KeylessScreen) => <KeylessScreen onVisit={onVisit} />}</Needed>
  ) : null;
}
