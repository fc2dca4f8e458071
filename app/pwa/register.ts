/**
 * The service worker that makes the app open without a network, and its updates.
 *
 * Invariant: a new build waits until a person agrees (`applyUpdate`) or no tab is open; when it
 * takes over, every open tab reloads, so that no tab ever runs parts of two builds.
 */
/// <reference types="vite/client" />

import { isOffline } from '../replica/offline.ts';
import { createStore, type Observable } from '../replica/status.ts';
import { ownScript } from '../ui/trusted-types.ts';

export interface AppUpdateStatus {
  /** Whether the app opens without a network from now on. */
  offlineReady: boolean;
  /** Whether a new build is downloaded and waits for `applyUpdate`. */
  updateWaiting: boolean;
  /** Whether the person let it in, and it is about to be in charge. */
  isUpdating: boolean;
  /**
   * Why the app does not open without a network: this browser or address does not allow it (plain
   * http, some private windows), or it went wrong.
   */
  problem: 'unsupported' | 'failed' | null;
}

const WORKER = '/sw.js';
const LOOK_FOR_UPDATE_EVERY_MS = 60 * 60 * 1000;
const ASK_AGAIN_EVERY_MS = 1000;
/** After a build that could not be fetched whole; twice as long after each further one, up to the hour. */
const FETCH_AGAIN_MS = 5000;

const store = createStore<AppUpdateStatus>({
  offlineReady: false,
  updateWaiting: false,
  isUpdating: false,
  problem: null,
});
let isRegistering = false;
let isReloading = false;
let failures = 0;
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
  await register();
  // Another tab let it in while this one was not yet listening.
  const hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadController) reload();
  });
  // A tab can stay open for weeks.
  setInterval(look, LOOK_FOR_UPDATE_EVERY_MS);
  window.addEventListener('online', look);
}

async function register(): Promise<void> {
  let known: ServiceWorkerRegistration;
  try {
    known = await navigator.serviceWorker.register(ownScript(WORKER));
  } catch (error) {
    console.warn('The service worker could not be registered.', error);
    onFailure();
    return;
  }
  if (known.active) store.update({ offlineReady: true });
  if (known === registration) return;
  registration = known;
  if (known.waiting) onInstalled(known.waiting);
  else if (known.installing) follow(known.installing);
  known.addEventListener('updatefound', () => {
    if (known.installing) follow(known.installing);
  });
}

/**
 * Puts the waiting build in charge; this tab and all others reload. What is written is stored by
 * then, or while the page goes away. Does nothing if no build waits.
 */
export function applyUpdate(): void {
  const { updateWaiting, isUpdating } = store.get();
  if (!updateWaiting || isUpdating) return;
  store.update({ isUpdating: true });
  const ask = () => registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  ask();
  // While the browser waits for the worker in charge, a still newer build may take this one's place.
  setInterval(ask, ASK_AGAIN_EVERY_MS);
}

/** Follows a build that is being fetched: the first there is, or one after another. */
function follow(worker: ServiceWorker): void {
  let isWhole = false;
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed') {
      isWhole = true;
      onInstalled(worker);
    } else if (worker.state === 'activated') {
      // Of the first build the page is a part itself.
      failures = 0;
      store.update({ offlineReady: true, problem: null });
    } else if (worker.state === 'redundant' && !isWhole) onFailure();
  });
}

/** One file that does not come fails all of a build, as on a poor network; those that came are kept. */
function onFailure(): void {
  if (!store.get().offlineReady) store.update({ problem: 'failed' });
  setTimeout(look, Math.min(FETCH_AGAIN_MS * 2 ** failures++, LOOK_FOR_UPDATE_EVERY_MS));
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

/** Looks for a new build, or once more for the first. */
function look(): void {
  if (isOffline() || registration?.installing) return;
  // The browser forgets one of which nothing could be installed.
  if (!registration?.active) void register();
  else {
    registration.update().catch((error: unknown) => {
      // The server is away: the build in charge goes on, and the next look is within an hour.
      console.info('No look for a new version now.', error);
    });
  }
}
