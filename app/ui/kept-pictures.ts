/** Which pages have a picture on this device: the latest ones. */
import { KEY } from './picture.ts';

/** Addresses with a picture, the latest first. */
const ORDER = 'driftless.pictures';
/** All pages together have some 5 MB here, and this is not the copy of anything. */
const MOST_PICTURES = 20;
const MOST_CHARACTERS = 60_000;

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
