/**
 * The document screen: finds the key of the document in the library, then opens it.
 */
import type { ReactNode } from 'react';
import type { DocId } from '../../../shared/access/ids.ts';
import { useLibrary } from '../../library/library-store.ts';
import type { Sharing } from '../../sharing/sharing.ts';
import { Lazy, Needed } from '../../ui/lazy.tsx';
import { OpenDocument } from './OpenDocument.tsx';
import type { OnVisit } from './PasteLink.tsx';

const keylessScreen = new Lazy(async () => (await import('./KeylessScreen.tsx')).KeylessScreen);

export function DocumentScreen({
  docId,
  sharing,
  onVisit,
}: {
  docId: DocId;
  sharing: Sharing | null;
  onVisit: OnVisit;
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
        sharing={sharing}
        onVisit={onVisit}
      />
    );
  }
  return keyless ? (
    <Needed part={keylessScreen}>{(KeylessScreen) => <KeylessScreen onVisit={onVisit} />}</Needed>
  ) : null;
}
