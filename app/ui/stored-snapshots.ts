/** Which pages have a snapshot on this device: the latest ones. */
import { KEY } from './page-snapshot.ts';

/** Addresses with a snapshot, the latest first. */
const ORDER = 'driftless.pictures';
/** All pages together have some 5 MB here, and this is not the copy of anything. */
const MOST_SNAPSHOTS = 20;
const MOST_CHARACTERS = 60_000;
/** Pages that were removed from this device, and when, ms since 1970. */
const GONE = 'driftless.no-picture ';
const GONE_FOR_MS = 3_600_000;

/** Stores a snapshot of the page at a path for the next time. */
export function storeSnapshot(path: string, html: string): void {
  if (html.length > MOST_CHARACTERS) {
    drop(path);
    return;
  }
  try {
    // A tab that still shows what was removed takes its last snapshot when it goes.
    if (Date.now() - Number(localStorage.getItem(GONE + path)) < GONE_FOR_MS) return;
    localStorage.removeItem(GONE + path);
    const others = pathsWithSnapshots().filter((other) => other !== path);
    for (const old of others.splice(MOST_SNAPSHOTS - 1)) localStorage.removeItem(KEY + old);
    localStorage.setItem(KEY + path, html);
    localStorage.setItem(ORDER, [path, ...others].join(' '));
  } catch {
    // No room, or no storage in this browser: the page shows a moment later.
  }
}

/** Takes it away for good, also from tabs that show the page for a moment more. */
export function forgetSnapshot(path: string): void {
  drop(path);
  try {
    localStorage.setItem(GONE + path, String(Date.now()));
  } catch {
    // No storage in this browser, and so no snapshot.
  }
}

function drop(path: string): void {
  try {
    localStorage.removeItem(KEY + path);
    localStorage.setItem(
      ORDER,
      pathsWithSnapshots()
        .filter((other) => other !== path)
        .join(' '),
    );
  } catch {
    // No storage in this browser, and so no snapshot.
  }
}

function pathsWithSnapshots(): string[] {
  return (localStorage.getItem(ORDER) ?? '').split(' ').filter((path) => path !== '');
}
