/**
 * Whether this device tells of comments for the person by notifications, and since when.
 *
 * Invariant: it does not before somebody says so here, and the browser is asked then and never before.
 */
import { int } from '../../shared/shape.ts';
import { StoredValue } from '../ui/stored-value.ts';

/** When it was asked for, ms since 1970: what was said before is not told. Null for not at all. */
export const noticesSince = new StoredValue<number | null>(
  'driftless.notices',
  (text) => {
    const since = int(1).safeParse(Number(text ?? 0));
    return since.success ? since.data : null;
  },
  (since) => String(since ?? 0),
);

/** Whether there is anything to ask for. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** Whether what was asked for can be done: the person may have taken it back in the browser. */
export function mayNotify(): boolean {
  return canNotify() && Notification.permission === 'granted' && noticesSince.get() !== null;
}

/** @returns whether the browser lets us */
export async function askToNotify(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  noticesSince.set(isGranted ? Date.now() : null);
  return isGranted;
}
