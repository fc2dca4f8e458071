/**
 * `npm run faults`: attacks on what "Saved on this device" and "Synced" promise, with real servers and browsers,
 * and the table of what became of every word. `-- --quick` takes at most ten minutes; `--only`,
 * `--seed` and `--runs` repeat a part; `--write` puts the table into docs/faults.md. `--cluster` is several servers on one PostgreSQL. `--siege MINUTES` is all
 * attacks on one server beside people who write, with its graph; `--soak MINUTES` is two hundred people
 * and no attack. Exit code 0 only if
 * nothing was lost, doubled or left unknown.
 */
import { ensureBuilt } from './parts/build.mjs';
import { ensureChromium } from './parts/chromium.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const options = process.argv.slice(2);
  // Those of several servers need no browser, nor do people of which only the server is looked at.
  const needsBrowser = !options.includes('--cluster') && !options.includes('--soak');
  if (needsBrowser) await ensureBuilt();
  const env = needsBrowser ? { CHROMIUM_PATH: await ensureChromium() } : {};
  const program = 'app/testing/faults/run.ts';
  return (await run(await runtime(), [program, ...options], { env })).code;
});
