/**
 * What goes on behind the screens, from soon after the page is up: documents are brought here and
 * marked for the search, and the link with other devices is kept.
 */
import { catchUp } from './library/catch-up.ts';
import type { LibraryStore } from './library/library-store.ts';
import { followLink } from './library/linking.ts';
import { onDocumentChange } from './replica/open-replica.ts';
import { flushMarks, noteChanged } from './search/search.ts';
import { offlineLimit } from './settings/storage.ts';

/** Begins; returns how to stop it. */
export function workBehind(library: LibraryStore): () => void {
  addEventListener('pagehide', flushMarks);
  const stops = [
    onDocumentChange(noteChanged),
    catchUp(library, offlineLimit),
    () => removeEventListener('pagehide', flushMarks),
  ];
  let stopped = false;
  void library.whenReady.then(() => {
    if (!stopped) stops.push(followLink(library));
  });
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}
