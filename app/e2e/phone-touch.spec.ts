/** A finger on a document that is being written in, and a window that changes its size meanwhile. */
import { devices } from '@playwright/test';
import { blockWith } from './support/blocks.ts';
import { expect, test } from './support/test.ts';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
const LINES = Array.from(
  { length: 60 },
  (_, line) => `line${line}. ${'word '.repeat(line % 9)}end`,
);

test('a finger scrolls, selects and pinches, the keyboard comes, the phone is turned', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', PHONE);
  const { page } = ana;
  await ana.newDocumentOf(LINES.join('\n\n'), 'line0.');
  const device = await ana.context.newCDPSession(page);
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
    device.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  const resize = (width: number, height: number) =>
    device.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: true,
    });
  /** Where the selection's end is in the window. */
  const caret = () =>
    page.evaluate(() => {
      const { focusNode, focusOffset } = getSelection()!;
      const range = document.createRange();
      range.setStart(focusNode!, Math.max(0, focusOffset - 1));
      range.setEnd(focusNode!, focusOffset);
      const { top, bottom } = range.getBoundingClientRect();
      return { top, bottom, text: focusNode!.textContent, offset: focusOffset };
    });
  const tap = async (text: string) => {
    const box = (await blockWith(ana, text).boundingBox())!;
    await page.touchscreen.tap(box.x + 60, box.y + box.height / 2);
  };
  /** The first block that is seen below the bar at the top. */
  const firstSeen = () =>
    ana.body.evaluate((body) => {
      const top = document.querySelector('header')!.getBoundingClientRect().bottom;
      const blocks = [...body.children] as HTMLElement[];
      return blocks.find((block) => block.getBoundingClientRect().bottom > Math.max(0, top) + 4)!
        .textContent;
    });

  // The keyboard comes over the line that was tapped: the line goes above it and the toolbar.
  await page.evaluate(() => scrollTo(0, 0));
  const low = await ana.body.evaluate(
    (body) =>
      [...body.children].find((block) => block.getBoundingClientRect().bottom > 700)!.textContent!,
  );
  await tap(low);
  await expect(toolbar).toBeVisible();
  await resize(390, 480);
  await expect
    .poll(async () =>
      Math.round((await toolbar.boundingBox())!.y + (await toolbar.boundingBox())!.height),
    )
    .toBe(480);
  await expect
    .poll(async () => (await caret()).bottom - (await toolbar.boundingBox())!.y)
    .toBeLessThanOrEqual(0);
  expect((await caret()).text).toBe(low);

  // What is scrolled away stays where one writes; what is typed brings it back.
  const before = await caret();
  await page.evaluate(() => scrollBy(0, 900));
  await expect.poll(async () => (await caret()).bottom).toBeLessThan(0);
  expect(await caret()).toMatchObject({ text: before.text, offset: before.offset });
  await device.send('Input.insertText', { text: 'typed' });
  await expect(blockWith(ana, 'typed')).toHaveCount(1);
  await expect.poll(async () => (await caret()).top).toBeGreaterThan(0);

  // The handles of a selection say nothing but that it is another: the toolbar knows.
  await ana.body.evaluate((body, text) => {
    const block = [...body.children].find((each) => each.textContent!.includes(text))!;
    const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT).nextNode()!;
    const at = words.textContent!.indexOf(text);
    getSelection()!.setBaseAndExtent(words, at, words, at + 3);
    getSelection()!.setBaseAndExtent(words, at, words, at + text.length);
  }, 'typed');
  await toolbar.getByRole('button', { name: 'Bold' }).tap();
  await expect(ana.body.locator('strong')).toHaveText('typed');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The keyboard goes, and the phone is turned: one reads where one read.
  await ana.body.evaluate((body) => body.blur());
  await resize(390, 844);
  await page.evaluate(
    () =>
      new Promise((scrolled) => {
        addEventListener('scroll', scrolled, { once: true });
        scrollTo(0, 1500);
      }),
  );
  const reading = await firstSeen();
  await resize(844, 390);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(844);
  await expect.poll(firstSeen).toBe(reading);
  await resize(390, 844);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(390);
  await expect.poll(firstSeen).toBe(reading);

  // Nobody writes: a finger that scrolls lifts nothing.
  const from = await page.evaluate(() => scrollY);
  await touch('touchStart', 150, 600);
  for (let step = 1; step <= 10; step++) await touch('touchMove', 150, 600 - step * 20);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from + 50);
  await expect(ana.body.locator('.pointed-block')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
});
