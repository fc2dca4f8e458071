/**
 * What goes on behind the screens, from soon after the page is up: documents are brought here and
 * marked for the search, the link with other devices is kept, and with it who one is; a server on this very
 * device is found where there is no network.
 */
import { catchUp } from './library/catch-up.ts';
import type { LibraryStore } from './library/library-store.ts';
import { followLink } from './library/linking.ts';
import { keepOnePerson } from './library/one-person.ts';
import {
  becomePerson,
  heedOtherTabs,
  isUntold,
  onChangeByHand,
  thisOwnPerson,
} from './presence/change-person.ts';
import { askWithoutNetwork } from './replica/offline.ts';
import { onDocumentChange } from './replica/open-replica.ts';
import { flushMarks, noteChanged } from './search/search.ts';
import { offlineLimit } from './settings/storage.ts';

/** Begins, for as long as the page is there. */
export function workBehind(library: LibraryStore): void {
  askWithoutNetwork();
  onDocumentChange(noteChanged);
  addEventListener('pagehide', flushMarks);
  catchUp(library, offlineLimit);
  heedOtherTabs();
  void library.whenReady.then(() => {
    followLink(library);
    keepOnePerson(library, {
      get: thisOwnPerson,
      isUntold,
      become: becomePerson,
      onChange: onChangeByHand,
    });
  });
}
