/** The same document under a thumb. */
import { devices, type Page } from '@playwright/test';
import { blockWith } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };

interface Finger {
  down(x: number, y: number): Promise<unknown>;
  move(x: number, y: number): Promise<unknown>;
  up(): Promise<unknown>;
}

async function fingerOf({ context, page }: Person): Promise<Finger> {
  const device = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
    device.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  return {
    down: (x, y) => touch('touchStart', x, y),
    move: (x, y) => touch('touchMove', x, y),
    up: () => touch('touchEnd'),
  };
}

async function middleOf(person: Person, text: string): Promise<{ x: number; y: number }> {
  const box = (await blockWith(person, text).boundingBox())!;
  return { x: box.x + 60, y: box.y + box.height / 2 };
}

/** How far the page can be scrolled sideways, px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The smaller side of the smallest of the buttons, px. */
function smallest(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((all) =>
    Math.min(
      ...all.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height);
      }),
    ),
  );
}

test('a phone writes with a toolbar, drags blocks with a resting finger, and has sheets', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', PHONE);
  const { page } = ana;
  await ana.openLibrary();
  await ana.newDocument('one', 'two', 'three', 'four');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(toolbar).toBeVisible();
  const bar = (await toolbar.boundingBox())!;
  expect(bar.y + bar.height).toBeCloseTo(844, 0);
  expect(await smallest(page, '[role="toolbar"] button')).toBeGreaterThanOrEqual(44);
  await toolbar.getByRole('button', { name: 'Bold' }).tap();
  await ana.type('!');
  await expect(ana.body.locator('strong')).toHaveText('!');
  // The line one writes in is never behind the toolbar.
  for (let line = 0; line < 30; line++) await ana.press('Enter');
  await ana.type('last');
  const last = (await blockWith(ana, 'last').boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(bar.y);
  // Nothing is left in the text of a list that nothing was chosen from.
  await toolbar.getByRole('button', { name: 'Insert block' }).tap();
  await expect(page.getByRole('listbox', { name: 'Insert block' })).toBeVisible();
  await ana.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Insert block' })).toBeHidden();
  expect((await ana.lines()).at(-1)).toBe('last');
  await toolbar.getByRole('button', { name: 'Insert block' }).tap();
  const kinds = page.getByRole('listbox', { name: 'Insert block' });
  await expect(kinds).toBeVisible();
  const list = (await kinds.boundingBox())!;
  expect(list.y + list.height).toBeLessThanOrEqual(bar.y);
  await page.getByRole('option', { name: 'Heading 2' }).tap();
  await expect(ana.body.locator('h2')).toHaveCount(1);
  for (let step = 0; step < 40; step++)
    if ((await ana.lines()).length > 4) await toolbar.getByRole('button', { name: 'Undo' }).tap();
  await ana.body.evaluate((body) => body.blur());
  await expect(toolbar).toBeHidden();

  // Nobody writes: a finger that rests lifts the block under it; there is a line where it would be.
  await page.evaluate(() => scrollTo(0, 0));
  const finger = await fingerOf(ana);
  const from = await middleOf(ana, 'one');
  const to = await middleOf(ana, 'three');
  await finger.down(from.x, from.y);
  await expect(blockWith(ana, 'one')).toHaveClass(/pointed-block/);
  await finger.move(from.x, from.y + 12);
  await finger.move(to.x, to.y + 10);
  const line = page.getByTestId('drop-line');
  await expect(line).toBeVisible();
  const three = (await blockWith(ana, 'three').boundingBox())!;
  await expect
    .poll(async () => Math.abs((await line.boundingBox())!.y - three.y - three.height))
    .toBeLessThan(6);
  await finger.up();
  await expect(line).toBeHidden();
  await expect
    .poll(async () => (await ana.lines()).slice(0, 4))
    .toEqual(['two', 'three', 'one', 'four!']);
  await expect(toolbar).toBeHidden();

  // Where it lets go without a move, the block's menu is a sheet at the bottom.
  const two = await middleOf(ana, 'two');
  await finger.down(two.x, two.y);
  await expect(blockWith(ana, 'two')).toHaveClass(/pointed-block/);
  await finger.up();
  const menu = page.getByRole('menu', { name: 'Block' });
  await expect(menu).toBeVisible();
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await menu.boundingBox())!;
      return { x, width, bottom: y + height };
    })
    .toEqual({ x: 0, width: 390, bottom: 844 });
  expect(await smallest(page, '[role="menuitem"]')).toBeGreaterThanOrEqual(44);
  await menu.getByRole('menuitem', { name: 'Turn into' }).tap();
  await page.getByRole('menuitem', { name: 'Bulleted list' }).tap();
  await expect.poll(() => ana.body.locator('.bullet').allInnerTexts()).toEqual(['two']);

  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  const share = page.getByRole('dialog', { name: 'Share' });
  await expect
    .poll(async () => {
      const box = (await share.boundingBox())!;
      return [box.width, Math.round(box.y + box.height)];
    })
    .toEqual([390, 844]);
});

test('nothing but tables and code is wider than a small phone', async ({ arrive }) => {
  const small = { ...PHONE, viewport: { width: 320, height: 600 } };
  const ana = await arrive('Ana', small);
  const { page } = ana;
  await ana.openLibrary();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await ana.newDocument('word '.repeat(20) + 'w'.repeat(300));
  await ana.press('Enter');
  await ana.paste(WIDE);
  await expect(ana.body.locator('table')).toBeVisible();
  await expect(ana.body.locator('.task')).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  for (const selector of ['pre', '.table'])
    expect(
      await ana.body.locator(selector).evaluate((box) => box.scrollWidth > box.clientWidth),
      `${selector} scrolls by itself`,
    ).toBe(true);
  // Nor is what belongs to a line that is read from right to left, of which the first comes first.
  await ana.paste(`\n\n${tableOf('עמודה')}\n\nסוף`);
  await expect(page.locator('[data-handle][data-at-end]')).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  const isFirstSeen = await ana.body
    .locator('.table')
    .last()
    .evaluate((box) => {
      const around = box.getBoundingClientRect();
      const first = box.querySelector('td')!.getBoundingClientRect();
      return first.left >= around.left && first.right <= around.right;
    });
  expect(isFirstSeen).toBe(true);
  // Nor is the name of somebody who writes at the end of a line; and what asks for it is not over
  // their toolbar.
  const ben = await arrive('Ben', small);
  await ben.open(await ana.share('editor'));
  const prompt = ben.page.getByRole('form', { name: 'Your name here' });
  await expect(prompt).toBeVisible();
  await blockWith(ben, 'word word').tap({ position: { x: 250, y: 16 } });
  await expect(ben.page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await expect(prompt).toBeHidden();
  await expect(ana.body.locator('.caret')).toHaveClass(/at-edge/);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Share', exact: true }).tap();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

function tableOf(word: string): string {
  return `| ${`${word} ${word} | `.repeat(12)}\n| ${'- | '.repeat(12)}\n| ${`${word} | `.repeat(12)}`;
}

const WIDE = [
  `# ${'Heading'.repeat(20)}`,
  `- [ ] ${'task'.repeat(60)}`,
  `> ${'quote'.repeat(60)}`,
  `https://example.org/${'a'.repeat(200)}`,
  `\`\`\`js\n${'let code; '.repeat(30)}\n\`\`\``,
  tableOf('cell'),
  'end',
].join('\n\n');
