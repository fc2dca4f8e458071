/// <reference types="vite-plugin-pwa/vanillajs" />
/**
 * The offline shell: once visited, the app opens without a network. A new build is downloaded in
 * the background and waits.
 *
 * Invariant: a new build takes over only when the person agrees (then every tab of the app reloads)
 * or when no tab is open, so two builds never run in one tab.
 */

import { registerSW } from 'virtual:pwa-register';
import { useSyncExternalStore } from 'react';

/** A tab that stays open looks for a new build this often. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

let waiting = false;
let apply: () => Promise<void> = async () => {};
const listeners = new Set<() => void>();

/** Registers the service worker. Call once. Browsers without one simply need the network. */
export function keepAppOffline(): void {
  const update = registerSW({
    onNeedRefresh() {
      waiting = true;
      for (const listener of listeners) listener();
    },
    onRegisteredSW(_script, registration) {
      if (!registration) return;
      setInterval(() => {
        // Fails without a network, and is tried again.
        if (navigator.onLine) registration.update().catch(() => undefined);
      }, LOOK_EVERY_MS);
    },
    onRegisterError(error: unknown) {
      // Private windows and plain http refuse service workers: all else works, but not offline.
      console.warn('The app could not be made available offline.', error);
    },
  });
  apply = () => update(true);
}

/** Whether a new build waits, and how to let it take over. */
export function useAppUpdate(): { waiting: boolean; apply: () => void } {
  const isWaiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
  return { waiting: isWaiting, apply: () => void apply() };
}
