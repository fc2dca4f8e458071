/**
 * `npm run fuzz -- [operations] [seed] [model or editor]`: random simulations of several devices, as
 * many as asked for. Of each that breaks a promise it prints the seed and the least that still does.
 * `npm run fuzz -- --browser [minutes] [seed]`: people who do anything at all to one document, in
 * Chromium and, where there is one, Firefox, with a real server. `npm run fuzz -- --devices [simulations] [seed]`: tabs, networks and
 * servers that come and go, with the app's own replicas and a real server. `npm run fuzz -- --server
 * [updates] [seed]`: forged updates and broken frames for the server's decoders, and what the worst
 * of them cost. Exit code 0 only if nothing broke a promise.
 */
import { ensureBuilt } from './parts/build.mjs';
import { ensureChromium } from './parts/chromium.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { ensureFirefox } from './parts/other-browsers.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main } from './parts/say.mjs';

/** Kinds that are tests, too, which then try as many as they are asked for. */
const TESTS = {
  '--devices': ['app/testing/faults/device-simulation.test.ts'],
  '--server': [
    'sync-server/collaboration/forged-updates.test.ts',
    'sync-server/collaboration/decoders.test.ts',
  ],
};

await main(async () => {
  await ensureInstalled();
  const [first, ...others] = process.argv.slice(2);
  const tests = TESTS[first ?? ''];
  if (tests !== undefined) {
    const [runs = '20', seed = '1'] = others;
    const program = ['node_modules/vitest/vitest.mjs', 'run'];
    const env = { FUZZ_RUNS: runs, FUZZ_SEED: seed };
    return (await run(await runtime(), [...program, ...tests], { env })).code;
  }
  if (first !== '--browser') {
    const program = 'app/editor/testing/run-fuzz.ts';
    return (await run(await runtime(), [program, ...process.argv.slice(2)])).code;
  }
  await ensureBuilt();
  const firefox = await ensureFirefox();
  const env = {
    CHROMIUM_PATH: await ensureChromium(),
    ...(firefox ? { FIREFOX_PATH: firefox } : {}),
  };
  return (await run(await runtime(), ['app/testing/monkey/run.ts', ...others], { env })).code;
});
