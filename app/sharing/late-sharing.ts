/** Sharing is loaded after the page, or as soon as only the server knows what one may do. */
import { Late } from '../ui/late.tsx';

export const lateSharing = new Late(() => import('./sharing.ts'));
