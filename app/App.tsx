/**
 * The app: which screen is shown, and what all screens share. The only place, with the screens,
 * where features meet.
 */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react';
import type { DocId, Secret } from '../shared/access/ids.ts';
import { addEntry, readEntry, restoreFromTrash } from '../shared/library/library.ts';
import { useUploads } from './attachments/use-attachments.ts';
import { useLanguage } from './i18n/i18n.ts';
import { LibraryContext, type LibraryStore } from './library/library-store.ts';
import { DocumentScreen } from './screens/document/DocumentScreen.tsx';
import { FailureBoundary } from './screens/FailureScreen.tsx';
import { readRoute } from './screens/routes.ts';
import { finishVisit, takeVisit, type Visit } from './screens/visit.ts';
import { lazySharing } from './sharing/lazy-sharing.ts';
import type { Sharing } from './sharing/sharing.ts';
import { Announcer } from './ui/Announcer.tsx';
import { Lazy, later, useLazy } from './ui/lazy.tsx';
import { navigate, useAddress } from './ui/navigation.tsx';

// Documents open at once: all they need to be read and written is loaded with the app, the other
// screens are not.
const loadOthers = async () => ({
  default: (await import('./screens/OtherScreens.tsx')).OtherScreens,
});
const OtherScreens = lazy(loadOthers);
// While there surely is a network: a first visit is not served by the service worker yet, and must
// all the same be able to go everywhere once the network is gone.
later(loadOthers);
const around = new Lazy(() => import('./screens/Around.tsx'));
later(async () => (await import('./transfer/markdown-file.ts')).loadMarkdown());
later(() => import('./screens/document/unlock.ts'));
later(async () => (await import('./ui/focus-keeper.ts')).keepFocus());

export function App({
  library,
  visit,
}: {
  library: LibraryStore;
  /** The link this page was opened with, already out of the address bar. */
  visit: Visit | null;
}): ReactNode {
  // Whatever else is shown is drawn anew with it.
  useLanguage();
  const sharing = useSharing(library);
  const secretOf = useCallback(
    (docId: DocId) => readEntry(library.doc, docId)?.secret ?? null,
    [library],
  );
  useUploads(library.whenReady, secretOf);
  const visitTo = useVisits(library, visit);
  const address = useAddress();
  const route = readRoute(address);
  const parts = useLazy(around);

  return (
    <LibraryContext value={library}>
      {parts ? <parts.Beside /> : null}
      <FailureBoundary address={address}>
        <Suspense fallback={null}>
          {route.screen === 'document' ? (
            <DocumentScreen docId={route.docId} sharing={sharing} onVisit={visitTo} />
          ) : (
            <OtherScreens route={route} />
          )}
        </Suspense>
      </FailureBoundary>
      <Announcer />
      {parts ? <parts.Around /> : null}
    </LibraryContext>
  );
}

/** Sharing, once it is loaded; it goes on sending the links that wait. */
function useSharing({ doc }: LibraryStore): Sharing | null {
  const part = useLazy(lazySharing);
  const sharing = useMemo(() => part?.openSharing(doc) ?? null, [part, doc]);
  useEffect(
    () => (sharing ? part?.keepSending(sharing.queue, doc) : undefined),
    [part, sharing, doc],
  );
  return sharing;
}

/**
 * Puts the secret of a visit by link into the library; returns how to visit another link. The first
 * visit is taken before the first paint; later ones when someone pastes a link over this page.
 */
function useVisits(library: LibraryStore, first: Visit | null) {
  const keep = useCallback(
    (visit: Visit) => {
      addEntry(library.doc, { ...visit, now: Date.now() });
      // Who opens a link to a document that lies in the trash wants it back.
      if (readEntry(library.doc, visit.docId)?.trashedAt != null) {
        restoreFromTrash(library.doc, visit.docId);
      }
      // Until the device has stored it, a reload needs the secret in the history entry.
      const whenStored = () => {
        if (library.replica.status.get().device !== 'saved') return;
        stop();
        finishVisit();
      };
      const stop = library.replica.status.subscribe(whenStored);
    },
    [library],
  );

  useEffect(() => {
    if (first) void library.whenReady.then(() => keep(first));
  }, [library, first, keep]);

  useEffect(() => {
    const take = () => {
      const visit = location.hash === '' ? null : takeVisit();
      if (visit) void library.whenReady.then(() => keep(visit));
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [library, keep]);

  return useCallback(
    (docId: DocId, secret: Secret, address: string) => {
      keep({ docId, secret });
      navigate(address);
    },
    [keep],
  );
}
