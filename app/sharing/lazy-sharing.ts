/** Sharing is loaded after the page, or as soon as only the server knows what one may do. */
import { Lazy } from '../ui/lazy.tsx';

export const lazySharing = new Lazy(() => import('./sharing.ts'));
