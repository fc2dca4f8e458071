/**
 * What was taken off this device just now, for its other tabs: they do not write it down again.
 * `note-removed.ts` says it.
 *
 * Invariant: it is said before anything is removed, and forgotten after a minute, since the same
 * document may come back by a link. A tab that is there hears it before the library's change that
 * follows: both are messages of one page, and those stay in order. What one tab writes into the
 * storage another may read only later, so that serves the tabs that come meanwhile.
 */
import { number, object, text } from '../../shared/shape.ts';

export const PREFIX = 'driftless.removed ';
export const CHANNEL = 'driftless-removed';
export const Removed = object({ name: text(), at: number });
const FOR_MS = 60_000;

/** When, ms, by the name of what was removed; null where that was taken back. */
const heard = new Map<string, number>();

if (typeof BroadcastChannel !== 'undefined') {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<unknown>) => {
    const told = Removed.safeParse(data);
    if (told.success) heard.set(told.data.name, told.data.at);
  };
}

export function wasRemoved(name: string): boolean {
  const isRecent = (at: number) => Math.abs(Date.now() - at) < FOR_MS;
  const at = heard.get(name);
  if (at !== undefined) return isRecent(at);
  try {
    const stored = localStorage.getItem(PREFIX + name);
    return stored !== null && isRecent(Number(stored));
  } catch {
    return false;
  }
}
