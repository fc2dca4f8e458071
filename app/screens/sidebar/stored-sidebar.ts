/**
 * Whether the sidebar stands beside the page, as this device remembers it.
 *
 * Invariant: the page has its room before anything of the app runs: `public/first-paint.js` reads the
 * same, and says it by the same attribute.
 */
import { StoredValue } from '../../ui/stored-value.ts';

/** Kept folded until somebody opens it: whoever comes by a link came to read one document. */
export const storedSidebar = new StoredValue<boolean>(
  'driftless.sidebar',
  (text) => text === 'open',
  (isOpen) => (isOpen ? 'open' : ''),
);

/** Below this width it lies over the page, as a drawer. The same as in `ui/base.css`. */
const wide = matchMedia('(min-width: 68.75rem)');

export function isWide(): boolean {
  return wide.matches;
}

export function onWidth(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Folders whose contents are shown. */
export const storedUnfolded = new StoredValue<ReadonlySet<string>>(
  'driftless.unfolded',
  (text) => new Set(text?.split(' ').filter(Boolean)),
  (ids) => [...ids].join(' '),
);
