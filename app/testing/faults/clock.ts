/**
 * The clock of the devices, which can be moved on, as it seems to whoever slept.
 *
 * Invariant: imported before anything that keeps `Date.now` for itself.
 */
const now = Date.now;
let ahead = 0;

Date.now = () => now() + ahead;

/** From now on it is that much later. */
export function moveClock(ms: number): void {
  ahead += ms;
}
