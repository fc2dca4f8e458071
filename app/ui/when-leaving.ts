/**
 * What has to be done while a page of the app is still there, because another one comes.
 *
 * Invariant: it is done before the next page is drawn, whichever way one leaves.
 */
import { leavers } from './navigation.tsx';

/**
 * Has `leaver` called before the app goes to another address, with the page as one leaves it: its
 * successor begins at its top. Returns its end. Not for leaving the app: that is `pagehide`.
 */
export function whenLeaving(leaver: () => void): () => void {
  leavers.add(leaver);
  // Browsers tell of their own buttons before they scroll or anything else is drawn.
  addEventListener('popstate', leaver);
  return () => {
    leavers.delete(leaver);
    removeEventListener('popstate', leaver);
  };
}
