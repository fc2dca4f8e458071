/** `npm run bench`: how fast the app is on this machine, in a real browser against the real server. */
import { ensureBuilt } from '../scripts/parts/build.mjs';
import { ensureChromium } from '../scripts/parts/chromium.mjs';
import { ensureInstalled } from '../scripts/parts/install.mjs';
import { run } from '../scripts/parts/run.mjs';
import { runtime } from '../scripts/parts/runtime.mjs';
import { main } from '../scripts/parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const chromium = await ensureChromium();
  const { code } = await run(await runtime(), ['bench/editor.ts'], {
    env: { CHROMIUM_PATH: chromium },
  });
  return code;
});
