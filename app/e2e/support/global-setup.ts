/** Browser tests run against the built app: build it if its inputs changed. */
import { ensureBuilt } from '../../../scripts/parts/build.mjs';

// Playwright takes a global setup as a default export.
export default async function setup(): Promise<void> {
  await ensureBuilt();
}
