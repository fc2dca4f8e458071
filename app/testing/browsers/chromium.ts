/** Chromium, driven by Playwright as in the browser tests. */
import { chromium } from '@playwright/test';
import { chromiumArguments } from '../../../scripts/parts/chromium.mjs';
import type { Browser } from './browser.ts';

export async function startChromium(executablePath: string, proxy: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    proxy: { server: proxy },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  return {
    version: `Chromium ${browser.version()}`,
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    run: (work, ...args) => page.evaluate(callOf(String(work), args)),
    runSource: (work, ...args) => page.evaluate(callOf(work, args)),
    press: (keys) => page.keyboard.press(keys),
    type: async (text) => {
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) await page.keyboard.press('Enter');
        await page.keyboard.type(line);
      }
    },
    click: (x, y) => page.mouse.click(x, y),
    print: () => page.pdf(),
    quit: () => browser.close(),
  };
}

function callOf(work: string, args: readonly unknown[]): string {
  return `(${work})(...${JSON.stringify(args)})`;
}
