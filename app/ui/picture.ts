/**
 * The picture of a page as it was last seen on this device. `public/first-paint.js` shows it before
 * the app has started; it goes when the page itself is there.
 *
 * Invariant: a picture is never what one writes in. What somebody did to it meanwhile is handed to
 * the page, so that no click and no key is lost.
 */

/** The same as in `public/first-paint.js`. */
export const KEY = 'driftless.picture ';

/** What somebody did to the picture: where they clicked, and what they typed then. */
export interface Meant {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Takes the picture away; what was done to it, or null if nothing was. */
export function takePicture(): Meant | null {
  const picture = document.getElementById('picture');
  if (!picture) return null;
  picture.remove();
  const { x, y } = picture.dataset;
  if (x === undefined || y === undefined) return null;
  return { x: Number(x), y: Number(y), text: picture.querySelector('textarea')?.value ?? '' };
}

/** Whether a page was shown on this device lately. */
export function hasPicture(path: string): boolean {
  try {
    return localStorage.getItem(KEY + path) !== null;
  } catch {
    // No storage in this browser, and so no picture.
    return false;
  }
}
