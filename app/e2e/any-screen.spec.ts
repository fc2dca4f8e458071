/** The same app at 200 %, from right to left, and in the system's high contrast. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** How far the page can be scrolled sideways, px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Runs in the page: what asks for a frame gets it after an event `frames`. */
function holdFrames(): void {
  const request = window.requestAnimationFrame;
  const waiting: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  const release = () => {
    window.requestAnimationFrame = request;
    for (const callback of waiting) request(callback);
  };
  addEventListener('frames', release, { once: true });
}

test('nothing is cut off at 200 %, nor from right to left; high contrast shows what is chosen', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  const dialog = page.getByRole('dialog');
  await ana.openLibrary();
  await ana.newDocument('a line', `a ${'long'.repeat(60)} word`);
  await ana.title.fill('t'.repeat(200));
  await ana.isSynced();
  /** Looks at each screen and at what opens. */
  const walk = async (look: (where: string) => Promise<void>) => {
    await look('a document');
    await ana.body.click();
    await ana.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
    await look('the palette');
    await ana.press('Escape');
    await page.mouse.move(9, 300);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await look('sharing');
    await ana.press('Escape');
    // Also the one before it: two may fade at once.
    await expect(dialog).toHaveCount(0);
    await ana.goBack();
    await look('the library');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Your name' }).fill('n'.repeat(60));
    await look('the settings');
    await page.getByRole('link', { name: 'Driftless' }).click();
    await ana.documents.getByRole('link').click();
    await ana.isSynced();
  };
  // A window of 1280 by 900 at 200 %, and at 400 % of its width.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 450 });
    await walk(async (where) => {
      expect(await sideways(page), `${where} at ${width} px`).toBe(0);
    });
  }
  // However long a title is, what it is told with can be taken back.
  await ana.goBack();
  await page.getByRole('button', { name: /^Actions for t/ }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await undo.click();
  await ana.documents.getByRole('link').click();
  await ana.isSynced();
  // A panel beside the text leaves all of it to be read.
  const outline = page.getByRole('complementary', { name: 'Outline' });
  for (const width of [1440, 820, 660]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    const text = (await ana.body.boundingBox())!;
    expect(text.x + text.width).toBeLessThan((await outline.boundingBox())!.x);
    expect(await sideways(page), `the outline at ${width} px`).toBe(0);
    await outline.getByRole('button', { name: 'Close outline' }).click();
    await expect(outline).toBeHidden();
  }
  // What scripts place before the next frame is where the layout leaves it, and nothing is cut off by that.
  await ana.body.getByText('a line').hover();
  await expect(page.getByRole('button', { name: 'Move block' })).toBeVisible();
  await page.evaluate(holdFrames);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  expect(await sideways(page), 'before the frame').toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('frames')));
  await walk(async (where) => {
    expect(await sideways(page), `${where} from right to left`).toBe(0);
  });
  const back = page.getByRole('link', { name: 'Back to all documents' });
  const share = page.getByRole('button', { name: 'Share', exact: true });
  expect((await share.boundingBox())!.x).toBeLessThan((await back.boundingBox())!.x);
  await expect(back.locator('svg')).toHaveCSS('scale', '-1 1');

  await page.emulateMedia({ forcedColors: 'active' });
  await expect(share).toHaveCSS('border-top-width', '1px');
  await ana.body.click();
  await ana.press('ControlOrMeta+k');
  await expect(dialog).toHaveCSS('border-top-width', '1px');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveCSS('outline-width', '2px');
  await expect(options.nth(1)).toHaveCSS('outline-style', 'none');
});
