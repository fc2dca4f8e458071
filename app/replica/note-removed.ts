/** Tells this device's other tabs what is taken off it: see `removed.ts`. */
import type { Of } from '../../shared/shape.ts';
import { CHANNEL, PREFIX, type Removed } from './removed.ts';

export function noteRemoved(name: string): void {
  const at = Date.now();
  try {
    localStorage.setItem(PREFIX + name, String(at));
  } catch {
    // No storage in this browser; the tabs that are there are told all the same.
  }
  tell({ name, at });
}

/** The removal failed, or the document is wanted again. */
export function unnoteRemoved(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was noted.
  }
  tell({ name, at: 0 });
}

function tell(removed: Of<typeof Removed>): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(removed);
  channel.close();
}
