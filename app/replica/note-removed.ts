/** Tells this device's other tabs what is taken off it: see `removed.ts`. */
import { PREFIX } from './removed.ts';

export function noteRemoved(name: string): void {
  try {
    localStorage.setItem(PREFIX + name, String(Date.now()));
  } catch {
    // No storage in this browser, and so no other tab that could keep it.
  }
}

/** The removal failed, or the document is wanted again. */
export function unnoteRemoved(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was noted.
  }
}
