/**
 * The snapshot of a page: its first screenful as it was last seen on this device. `public/first-paint.js` shows it before
 * the app has started; it goes when the page itself is there.
 *
 * Invariant: a snapshot is never what one writes in. What somebody did to it meanwhile is handed to
 * the page, so that no click and no key is lost.
 */

/** The same as in `public/first-paint.js`, and as builds before stored it. */
export const KEY = 'driftless.picture ';

/** What somebody did to the snapshot: where they clicked, and what they typed then. */
interface Meant {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Takes the snapshot away; what was done to it, or null if nothing was. */
export function removeSnapshot(): Meant | null {
  const snapshot = document.getElementById('picture');
  if (!snapshot) return null;
  snapshot.remove();
  const { x, y } = snapshot.dataset;
  if (x === undefined || y === undefined) return null;
  return { x: Number(x), y: Number(y), text: snapshot.querySelector('textarea')?.value ?? '' };
}

/** Whether a page was shown on this device lately. */
export function hasSnapshot(path: string): boolean {
  try {
    return localStorage.getItem(KEY + path) !== null;
  } catch {
    // No storage in this browser, and so no snapshot.
    return false;
  }
}
