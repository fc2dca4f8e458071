/** Tables on their way in and out through the clipboard of a real browser. */
import type { Page } from '@playwright/test';
import { holdBack } from './support/held.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const SHEET =
  '<table><tbody><tr><td>Pear</td><td>7</td></tr><tr><td>Plum</td><td></td></tr></tbody></table>';

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate(async (types) => {
    const items = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  }, data);
  await page.keyboard.press('ControlOrMeta+v');
}

/** What each row of each table says, cell by cell. */
function rows(person: Person): Promise<string[][]> {
  return person.body
    .locator('.table tr')
    .evaluateAll((all) =>
      all.map((row) =>
        [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent ?? ''),
      ),
    );
}

test('cells of a spreadsheet become a table, fill cells of one, and are copied as they are', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('before');
  await ana.body.click();
  await ana.page.keyboard.press('ControlOrMeta+End');
  await ana.page.keyboard.press('Enter');
  await paste(ana.page, { 'text/plain': 'Fruit\tAmount\nApple\t3\n' });
  const first = [
    ['Fruit', 'Amount'],
    ['Apple', '3'],
  ];
  await expect.poll(() => rows(ana)).toEqual(first);

  await ana.body.locator('td', { hasText: 'Apple' }).click();
  await paste(ana.page, { 'text/html': SHEET, 'text/plain': 'not this' });
  const filled = [
    ['Fruit', 'Amount'],
    ['Pear', '7'],
    ['Plum', ''],
  ];
  await expect.poll(() => rows(ana)).toEqual(filled);

  await ana.body.locator('p', { hasText: 'before' }).click();
  await ana.page.keyboard.press('ControlOrMeta+a');
  await ana.page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(() => ana.page.evaluate(() => navigator.clipboard.readText()))
    .toContain('| Pear | 7 |');
  await ana.page.keyboard.press('ControlOrMeta+v');
  await expect.poll(() => rows(ana)).toEqual(filled);
});

test('while the part for it is still loading, what is pasted waits for it in its place, and one copies and cuts', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const arrived = await holdBack(ana.page, /\/clipboard-/);
  await ana.openLibrary();
  await ana.newDocument('one two');
  await ana.body.click();
  await keyboard.press('ControlOrMeta+End');
  await keyboard.press('Enter');
  await paste(ana.page, {
    'text/html': '<ul><li>a<ul><li>b</li></ul></li></ul>',
    'text/plain': '',
  });
  // Who goes on meanwhile goes on behind it, and may copy and cut.
  await ana.type('and on');
  await ana.reads(['one two', 'and on']);
  const clip = () => ana.page.evaluate(() => navigator.clipboard.readText());
  await keyboard.press('Shift+Home');
  await keyboard.press('ControlOrMeta+c');
  await expect.poll(clip).toBe('and on');
  await keyboard.press('ArrowRight');
  for (let step = 0; step < 3; step++) await keyboard.press('Shift+ArrowLeft');
  await keyboard.press('ControlOrMeta+x');
  await ana.reads(['one two', 'and']);
  await expect.poll(clip).toBe(' on');
  arrived();
  await ana.reads(['one two', 'a', 'band']);
  await expect(ana.body.locator('[data-depth="1"]')).toHaveText('band');
  await keyboard.press('ControlOrMeta+v');
  await ana.reads(['one two', 'a', 'band on']);
});
