/** What the first frames show: nothing that moves, and no other theme. */
import type { Page } from '@playwright/test';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const PARAGRAPHS = 2000;

declare global {
  interface Window {
    /** What moved by itself, and where from and to. */
    shifts: string[];
    /** The grounds of the frames so far. */
    grounds: string[];
  }
  interface LayoutShift extends PerformanceEntry {
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
}

/** From the next page on, notes what moves without anybody having done anything. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const place = ({ x, y, width, height }: DOMRectReadOnly) =>
          [x, y, width, height].map(Math.round).join(' ');
        for (const { node, previousRect, currentRect } of entry.sources)
          window.shifts.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName}: ` +
              `${place(previousRect)} to ${place(currentRect)}`,
          );
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    window.grounds = [];
    const look = () => {
      const ground = document.body && getComputedStyle(document.documentElement).backgroundColor;
      if (ground && window.grounds.at(-1) !== ground) window.grounds.push(ground);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What has moved so far; all that comes after the page is there by then. */
async function shifts({ page }: Person): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return page.evaluate(() => window.shifts);
}

test('nothing moves by itself: on the first visit, on the next, and in a long document', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await watch(ana.page);
  await ana.openLibrary();
  expect(await shifts(ana)).toEqual([]);
  const chooser = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: 'Import' }).click();
  const lines = Array.from({ length: PARAGRAPHS }, (_, index) =>
    `Paragraph ${index}: ${'a quiet river bends around old stones '.repeat(1 + (index % 7))}`.trim(),
  );
  const buffer = Buffer.from(`# Long\n\n${lines.join('\n\n')}`);
  await (await chooser).setFiles({ name: 'long.md', mimeType: 'text/markdown', buffer });
  await ana.sees('Paragraph 0:');
  await ana.isSynced();
  // Again, with and without what was last seen of it.
  for (const snapshot of ['kept', 'lost']) {
    if (snapshot === 'lost')
      await ana.page.addInitScript(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('driftless.picture')) localStorage.removeItem(key);
      });
    await ana.page.reload();
    await ana.sees('Paragraph 0:');
    await ana.isSynced();
    expect(await shifts(ana), `the snapshot of the page is ${snapshot}`).toEqual([]);
  }
  await ana.page.goto('/');
  await expect(ana.documents.getByRole('listitem')).toHaveCount(1);
  expect(await shifts(ana)).toEqual([]);
  await ana.page.goto('/settings');
  await expect(ana.page.getByText(/^Server/)).toBeVisible();
  expect(await shifts(ana)).toEqual([]);
});

test('a theme that somebody chose is there from the first frame', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.page.emulateMedia({ colorScheme: 'light' });
  await ana.page.goto('/settings');
  const ground = () =>
    ana.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await ana.page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  const dark = await ground();
  expect(dark).not.toBe(light);
  await watch(ana.page);
  for (const address of ['/', '/settings']) {
    await ana.page.goto(address);
    await expect(ana.page.getByRole('link', { name: 'Driftless' })).toBeVisible();
    expect(await ana.page.evaluate(() => window.grounds)).toEqual([dark]);
  }
  // What the browser draws around the page, too.
  const tints = ana.page.locator('meta[name="theme-color"]');
  await expect(tints.first()).toHaveAttribute('content', dark);
});
