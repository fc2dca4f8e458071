/**
 * The service worker that makes the app open without a network, and its updates.
 *
 * Invariant: a new build waits until a person agrees (`applyUpdate`) or no tab is open; when it
 * takes over, every open tab reloads, so that no tab ever runs parts of two builds.
 */
/// <reference types="vite/client" />
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

const WORKER = '/sw.js';
const LOOK_FOR_UPDATE_EVERY_MS = 60 * 60 * 1000;

const store = createStore<AppUpdateStatus>({
  offlineReady: false,
  updateWaiting: false,
  problem: null,
});
let isRegistering = false;
let isReloading = false;
let registration: ServiceWorkerRegistration | null = null;

/** What is known about the service worker and its updates. */
export const appUpdate: Observable<AppUpdateStatus> = store;

/** Registers the service worker. Further calls do nothing. */
export async function registerApp(): Promise<void> {
  if (isRegistering) return;
  isRegistering = true;
  if (!('serviceWorker' in navigator)) {
    store.update({ problem: 'unsupported' });
    return;
  }
  // Vite gives out the sources anew at each change by itself.
  if (import.meta.env.DEV) return;
  try {
    registration = await navigator.serviceWorker.register(WORKER);
  } catch (error) {
    console.error('The service worker could not be registered.', error);
    store.update({ problem: 'failed' });
    return;
  }
  const { installing, waiting, active } = registration;
  if (active) store.update({ offlineReady: true });
  if (waiting) onInstalled(waiting);
  else if (installing) follow(installing);
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) follow(registration.installing);
  });
  // Another tab let it in while this one was not yet listening.
  const hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadController) reload();
  });
  lookForUpdates(registration);
}

/**
 * Puts the waiting build in charge; this tab and all others reload. What is written is stored by
 * then, or while the page goes away. Does nothing if no build waits.
 */
export async function applyUpdate(): Promise<void> {
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
}

/** Follows a build that is being fetched: the first there is, or one after another. */
function follow(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed') onInstalled(worker);
    // Of the first build the page is a part itself.
    else if (worker.state === 'activated') store.update({ offlineReady: true, problem: null });
  });
}

function onInstalled(worker: ServiceWorker): void {
  // Without one before it, it is the first, and goes on to be in charge by itself.
  if (!registration?.active) return;
  store.update({ updateWaiting: true });
  // A tab of the first visit has no worker in charge of it, and hears of it only in this way.
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') reload();
    else if (worker.state === 'redundant') {
      store.update({ updateWaiting: registration?.waiting != null });
    }
  });
}

function reload(): void {
  if (isReloading) return;
  isReloading = true;
  window.location.reload();
}

/** A tab can stay open for weeks: it looks for a new build every hour and when it is online again. */
function lookForUpdates(known: ServiceWorkerRegistration): void {
  const look = (): void => {
    if (!navigator.onLine || known.installing) return;
    known.update().catch((error: unknown) => {
      // The server is away: the build in charge goes on, and the next look is within an hour.
      console.info('No look for a new version now.', error);
    });
  };
  setInterval(look, LOOK_FOR_UPDATE_EVERY_MS);
  window.addEventListener('online', look);
}
