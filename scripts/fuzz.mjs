/**
 * `npm run fuzz -- [operations] [seed] [model or editor]`: random histories of several devices, as
 * many as asked for. Of each that breaks a promise it prints the seed and the least that still does;
 * exit code 0 only if none did.
 */
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const program = 'app/editor/testing/run-fuzz.ts';
  return (await run(await runtime(), [program, ...process.argv.slice(2)])).code;
});
