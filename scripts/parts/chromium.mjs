/**
 * A Chromium for the browser tests: one that is installed, else one that can be.
 *
 * Invariant: what it returns has been started once, so a stub or a browser without its libraries
 * never counts as found.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, stopSignal } from './run.mjs';
import { runtime, tool } from './runtime.mjs';
import { say, sayWhileWaiting, Trouble } from './say.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/**
 * What Playwright turns off by itself: of several such lists Chromium heeds the last alone. See
 * `disabledFeatures` in its chromiumSwitches.ts.
 */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/**
 * Pages that Chromium draws under its address field, for each window anew, though nobody sees them:
 * more than half of all that a short test costs.
 */
const OMNIBOX_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
const INSTALL_LIMIT_MS = 10 * 60_000;

/** Where browsers usually are, in the order they are tried. */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
  }
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/snap/bin');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Path of a browser that is there and starts, or null. Installs nothing. */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (await starts(asked)) return asked;
    throw new Trouble(`CHROMIUM_PATH=${asked} does not start: correct it, or leave it out.`);
  }
  for (const place of new Set(usualPlaces())) if (await starts(place)) return place;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return (await starts(own)) ? own : null;
}

/** What each of ours is started with: it draws without a graphics card, and calls nobody. */
export function chromiumArguments() {
  return [
    // Chromium refuses its sandbox to root, as in a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...OMNIBOX_PAGES].join(',')}`,
  ];
}

async function starts(path) {
  if (!existsSync(path)) return false;
  // On Windows, asking for the version opens a window.
  if (process.platform === 'win32') return true;
  return (await run(path, ['--version'], { quiet: true, limit: 30_000 })).code === 0;
}

/** Path of a browser; installs one if there is none. Throws Trouble when that fails. */
export async function ensureChromium() {
  const there = await findChromium();
  if (there) return there;
  say('No Chromium here: fetching one for the browser tests.');
  const done = sayWhileWaiting('Still installing a browser');
  try {
    for (const way of waysToInstall()) {
      if (stopSignal()) break;
      await way();
      const found = await findChromium();
      if (found) return found;
    }
  } finally {
    done();
  }
  throw new Trouble(
    'There is no browser for the browser tests: install Chromium or Google Chrome, or set CHROMIUM_PATH.',
  );
}

/** From the least to the most that changes on this machine. */
function waysToInstall() {
  const playwright = async (...args) =>
    run(await runtime(), [tool('@playwright/test/cli.js'), ...args], {
      quiet: true,
      limit: INSTALL_LIMIT_MS,
    });
  const ways = [() => playwright('install', 'chromium')];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    ways.push(
      async () => {
        say("Playwright's own does not do: trying the system's package.");
        await aptInstall('chromium');
      },
      async () => {
        say("Installing the libraries that Playwright's own needs.");
        await playwright('install-deps', 'chromium');
      },
    );
  }
  return ways;
}

/** Installs packages of the system, quietly. @param {string[]} names */
export async function aptInstall(...names) {
  const options = {
    quiet: true,
    limit: INSTALL_LIMIT_MS,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  };
  // Another installation may be going on: wait for it.
  const lock = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...lock, 'update'], options);
  await run('apt-get', [...lock, 'install', '-y', '--no-install-recommends', ...names], options);
}
