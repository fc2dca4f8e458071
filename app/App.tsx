/**
 * The app: which screen is shown, and what all screens share. The only place, with the screens,
 * where features meet.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { documentPath } from '../shared/access/addresses.ts';
import type { DocId } from '../shared/access/ids.ts';
import { addEntry, readEntry, restoreFromTrash } from '../shared/library/library.ts';
import { loadAttachments, useUploads } from './attachments/use-attachments.ts';
import { LibraryContext, type LibraryStore } from './library/library-store.ts';
import { UpdateNotice } from './pwa/UpdateNotice.tsx';
import { FailureBoundary } from './screens/FailureScreen.tsx';
import { LibraryScreen } from './screens/LibraryScreen.tsx';
import { JoinScreen, UnknownScreen } from './screens/OtherScreens.tsx';
import { readRoute } from './screens/routes.ts';
import { SettingsScreen } from './screens/SettingsScreen.tsx';
import { finishVisit, takeVisit, type Visit } from './screens/visit.ts';
import { createLinkQueue, useLinkQueue } from './sharing/link-queue.ts';
import { createServerApi } from './sharing/server-api.ts';
import { loadMarkdown } from './transfer/markdown-file.ts';
import { Announcer } from './ui/Announcer.tsx';
import { navigate, useAddress } from './ui/navigation.tsx';
import { TooltipProvider } from './ui/Tooltip.tsx';

/** The editor is most of the app's weight: the other screens show without waiting for it. */
const loadDocumentScreen = () => import('./screens/document/DocumentScreen.tsx');
const DocumentScreen = lazy(async () => ({ default: (await loadDocumentScreen()).DocumentScreen }));

export function App({
  library,
  visit,
}: {
  library: LibraryStore;
  /** The link this page was opened with, already out of the address bar. */
  visit: Visit | null;
}): ReactNode {
  const [api] = useState(createServerApi);
  const [queue] = useState(() => createLinkQueue(library.doc, api));
  useLinkQueue(queue, library.doc);
  const secretOf = useCallback(
    (docId: DocId) => readEntry(library.doc, docId)?.secret ?? null,
    [library],
  );
  useUploads(library.whenReady, secretOf);
  const visitTo = useVisits(library, visit);
  const address = useAddress();
  const route = readRoute(address);
  useEffect(loadTheRest, []);

  const screen = () => {
    switch (route.screen) {
      case 'library':
        return <LibraryScreen trash={route.trash} />;
      case 'document':
        return <DocumentScreen docId={route.docId} api={api} queue={queue} onVisit={visitTo} />;
      case 'settings':
        return <SettingsScreen />;
      case 'join':
        return <JoinScreen />;
      case 'unknown':
        return <UnknownScreen />;
    }
  };

  return (
    // The page's Content-Security-Policy allows no style elements: nothing may add one.
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <LibraryContext value={library}>
          <FailureBoundary address={address}>
            <Suspense fallback={null}>{screen()}</Suspense>
          </FailureBoundary>
          <UpdateNotice />
          <Announcer />
        </LibraryContext>
      </TooltipProvider>
    </CSPProvider>
  );
}

/**
 * Fetches what later screens need while there surely is a network. A first visit is not served by
 * the service worker yet, and must all the same be able to write once the network is gone.
 */
function loadTheRest(): void {
  for (const load of [loadDocumentScreen, loadMarkdown, loadAttachments]) {
    load().catch(() => {
      // Not reachable now: the screen that needs it asks again.
    });
  }
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
    (docId: string, secret: string) => {
      keep({ docId, secret });
      navigate(documentPath(docId));
    },
    [keep],
  );
}
