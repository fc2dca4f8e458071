/**
 * `npm run doctor -- <data>`: whether what the server stored is whole; with `--recover <new>`, all
 * that can be read of it in a new folder. `npm run backup -- <data> <new>`: a copy, also while a
 * server runs on it.
 */
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const program = 'sync-server/doctor.ts';
  return (await run(await runtime(), [program, ...process.argv.slice(2)])).code;
});
