/**
 * `npm run replay -- <folder or files>`: recorded editing histories, through the model and the
 * binding. Exit code 0 only if all of them end with the text that was recorded.
 */
import { resolve } from 'node:path';
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  // Paths mean what they mean where the command was typed.
  const from = process.env.INIT_CWD ?? process.cwd();
  const paths = process.argv.slice(2).map((path) => resolve(from, path));
  return (await run(await runtime(), ['bench/replay.ts', ...paths])).code;
});
