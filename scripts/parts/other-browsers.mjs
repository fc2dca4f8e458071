/**
 * Browsers that are not Chromium, for what is promised in any of them: the system's own, installed
 * like Chromium where there is none. Nobody's patched builds.
 *
 * Invariant: what it returns has been started once, or is null.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './chromium.mjs';
import { run, stopSignal } from './run.mjs';
import { say, sayWhileWaiting } from './say.mjs';

const FIREFOX = ['firefox', 'firefox-esr'];
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';
const DRIVER = 'WebKitWebDriver';
/** WebKitGTK draws on a screen; this one is seen by nobody. */
const SCREEN = 'xvfb-run';

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function placesOf(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  return [...new Set(names.flatMap((name) => folders.map((folder) => join(folder, name))))];
}

async function starts(path) {
  if (!existsSync(path)) return false;
  return (await run(path, ['--version'], { quiet: true, limit: 60_000 })).code === 0;
}

/** Path of a Firefox that is there and starts, or null. Installs nothing. */
async function findFirefox() {
  const asked = process.env.FIREFOX_PATH;
  for (const place of asked ? [asked] : [...placesOf(FIREFOX), MAC])
    if (await starts(place)) return place;
  return null;
}

/** Path of a Firefox; null where there is none and none can be had. */
export async function ensureFirefox() {
  const there = await findFirefox();
  if (there || stopSignal() || !mayInstall()) return there;
  await install('Firefox', 'firefox-esr');
  return findFirefox();
}

/** The program that drives WebKitGTK and the browser it starts; null where they cannot be had. */
export async function ensureWebKit() {
  const there = findWebKit();
  if (there || stopSignal() || !mayInstall()) return there;
  await install('WebKitGTK', 'webkit2gtk-driver', 'xvfb', 'xauth');
  return findWebKit();
}

function findWebKit() {
  const driver = placesOf([DRIVER]).find(existsSync);
  const view = ['4.1', '4.0', '6.0']
    .flatMap((version) =>
      ['x86_64', 'aarch64'].map(
        (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
      ),
    )
    .find(existsSync);
  return driver && view && placesOf([SCREEN]).some(existsSync) ? { driver, view } : null;
}

async function install(what, ...packages) {
  say(`No ${what} here: installing the system's.`);
  const done = sayWhileWaiting('Still installing a browser');
  await aptInstall(...packages);
  done();
}
