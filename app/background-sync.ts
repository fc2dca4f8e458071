/**
 * Has the browser wake a worker that sends what waits when no page of the app is open any more, where
 * it has Background Sync (Chromium). Elsewhere it goes with the next page.
 *
 * Invariant: the worker is there before the network goes, and the browser is asked only while what
 * waits cannot be sent by this page: without a network, or when nobody sees the page any more.
 */

import type { LibraryStore } from './library/library-store.ts';
import { hasWaitingLinks } from './library/waiting-links.ts';
import workerAddress from './outbox-worker.ts?worker&url';
import { unsentMarks } from './replica/marked-unsent.ts';
import { isOffline } from './replica/offline.ts';
import { onUnsentMarks } from './replica/unsent-marks.ts';
import { ownScript } from './ui/trusted-types.ts';

/** No page lies below it. */
const SCOPE = '/assets/outbox/';
const TAG = 'outbox';
/** A mark is there before what it stands for is stored, and a browser may wake the worker at once, ms. */
const SETTLED_MS = 1000;

/** What TypeScript does not know. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync: { register(tag: string): Promise<void> };
}

/** Begins, for as long as the page is there. @param library what may wait beside the texts */
export function startBackgroundSync({ doc, replica }: LibraryStore): void {
  if (!('SyncManager' in globalThis) || import.meta.env.DEV) return;
  let registration: Promise<SyncRegistration | null> | null = null;
  const isWaiting = () =>
    unsentMarks().size > 0 || replica.status.get().unconfirmed > 0 || hasWaitingLinks(doc);
  const look = () => {
    if (!document.hidden && !isOffline() && unsentMarks().size === 0) return;
    if (!isWaiting()) return;
    registration ??= register();
    const askNow = () => void ask(registration!, isWaiting);
    if (document.hidden) askNow();
    else if (isOffline()) setTimeout(askNow, SETTLED_MS);
  };
  onUnsentMarks(look);
  doc.on('update', look);
  document.addEventListener('visibilitychange', look);
  addEventListener('offline', look);
  look();
}

async function register(): Promise<SyncRegistration | null> {
  try {
    const known = await navigator.serviceWorker.getRegistration(SCOPE);
    // A later build has another worker; without a network the one that is here does.
    const registered = isOffline()
      ? known
      : await navigator.serviceWorker.register(ownScript(workerAddress), {
          scope: SCOPE,
          type: 'module',
        });
    return (registered as SyncRegistration | undefined) ?? null;
  } catch (error) {
    console.info('What waits is sent only while the app is open.', error);
    return null;
  }
}

async function ask(
  known: Promise<SyncRegistration | null>,
  isWaiting: () => boolean,
): Promise<void> {
  try {
    const registration = await known;
    if (isWaiting()) await registration?.sync.register(TAG);
  } catch (error) {
    // Whoever uses the browser can forbid it.
    console.info('What waits is sent only while the app is open.', error);
  }
}
