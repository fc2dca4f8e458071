/**
 * `npm run fuzz -- [operations] [seed] [model or editor]`: random histories of several devices, as
 * many as asked for. Of each that breaks a promise it prints the seed and the least that still does.
 * `npm run fuzz -- --browser [minutes] [seed]`: people who do anything at all to one document, in
 * real browsers with a real server. Exit code 0 only if nothing broke a promise.
 */
import { ensureBuilt } from './parts/build.mjs';
import { ensureChromium } from './parts/chromium.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  const [first, ...others] = process.argv.slice(2);
  if (first !== '--browser') {
    const program = 'app/editor/testing/run-fuzz.ts';
    return (await run(await runtime(), [program, ...process.argv.slice(2)])).code;
  }
  await ensureBuilt();
  const env = { CHROMIUM_PATH: await ensureChromium() };
  return (await run(await runtime(), ['app/testing/monkey/run.ts', ...others], { env })).code;
});
