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

/** Begins, for as long as the page is there. */
export function workBehind(library: LibraryStore): void {
  onDocumentChange(noteChanged);
  addEventListener('pagehide', flushMarks);
  catchUp(library, offlineLimit);
  void library.whenReady.then(() => followLink(library));
}
