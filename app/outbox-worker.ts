/**
 * A service worker that sends what waits on this device while no page of the app is open, where the
 * browser has Background Sync. It answers no requests and is in charge of no page, so that it has no
 * part in how the app is updated (`pwa/register.ts`).
 *
 * Invariant: it fails where something could not be sent, so that the browser tries again; and what it
 * sent is found by the next page, which alone says that it has arrived.
 */
import { sendWhatWaits } from './send-what-waits.ts';

/** Part of Background Sync, which TypeScript does not know. */
interface SyncEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

addEventListener('sync', (event) => (event as SyncEvent).waitUntil(sendWhatWaits(location.origin)));
