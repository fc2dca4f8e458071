/**
 * What this device keeps: how much, how long, and how much of it without being asked for.
 *
 * Invariant: the browser is asked to keep things for good once there is something to keep, never at
 * the first sight of the app; where it said no, it is asked again only by the person.
 */
import { type Of, oneOf } from '../../shared/shape.ts';
import { StoredValue, useStoredValue } from '../ui/stored-value.ts';

const asked = new StoredValue<boolean>(
  'driftless.askedToKeep',
  (text) => text === 'yes',
  () => 'yes',
);

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
  if (asked.get()) return;
  asked.set(true);
  keepForGood().catch((error: unknown) => {
    console.error('The browser was not able to say whether it keeps everything.', error);
  });
}

/** How much of the library comes to this device by itself, so that it opens offline; in MB. */
export const OfflineLimit = oneOf(['none', '100', '500', '2000', 'all']);
export type OfflineLimit = Of<typeof OfflineLimit>;

const limit = new StoredValue<OfflineLimit>(
  'driftless.offlineLimit',
  (text) => {
    const parsed = OfflineLimit.safeParse(text);
    return parsed.success ? parsed.data : '500';
  },
  (chosen) => chosen,
);

export const offlineLimit = {
  bytes: (): number => {
    const chosen = limit.get();
    if (chosen === 'all') return Number.POSITIVE_INFINITY;
    return chosen === 'none' ? 0 : Number(chosen) * 1_000_000;
  },
  subscribe: limit.subscribe,
};

export function chooseOfflineLimit(chosen: OfflineLimit): void {
  limit.set(chosen);
}

export function useOfflineLimit(): OfflineLimit {
  return useStoredValue(limit);
}
