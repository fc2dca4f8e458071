/**
 * What this device keeps: how much, how long, and how much of it without being asked for.
 *
 * Invariant: the browser is asked to keep things for good once there is something to keep, never at
 * the first sight of the app; where it said no, it is asked again only by the person.
 */
import { useSyncExternalStore } from 'react';
import { type Of, oneOf } from '../../shared/shape.ts';

const ASKED_KEY = 'driftless.askedToKeep';

/** Whether the browser promised not to clear what this device keeps; null where it cannot say. */
export async function isKeptForGood(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.()) ?? null;
}

/** Asks the browser; some ask the person. */
export async function keepForGood(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/** Asks once, without waiting for the answer: there are documents by now. */
export function askToKeep(): void {
  try {
    if (localStorage.getItem(ASKED_KEY) !== null) return;
    localStorage.setItem(ASKED_KEY, 'yes');
  } catch {
    // Where nothing can be stored there is nothing to keep.
    return;
  }
  keepForGood().catch((error: unknown) => {
    console.error('The browser was not able to say whether it keeps everything.', error);
  });
}

/** How much of the library comes to this device by itself, so that it opens offline. */
export const OfflineLimit = oneOf(['none', '100', '500', '2000', 'all']);
export type OfflineLimit = Of<typeof OfflineLimit>;

const LIMIT_KEY = 'driftless.offlineLimit';
let limit: OfflineLimit | null = null;
const listeners = new Set<() => void>();

export function readOfflineLimit(): OfflineLimit {
  if (limit === null) {
    try {
      const parsed = OfflineLimit.safeParse(localStorage.getItem(LIMIT_KEY));
      limit = parsed.success ? parsed.data : '500';
    } catch {
      limit = '500';
    }
  }
  return limit;
}

/** In bytes. */
export function offlineLimitBytes(): number {
  const chosen = readOfflineLimit();
  if (chosen === 'all') return Number.POSITIVE_INFINITY;
  return chosen === 'none' ? 0 : Number(chosen) * 1_000_000;
}

export function chooseOfflineLimit(chosen: OfflineLimit): void {
  limit = chosen;
  try {
    localStorage.setItem(LIMIT_KEY, chosen);
  } catch {
    // It then lasts as long as this page.
  }
  for (const listener of [...listeners]) listener();
}

export function useOfflineLimit(): OfflineLimit {
  return useSyncExternalStore(subscribeToLimit, readOfflineLimit);
}

export function subscribeToLimit(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
