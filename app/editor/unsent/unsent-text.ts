/** Room for the marks of what only this device has; `unsent-places.ts` draws them, if ever. */
import { drawnPlaces } from '../drawn-places.ts';

export const unsentText = drawnPlaces('unsent');
