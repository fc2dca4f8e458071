/**
 * The snapshot of a page: its first screenful as it was last seen on this device. `public/first-paint.js` shows it before
 * the app has started; it goes when the page itself is there.
 *
 * Invariant: a snapshot is never what one writes in. What somebody did to it meanwhile is handed to
 * the page, so that no click and no key of the text's is lost; those with Alt are the browser's.
 */

/** The same as in `public/first-paint.js`, and as builds before stored it. */
export const KEY = 'driftless.picture ';

/** What somebody did to the snapshot: a click, a key, a text, or what they pasted. */
export type Deed = Click | KeyboardEvent | string | Carried;

/** Px from the left of the window and from the top of the page. */
interface Click {
  readonly x: number;
  readonly y: number;
}

/** What an event carries from the clipboard, or of what is dragged. */
export type Carried = Pick<DataTransfer, 'files' | 'getData' | 'types'>;

/** Takes the snapshot away; what was done to it, in its order. */
export function removeSnapshot(): readonly Deed[] {
  const snapshot = document.getElementById('picture') as
    | (HTMLElement & { done: readonly Deed[] })
    | null;
  if (!snapshot) return [];
  snapshot.remove();
  const typed = snapshot.querySelector('textarea')?.value;
  return typed ? [...snapshot.done, typed] : snapshot.done;
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
