/**
 * `npm run bench -- --journeys`: five things somebody does who has never been here, each with what
 * it takes of clicks and of time, in fresh browsers with the real server.
 *
 * Invariant: whoever goes finds each step by what can be read on the screen, and goes on as soon as
 * it shows; what they write is put in at once, since how fast people type is not the app's. Nothing
 * waits for a time.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { startServer } from '../../app/e2e/support/server.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';
import { launch } from '../speed/measure.ts';

const TURNS = 5;
const WINDOW = { width: 1280, height: 800 };
const BODY = { name: 'Document body' };

/** Somebody at a browser who counts what they press. */
class Newcomer {
  readonly page: Page;
  readonly context: BrowserContext;
  clicks = 0;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  static async arrive(browser: Browser, address: string): Promise<Newcomer> {
    const context = await browser.newContext({
      viewport: WINDOW,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    await page.goto(address);
    return new Newcomer(context, page);
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get body(): Locator {
    return this.page.getByRole('textbox', BODY);
  }

  write(text: string): Promise<void> {
    return this.page.keyboard.insertText(text);
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** A document with a title and a line, as someone begins one. */
  async begin(): Promise<void> {
    await this.click(this.button('New document'));
    await this.page.locator('input:focus, textarea:focus, [contenteditable]:focus').waitFor();
    await this.write('Picnic');
    await this.press('Enter');
    await this.write('Who brings what?');
    await this.body.getByText('Who brings what?').waitFor();
  }

  async share(): Promise<string> {
    await this.click(this.button('Share'));
    await this.click(this.button('Copy link'));
    await this.page.getByText('Link copied').waitFor();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

interface Trip {
  clicks: number;
  ms: number;
}

/** What is walked once everything is there to begin: its first step is the first that counts. */
type Journey = (
  browser: Browser,
  origin: string,
) => Promise<{ who: Newcomer; walk: () => Promise<void> }>;

const JOURNEYS: Readonly<Record<string, Journey>> = {
  'Write a first document and have its link to send': async (browser, origin) => {
    const who = await Newcomer.arrive(browser, origin);
    await who.button('New document').waitFor();
    return {
      who,
      walk: async () => {
        await who.begin();
        await who.share();
      },
    };
  },
  'Come by a link, write, and be read by whoever sent it': async (browser, origin) => {
    const sender = await Newcomer.arrive(browser, origin);
    await sender.begin();
    const link = await sender.share();
    await sender.press('Escape');
    const who = await Newcomer.arrive(browser, 'about:blank');
    return {
      who,
      walk: async () => {
        await who.page.goto(link);
        await who.click(who.body.getByText('Who brings what?'));
        await who.press('End');
        await who.write(' Cheese');
        await sender.body.getByText('Cheese').waitFor();
      },
    };
  },
  'Say something about a sentence': async (browser, origin) => {
    const who = await Newcomer.arrive(browser, origin);
    await who.begin();
    who.clicks = 0;
    return {
      who,
      walk: async () => {
        who.clicks++;
        await who.body.getByText('Who brings what?').click({ clickCount: 3 });
        await who.click(who.page.getByRole('toolbar').getByRole('button', { name: 'Comment' }));
        const panel = who.page.getByRole('complementary', { name: 'Comments' });
        await panel.getByRole('textbox', { name: 'Comment' }).fill('Bread, too');
        await who.click(panel.getByRole('button', { name: 'Comment', exact: true }));
        await panel.getByRole('article').filter({ hasText: 'Bread, too' }).waitFor();
      },
    };
  },
  'Write without a network, and have it sent': async (browser, origin) => {
    const who = await Newcomer.arrive(browser, origin);
    await who.begin();
    const synced = who.page.locator('[data-device="saved"][data-server="synced"]');
    await synced.waitFor();
    await who.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    who.clicks = 0;
    return {
      who,
      walk: async () => {
        await who.context.setOffline(true);
        await who.write(' On the train');
        await who.page.locator('[data-device="saved"]').waitFor();
        await who.page.reload();
        await who.body.getByText('On the train').waitFor();
        await who.context.setOffline(false);
        await synced.waitFor();
      },
    };
  },
  'Find yesterday’s document by a word in it': async (browser, origin) => {
    const who = await Newcomer.arrive(browser, origin);
    await who.begin();
    await who.page.locator('[data-device="saved"]').waitFor();
    await who.page.goto(origin);
    await who.button('New document').waitFor();
    who.clicks = 0;
    return {
      who,
      walk: async () => {
        const dialog = who.page.getByRole('dialog');
        await who.press('ControlOrMeta+k');
        const field = dialog.getByRole('combobox');
        await field.fill('brings');
        await who.page.getByRole('option', { name: /Picnic/ }).waitFor();
        await who.press('Enter');
        await who.body.getByText('Who brings what?').waitFor();
      },
    };
  },
};

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const server = await startServer();
const rows: string[][] = [];
let version = '';
try {
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    const trips: Trip[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const browser = await launch();
      version = browser.version();
      try {
        const { who, walk } = await journey(browser, server.origin);
        const from = performance.now();
        await walk();
        trips.push({ clicks: who.clicks, ms: performance.now() - from });
      } finally {
        await browser.close();
      }
    }
    trips.sort((a, b) => a.ms - b.ms);
    const { clicks, ms } = trips[Math.floor(TURNS / 2)]!;
    rows.push([name, String(clicks), `${(ms / 1000).toFixed(1)} s`]);
    console.log(`${name}: ${clicks} clicks, ${(ms / 1000).toFixed(1)} s`);
  }
} finally {
  await server.dispose();
}

const facts = [
  `${TURNS} each, the medians`,
  new Date().toISOString().slice(0, 10),
  `Chromium ${version}`,
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'of unknown kind'})`,
  `load ${loadavg()[0]!.toFixed(1)}`,
];
const text = `${tableOf([['', 'clicks', 'time'], ...rows])}\n\n${facts.join(', ')}.`;
console.log(`\n${text}`);
if (values.write) writeIntoPage('benchmarks.md', 'journeys', text);
