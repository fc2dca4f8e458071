/**
 * How the browser tests run: real browsers against real servers.
 *
 * Invariant: no retries. A test that fails now and then has found something.
 */
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './scripts/parts/chromium.mjs';

const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium()) ?? undefined;

export default defineConfig({
  testDir: 'app/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './app/e2e/support/global-setup.ts',
  outputDir: '.cache/browser-tests',
  fullyParallel: true,
  // Each test has several browsers and a server. With more, all of them end no sooner on two cores.
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 90_000,
  expect: {
    timeout: 20_000,
    toHaveScreenshot: {
      animations: 'disabled',
      // Edges of letters differ a little between builds of the browser. Of a page that is all a line
      // lower, little more than a hundredth differs.
      maxDiffPixelRatio: 0.003,
    },
  },
  snapshotPathTemplate: '{testDir}/appearance/{arg}{ext}',
  use: {
    ...(executablePath ? {} : { channel: 'chromium' }),
    // Allowed by the specs that are without a network, or about coming back.
    serviceWorkers: 'block',
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...chromiumArguments(),
        // Letters have the same shapes whatever the machine's settings for its fonts are.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-color-profile=srgb',
      ],
    },
  },
});
