/**
 * The service worker that makes the app open without a network, and its updates.
 *
 * Invariant: a new build waits until a person agrees (`applyUpdate`) or no tab is open; when it
 * takes over, every open tab reloads, so that no tab ever runs parts of two builds.
 */
/// <reference types="vite-plugin-pwa/vanillajs" />
import { createStore, type Observable } from '../replica/status.ts';

export interface AppUpdateStatus {
  /** Whether the app opens without a network from now on. */
  offlineReady: boolean;
  /** Whether a new build is downloaded and waits for `applyUpdate`. */
  updateWaiting: boolean;
  /**
   * Why the app does not open without a network: this browser or address does not allow it (plain
   * http, some private windows), or it went wrong.
   */
  problem: 'unsupported' | 'failed' | null;
}

const LOOK_FOR_UPDATE_EVERY_MS = 60 * 60 * 1000;

const store = createStore<AppUpdateStatus>({
  offlineReady: false,
  updateWaiting: false,
  problem: null,
});
let isRegistering = false;
let apply: (() => Promise<void>) | null = null;

/** What is known about the service worker and its updates. */
export const appUpdate: Observable<AppUpdateStatus> = store;

/** Registers the service worker. Further calls do nothing, unless it could not be reached. */
export async function registerApp(): Promise<void> {
  if (isRegistering) return;
  isRegistering = true;
  if (!('serviceWorker' in navigator)) {
    store.update({ problem: 'unsupported' });
    return;
  }
  const { registerSW } = await import('virtual:pwa-register').catch((error: unknown) => {
    isRegistering = false;
    throw error;
  });
  apply = registerSW({
    onOfflineReady: () => store.update({ offlineReady: true, problem: null }),
    onNeedRefresh: () => store.update({ updateWaiting: true }),
    onNeedReload: () => window.location.reload(),
    onRegisterError: (error: unknown) => {
      console.error('The service worker could not be registered.', error);
      store.update({ problem: 'failed' });
    },
    onRegisteredSW: (_url, registration) => {
      if (!registration) return;
      if (registration.active) store.update({ offlineReady: true });
      lookForUpdates(registration);
    },
  });
}

/**
 * Puts the waiting build in charge; this tab and all others reload. What is written is stored by
 * then, or while the page goes away. Does nothing if no build waits.
 */
export async function applyUpdate(): Promise<void> {
  if (store.get().updateWaiting) await apply?.();
}

/** A tab can stay open for weeks: it looks for a new build every hour and when it is online again. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    if (!navigator.onLine || registration.installing) return;
    registration.update().catch((error: unknown) => {
      // The server is away: the build in charge goes on, and the next look is within an hour.
      console.info('No look for a new version now.', error);
    });
  };
  setInterval(look, LOOK_FOR_UPDATE_EVERY_MS);
  window.addEventListener('online', look);
}
