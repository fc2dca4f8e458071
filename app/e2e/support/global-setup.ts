/** Browser tests run against the built app: build it if its inputs changed. */
import { ensureBuilt } from '../../../scripts/parts/build.mjs';
import { startServer } from './server.ts';

// Playwright takes a global setup as a default export.
export default async function setup(): Promise<void> {
  await ensureBuilt();
  // One that ends in order leaves what Node compiled for all that follow.
  const server = await startServer();
  await server.stop();
  await server.dispose();
}
