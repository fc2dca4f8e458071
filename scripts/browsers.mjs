/**
 * `npm run browsers`: what the app promises in any browser, in Chromium, Firefox and WebKitGTK, by real
 * keys with a real server. `-- --only text` takes some of the promises, `--write` puts the table into
 * docs/browsers.md. Exit code 0 only if every one was kept in all three.
 */
import { ensureBuilt } from './parts/build.mjs';
import { ensureChromium } from './parts/chromium.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { ensureFirefox, ensureWebKit } from './parts/other-browsers.mjs';
import { run } from './parts/run.mjs';
import { runtime } from './parts/runtime.mjs';
import { main, say } from './parts/say.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const firefox = await ensureFirefox();
  const webkit = await ensureWebKit();
  if (!firefox) say('There is no Firefox here: install it, or set FIREFOX_PATH.');
  if (!webkit) say('There is no WebKitGTK here: install webkit2gtk-driver and xvfb.');
  const program = 'app/testing/browsers/run.ts';
  const { code } = await run(await runtime(), [program, ...process.argv.slice(2)], {
    env: {
      CHROMIUM_PATH: await ensureChromium(),
      ...(firefox ? { FIREFOX_PATH: firefox } : {}),
      ...(webkit ? { WEBKIT_DRIVER: webkit.driver, WEBKIT_VIEW: webkit.view } : {}),
    },
  });
  return firefox && webkit ? code : 1;
});
