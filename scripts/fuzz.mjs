/**
 * `npm run fuzz -- [operations] [seed]`: random histories of five replicas, as many as asked for.
 * Prints the seed of each history that breaks a promise; exit code 0 only if none did.
 */
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const program = 'shared/document/testing/run-fuzz.ts';
  return (await run(await runtime(), [program, ...process.argv.slice(2)])).code;
});
