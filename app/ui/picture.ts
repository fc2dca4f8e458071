/**
 * The picture of a page as it was last seen on this device. `public/first-paint.js` shows it before
 * the app has started; it goes when the page itself is there.
 *
 * Invariant: a picture is never what one writes in. What somebody did to it meanwhile is handed to
 * the page, so that no click and no key is lost.
 */

/** The same as in `public/first-paint.js`. */
const KEY = 'driftless.picture ';
/** Addresses with a picture, the latest first. */
const ORDER = 'driftless.pictures';
/** All pages together have some 5 MB here, and this is not the copy of anything. */
const MOST_PICTURES = 20;
const MOST_CHARACTERS = 60_000;

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

/** Keeps a picture of the page at a path for the next time. */
export function keepPicture(path: string, html: string): void {
  if (html.length > MOST_CHARACTERS) {
    forgetPicture(path);
    return;
  }
  try {
    const others = pathsWithPictures().filter((other) => other !== path);
    for (const old of others.splice(MOST_PICTURES - 1)) localStorage.removeItem(KEY + old);
    localStorage.setItem(KEY + path, html);
    localStorage.setItem(ORDER, [path, ...others].join(' '));
  } catch {
    // No room, or no storage in this browser: the page shows a moment later.
  }
}

export function forgetPicture(path: string): void {
  try {
    localStorage.removeItem(KEY + path);
    localStorage.setItem(
      ORDER,
      pathsWithPictures()
        .filter((other) => other !== path)
        .join(' '),
    );
  } catch {
    // No storage in this browser, and so no picture.
  }
}

function pathsWithPictures(): string[] {
  return (localStorage.getItem(ORDER) ?? '').split(' ').filter((path) => path !== '');
}
