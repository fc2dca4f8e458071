/**
 * Which screen an address shows.
 *
 * Invariant: every address has a screen; one that means nothing shows a screen that says so.
 */
import { DocId } from '../../shared/access/ids.ts';

export type Route =
  | { screen: 'library' }
  | { screen: 'document'; docId: DocId }
  | { screen: 'settings' }
  | { screen: 'join' }
  | { screen: 'start'; with: StartWith }
  | { screen: 'unknown' };

/** What an installed app can be started with: see StartScreen.tsx and the manifest. */
export type StartWith = 'nothing' | 'file' | 'share';

export const LIBRARY_PATH = '/';
export const SETTINGS_PATH = '/settings';

/** `address` is path and query, as in `location.pathname + location.search`. */
export function readRoute(address: string): Route {
  // Not with URL: an address such as `//` is none, and still needs a screen.
  const [pathname = ''] = address.split('?');
  const path = pathname.length > 1 ? pathname.replace(/(?<=[^/])\/$/, '') : pathname;
  if (path === '/') return { screen: 'library' };
  if (path === '/settings') return { screen: 'settings' };
  if (path === '/join') return { screen: 'join' };
  if (path === '/new') return { screen: 'start', with: 'nothing' };
  if (path === '/open') return { screen: 'start', with: 'file' };
  if (path === '/share') return { screen: 'start', with: 'share' };
  const docId = DocId.safeParse(/^\/d\/([^/]+)$/.exec(path)?.[1]);
  if (docId.success) return { screen: 'document', docId: docId.data };
  return { screen: 'unknown' };
}
