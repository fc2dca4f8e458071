/**
 * What goes wrong in the browser itself: killed tabs, many tabs, and storage that fails.
 *
 * Invariant: as for a person, what counts as promised is what the save state on the page says.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../scripts/parts/chromium.mjs';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import type { Fault, Outcome, Random } from './fault.ts';
import { judge } from './tokens.ts';

const LONGEST_DELAY_MS = 60;
const TABS = 5;
const WAIT_MS = 30_000;
/** Within this time a person is told that nothing is kept on the device. */
const TOLD_WITHIN_MS = 2_000;

interface Stage {
  server: RunningServer;
  browser: Browser;
  context: BrowserContext;
  random: Random;
}

function browserFault(
  name: string,
  title: string,
  runs: Fault['runs'],
  act: (stage: Stage) => Promise<Outcome>,
): Fault {
  return {
    name,
    title,
    runs,
    run: async (random) => {
      const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium()) ?? undefined;
      const server = await startServer({ LOG_LEVEL: 'warn', MAX_SOCKETS_PER_ADDRESS: '100' });
      const isRoot = process.getuid?.() === 0;
      const browser = await chromium.launch({
        ...(executablePath ? { executablePath } : {}),
        // Chromium refuses its sandbox to root, as in a container.
        args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--no-first-run'],
      });
      try {
        const context = await browser.newContext({ baseURL: server.origin });
        context.setDefaultTimeout(WAIT_MS);
        return await act({ server, browser, context, random });
      } finally {
        await browser.close();
        await server.dispose();
      }
    },
  };
}

const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Document body' });
/** Not by its role: the bar around it fades while one types. */
const saveStateOf = (page: Page) => page.locator('[role=status][aria-label="Save state"]');

async function newDocument(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'New document' }).click();
  await bodyOf(page).click();
  return page;
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await bodyOf(page).waitFor();
  return page;
}

async function says(page: Page, of: 'device' | 'server', state: string): Promise<void> {
  await page
    .locator(`[role=status][aria-label="Save state"][data-${of}="${state}"]`)
    .waitFor({ timeout: WAIT_MS });
}

async function isSaved(page: Page): Promise<boolean> {
  return (await saveStateOf(page).getAttribute('data-device')) === 'saved';
}

async function textOf(page: Page): Promise<string> {
  return bodyOf(page).evaluate((body) => {
    const copy = body.cloneNode(true) as Element;
    for (const drawn of copy.querySelectorAll('.ProseMirror-widget')) drawn.remove();
    return copy.textContent ?? '';
  });
}

/** Waits until the page can be opened without the network. */
async function untilOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.includes('index.html'));
  });
}

/** Holds what all pages show against each other and against what was said. */
async function compare(
  pages: readonly Page[],
  written: readonly string[],
  confirmed: ReadonlySet<string>,
  isExpected: boolean,
  since: number,
): Promise<Outcome> {
  for (const page of pages) await says(page, 'server', 'synced');
  const deadline = performance.now() + WAIT_MS;
  let texts = await Promise.all(pages.map(textOf));
  while (new Set(texts).size > 1 && performance.now() < deadline) {
    await pause(20);
    texts = await Promise.all(pages.map(textOf));
  }
  const healed = performance.now() - since;
  const expected = new Set(isExpected ? written.filter((token) => !confirmed.has(token)) : []);
  const verdict = judge(texts[0] ?? '', { written: new Set(written), confirmed, expected });
  const apart = texts.filter((text) => text !== texts[0]).length;
  return { ...verdict, unknown: verdict.unknown + apart, faults: 1, healed: [healed] };
}

/** Of tokens that were not said to be saved when the tab was killed: kept or not, by delay. */
const measured: { delay: number; isKept: boolean }[] = [];

/** What became of the last word before the tab was killed, for the README. */
export function tellMeasured(): string | null {
  if (measured.length === 0) return null;
  const kept = measured.filter(({ isKept }) => isKept).length;
  const lost = measured.filter(({ isKept }) => !isKept).map(({ delay }) => delay);
  const longest =
    lost.length === 0 ? '' : `; the longest wait after which one was lost: ${Math.max(...lost)} ms`;
  return `Of ${measured.length} words typed 0 to ${LONGEST_DELAY_MS} ms before the tab was killed, and not yet said to be saved, ${kept} were kept${longest}.`;
}

const tabKilled = browserFault(
  'tab-killed',
  'tab killed right after a key, without a network',
  { test: 0, quick: 5, long: 60 },
  async ({ server, context, random }) => {
    const page = await newDocument(context);
    await says(page, 'server', 'synced');
    const address = page.url();
    await server.kill();
    const written: string[] = [];
    const confirmed = new Set<string>();
    const words = 2 + random(6);
    for (let word = 0; word < words; word++) {
      const token = `[k.${word}]`;
      await page.keyboard.type(token);
      written.push(token);
      if (word < words - 1 && (await isSaved(page))) {
        for (const told of written) confirmed.add(told);
      }
    }
    const delay = random(LONGEST_DELAY_MS + 1);
    await pause(delay);
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    // It is never answered: the tab is gone.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await server.start();
    const since = performance.now();
    const again = await open(context, address);
    await says(again, 'server', 'synced');
    const text = await textOf(again);
    for (const token of written) {
      if (!confirmed.has(token)) measured.push({ delay, isKept: text.includes(token) });
    }
    return compare([again], written, confirmed, false, since);
  },
);

const manyTabs = browserFault(
  'tabs-offline',
  'five tabs opened at once on a new document, without a network, and written in',
  { test: 0, quick: 2, long: 15 },
  async ({ server, context, random }) => {
    const first = await newDocument(context);
    await says(first, 'server', 'synced');
    await untilOffline(first);
    await server.kill();
    await first.goto('/');
    await first.getByRole('button', { name: 'New document' }).click();
    await bodyOf(first).waitFor();
    const address = first.url();
    const others = await Promise.all(
      Array.from({ length: TABS - 1 }, () => open(context, address)),
    );
    const pages = [first, ...others];
    const written: string[] = [];
    const confirmed = new Set<string>();
    for (let round = 0; round < 2; round++) {
      for (const [tab, page] of pages.entries()) {
        const token = `[t${tab}.${round}]`;
        await page.bringToFront();
        await bodyOf(page).press('ControlOrMeta+End');
        await page.keyboard.type(token);
        await says(page, 'device', 'saved');
        written.push(token);
        confirmed.add(token);
      }
      const gone = pages.splice(random(pages.length), 1)[0];
      await gone?.close();
      pages.push(await open(context, address));
    }
    await server.start();
    return compare(pages, written, confirmed, true, performance.now());
  },
);

/** Each makes the storage of the browser fail in its way; returns how it is mended, if it can be. */
const STORAGE_FAULTS = {
  missing: async (context: BrowserContext) => {
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    });
    return null;
  },
  blocked: async (context: BrowserContext) => {
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    });
    return null;
  },
  full: async (context: BrowserContext, page: Page, origin: string) => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    return async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
    };
  },
} as const;

const storageFails = browserFault(
  'storage-fails',
  'storage of the browser missing, blocked or full: told, and synced all the same',
  { test: 0, quick: 3, long: 15 },
  async ({ server, context, random }) => {
    const kinds = Object.keys(STORAGE_FAULTS) as (keyof typeof STORAGE_FAULTS)[];
    const kind = kinds[random(kinds.length)] ?? 'missing';
    const page = await newDocument(context);
    await says(page, 'server', 'synced');
    const mend = await STORAGE_FAULTS[kind](context, page, server.origin);
    // A script that runs first runs only in pages that are opened after it.
    if (mend === null) {
      await page.goto('/');
      await page.getByRole('button', { name: 'New document' }).click();
      await bodyOf(page).click();
    }
    const since = performance.now();
    const written: string[] = [];
    for (let word = 0; word < 3 + random(5); word++) {
      written.push(`[s.${word}]`);
      await page.keyboard.type(`[s.${word}]`);
    }
    await says(page, 'device', 'failed');
    const toldAfter = performance.now() - since;
    await page.getByText('Not saved on this device').waitFor({ timeout: TOLD_WITHIN_MS });
    await says(page, 'server', 'synced');
    if (mend !== null) {
      await mend();
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await says(page, 'device', 'saved');
    }
    const outcome = await compare([page], written, new Set(written), true, since);
    return { ...outcome, healed: [toldAfter] };
  },
);

export const BROWSER_FAULTS: readonly Fault[] = [tabKilled, manyTabs, storageFails];
