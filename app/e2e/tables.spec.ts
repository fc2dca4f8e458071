/** Tables with hands: made with `/`, walked with Tab, changed by handles, keys and menus, by two. */

import { holdBack } from './support/held.ts';
import { inputMethod } from './support/input-method.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

/** What each row says, cell by cell. */
function rows(person: Person): Promise<string[][]> {
  return person.body
    .locator('.table tr')
    .evaluateAll((all) =>
      all.map((row) =>
        [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent ?? ''),
      ),
    );
}

async function withTable(person: Person): Promise<void> {
  await person.openLibrary();
  await person.newDocument();
  await person.body.click();
  await person.type('/table');
  const list = person.page.getByRole('listbox', { name: 'Insert block' });
  await expect(list.getByRole('option', { name: 'Table' })).toBeVisible();
  await person.press('Enter');
  await expect(person.body.locator('.table')).toBeVisible();
  for (const text of ['Fruit', 'Amount', 'Note', 'Apple', '3', 'red', 'Pear', '7']) {
    await person.type(text);
    await person.press('Tab');
  }
  await expect
    .poll(() => rows(person))
    .toEqual([
      ['Fruit', 'Amount', 'Note'],
      ['Apple', '3', 'red'],
      ['Pear', '7', ''],
    ]);
}

const cell = (person: Person, text: string) => person.body.locator('td', { hasText: text });
const handle = (person: Person, name: 'Row' | 'Column') =>
  person.page.getByRole('button', { name, exact: true });

async function choose(person: Person, item: string): Promise<void> {
  const { page } = person;
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(person.body).toBeFocused();
}

/** Whether a handle is beside the cell with the caret, where it comes a moment later. */
async function isAtCaret(person: Person, name: 'Row' | 'Column'): Promise<boolean> {
  const box = await handle(person, name).boundingBox();
  return person.page.evaluate(
    ({ box, isRow }) => {
      const caret = document.getSelection()?.anchorNode;
      const element = caret instanceof Element ? caret : caret?.parentElement;
      const cell = element?.closest('td, th')?.getBoundingClientRect();
      if (!cell || !box) return false;
      return isRow
        ? box.y < cell.bottom && box.y + box.height > cell.top
        : box.x < cell.right && box.x + box.width > cell.left;
    },
    { box, isRow: name === 'Row' },
  );
}

async function drag(person: Person, name: 'Row' | 'Column', onto: string, side: 'start' | 'end') {
  await expect.poll(() => isAtCaret(person, name)).toBe(true);
  const from = await handle(person, name).boundingBox();
  const to = await cell(person, onto).boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag.');
  const share = side === 'start' ? 0.1 : 0.9;
  const { mouse } = person.page;
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(to.x + to.width * share, to.y + to.height * share, { steps: 8 });
  await mouse.up();
}

test('a table is made with /, walked with Tab, and a row comes behind the last cell', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  await ana.press('Tab');
  await ana.withoutPauses(() => ana.type('Plum'));
  await expect.poll(() => rows(ana)).toHaveLength(4);
  await expect.poll(async () => (await rows(ana))[3]).toEqual(['Plum', '', '']);
  await expect(cell(ana, 'Fruit')).toHaveRole('columnheader');
  await ana.press('Control+z');
  await ana.press('Control+z');
  await expect.poll(() => rows(ana)).toHaveLength(3);
  await ana.isSynced();
  await ana.page.reload();
  await expect.poll(async () => (await rows(ana))[1]).toEqual(['Apple', '3', 'red']);
});

test('rows and columns are dragged by their handles, and changed by menus and keys', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  await cell(ana, 'Apple').click();
  await drag(ana, 'Row', 'Pear', 'end');
  await expect
    .poll(async () => (await rows(ana)).map(([first]) => first))
    .toEqual(['Fruit', 'Pear', 'Apple']);
  await drag(ana, 'Column', 'red', 'end');
  await expect.poll(async () => (await rows(ana))[2]).toEqual(['3', 'red', 'Apple']);
  await ana.press('Control+z');
  await expect.poll(async () => (await rows(ana))[2]).toEqual(['Apple', '3', 'red']);

  await cell(ana, 'Pear').click();
  await handle(ana, 'Row').click();
  await choose(ana, 'Insert row below');
  await ana.type('Quince');
  await expect.poll(async () => (await rows(ana))[2]).toEqual(['Quince', '', '']);
  await handle(ana, 'Column').click();
  await choose(ana, 'Delete column');
  await expect
    .poll(() => rows(ana))
    .toEqual([
      ['Amount', 'Note'],
      ['7', ''],
      ['', ''],
      ['3', 'red'],
    ]);
  await ana.press('Control+z');
  await expect.poll(async () => (await rows(ana))[3]).toEqual(['Apple', '3', 'red']);

  await cell(ana, 'red').click();
  await ana.press('Alt+Shift+ArrowLeft');
  await expect.poll(async () => (await rows(ana))[3]).toEqual(['Apple', 'red', '3']);
  // The menu without a pointer.
  await ana.press('Control+.');
  await expect(ana.page.getByRole('menuitem', { name: 'Insert row above' })).toBeFocused();
  await ana.press('Enter');
  await expect.poll(() => rows(ana)).toHaveLength(5);
});

test('a column is made wider with the mouse and with keys, and stays so', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  await cell(ana, 'Apple').click();
  const edge = ana.page.getByRole('separator', { name: 'Column width' });
  const before = await cell(ana, 'Apple').boundingBox();
  const at = await edge.boundingBox();
  if (!before || !at) throw new Error('There is nothing to drag.');
  await ana.page.mouse.move(at.x + at.width / 2, at.y + 10);
  await ana.page.mouse.down();
  await ana.page.mouse.move(at.x + at.width / 2 + 80, at.y + 10, { steps: 5 });
  await ana.page.mouse.up();
  const width = async () => (await cell(ana, 'Apple').boundingBox())?.width ?? 0;
  const wanted = Math.round(before.width + 80);
  await expect(edge).toHaveAttribute('aria-valuenow', String(wanted));
  await expect.poll(width).toBeCloseTo(wanted, -0.5);
  await edge.focus();
  await ana.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(wanted - 16));
  await ana.isSynced();
  await ana.page.reload();
  await expect.poll(width).toBeCloseTo(wanted - 16, -0.5);
});

test('a wide table goes on into the empty margin, and fades where it scrolls', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  const line = (columns: number, text: string) => `|${` ${text} |`.repeat(columns)}`;
  const table = (columns: number) =>
    [line(columns, 'Column'), line(columns, '---'), line(columns, '12')].join('\n');
  const arabic = [line(2, 'المدّ'), line(2, '---'), line(2, '12')].join('\n');
  const all = [table(2), table(10), table(20), arabic, 'The end'];
  await ana.newDocumentOf(all.join('\n\n'), 'The end');
  const tables = ana.body.locator('.table');
  const widths = () => tables.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
  const hidden = () =>
    tables.evaluateAll((all) =>
      all.map((each) =>
        Number.parseFloat(getComputedStyle(each).getPropertyValue('--hidden-behind')),
      ),
    );
  for (const width of [1280, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const column = (await ana.title.boundingBox())!.width;
    const [narrow, wide, widest] = await widths();
    expect(narrow).toBeCloseTo(column, 0);
    if (width === 1280) expect(wide).toBeGreaterThan(column + 100);
    expect(widest).toBeGreaterThanOrEqual(wide!);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const [none, , some] = await hidden();
    expect(none).toBe(0);
    expect(some).toBeGreaterThan(16);
  }
  await tables.nth(2).evaluate((each) => each.scrollTo(each.scrollWidth, 0));
  await expect.poll(async () => (await hidden())[2]).toBe(0);

  // Numbers stand where the words of their table begin.
  const roomBesideNumber = (index: number) =>
    tables
      .nth(index)
      .getByText('12')
      .first()
      .evaluate((number) => {
        const cell = number.closest('td')!.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(number);
        const text = range.getBoundingClientRect();
        return { left: text.left - cell.left, right: cell.right - text.right };
      });
  const leftToRight = await roomBesideNumber(0);
  expect(leftToRight.left).toBeLessThan(leftToRight.right);
  const rightToLeft = await roomBesideNumber(3);
  expect(rightToLeft.right).toBeLessThan(rightToLeft.left);
});

offlineTest(
  'apart, one adds a row and the other a column: together it is a rectangle with both',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await withTable(ana);
    await ana.isSynced();
    const ben = await arrive('Ben');
    await ben.open(await ana.share('editor'));
    await expect.poll(() => rows(ben)).toHaveLength(3);
    await ana.goOffline();
    await ben.goOffline();
    await cell(ana, 'Apple').click();
    await handle(ana, 'Row').click();
    await choose(ana, 'Insert row below');
    await ana.type('Plum');
    await cell(ben, 'Amount').click();
    await handle(ben, 'Column').click();
    await choose(ben, 'Insert column behind');
    await ben.type('Price');
    await cell(ben, 'Pear').click();
    await ben.press('End');
    await ben.type('s');
    await cell(ben, 'Apple').click();
    await drag(ben, 'Row', 'Pears', 'end');
    await ana.goOnline();
    await ben.goOnline();
    for (const person of [ana, ben])
      await expect
        .poll(() => rows(person))
        .toEqual([
          ['Fruit', 'Amount', 'Price', 'Note'],
          ['Pears', '7', '', ''],
          ['Apple', '3', '', 'red'],
          ['Plum', '', '', ''],
        ]);
  },
);

test('arrows go up and down in a column, out of the table, and to a new line where there is none', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const table = '| aa | bb |\n| - | - |\n| cc | dd |';
  await ana.newDocumentOf(`over the table\n\n${table}`, 'dd');
  const goAndType = async (keys: string[], letter: string) => {
    for (const key of keys) await ana.press(key);
    await ana.type(letter);
  };
  await ana.isSynced();
  // Whoever is quicker than what knows the ways through tables is not led astray.
  const letCome = await holdBack(ana.page, '**/assets/special-views*.js');
  await ana.page.reload();
  await ana.putCaret({ after: 'bb' });
  await goAndType(['ArrowDown'], '1');
  letCome();
  await goAndType(['ArrowUp'], '2');
  await goAndType(['ControlOrMeta+End'], '3');
  // A browser would go on in the first cell.
  await goAndType(['ArrowRight'], '4');
  await ana.reads(['over the table', 'aabb2ccdd134']);
  await goAndType(['ArrowDown'], 'below');
  await goAndType(['Home', 'ArrowLeft'], '5');
  await ana.reads(['over the table', 'aabb2ccdd1345', 'below']);
  await ana.putCaret({ after: 'aa' });
  await goAndType(['ArrowUp', 'Home'], '6');
  await goAndType(['ArrowDown', 'Home', 'ArrowLeft'], '7');
  await ana.reads(['6over the table7', 'aabb2ccdd1345', 'below']);
});

test('selected cells are made one, for everyone, written in by two and made single again', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ana.isSynced();
  // From "Apple" to "7", with the mouse.
  const [from, to] = [await cell(ana, 'Apple').boundingBox(), await cell(ana, '7').boundingBox()];
  await ana.page.mouse.move(from!.x + 8, from!.y + from!.height / 2);
  await ana.page.mouse.down();
  await ana.page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 8 });
  await ana.page.mouse.up();
  await expect
    .poll(() => ana.page.evaluate(() => String(getSelection()).length))
    .toBeGreaterThan(5);
  await handle(ana, 'Row').click();
  await choose(ana, 'Merge selected cells');
  for (const person of [ana, ben]) {
    const one = person.body.locator('td[rowspan="2"][colspan="2"]');
    await expect(one).toBeVisible();
    await expect(one.locator('br')).toHaveCount(3);
    await expect(one).toHaveText('Apple3Pear7');
    await expect(person.body.locator('td:visible')).toHaveCount(6);
  }
  // Tab passes over what is covered, and what Ben writes there is in it.
  await ben.body.locator('td[rowspan="2"]').click();
  await ben.press('ControlOrMeta+End');
  await cell(ben, 'red').click();
  await ben.press('Shift+Tab');
  await ben.type('!');
  await expect(ana.body.locator('td[rowspan="2"]')).toHaveText('Apple3Pear7!');
  await ana.body.locator('td[rowspan="2"]').click();
  await handle(ana, 'Row').click();
  await choose(ana, 'Split cell');
  for (const person of [ana, ben])
    await expect
      .poll(() => rows(person))
      .toEqual([
        ['Fruit', 'Amount', 'Note'],
        ['Apple', '3', 'red'],
        ['Pear', '7!', ''],
      ]);
});

test('keys in a cell take effect in their order, whichever of the parts they wait for comes first', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  const link = await ana.share('editor');
  for (const [fruit, isTableFirst] of [
    ['Apple', true],
    ['Fruit', false],
  ] as const) {
    const ben = await arrive('Ben');
    const table = await holdBack(ben.page, /\/special-views-/);
    const commands = await holdBack(ben.page, /\/command-registry-/);
    await ben.open(link);
    await cell(ben, fruit).click();
    const { keyboard } = ben.page;
    await keyboard.press('End');
    // One part knows how to go through a cell, the other one what is struck.
    for (let times = 0; times < 3; times++) await keyboard.press('Shift+ArrowLeft');
    await keyboard.press('ControlOrMeta+Shift+x');
    await keyboard.press('ArrowRight');
    await keyboard.type(' 🍎k1006y');
    expect((await rows(ben)).flat()).toContain(fruit);
    if (isTableFirst) table();
    else commands();
    await keyboard.type('!');
    if (isTableFirst) commands();
    else table();
    await expect.poll(async () => (await rows(ana)).flat()).toContain(`${fruit} 🍎k1006y!`);
    await expect(cell(ana, fruit).locator('s')).toHaveText(new RegExp(`^${fruit.slice(2)}`));
    await ben.leave();
  }
});

test('a word composed in an empty cell is there once, with somebody in the cell beside it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await withTable(ana);
  await ana.press('Tab');
  await ana.press('Tab');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await expect.poll(async () => (await rows(ben)).length).toBe(4);
  const { compose, commit } = await inputMethod(ana);
  const cell = (person: Person, row: number, column: number) =>
    person.body.locator('.table tr').nth(row).getByRole('cell').nth(column);
  await cell(ben, 3, 0).click();
  await expect(cell(ana, 3, 0).locator('.caret')).toHaveCount(1);
  for (const [row, column] of [
    [2, 2],
    [3, 1],
    [3, 2],
  ] as const) {
    await cell(ana, row, column).click();
    for (const shown of ['に', 'にほ', 'にほん']) await compose(shown);
    await commit('日本');
    await expect(cell(ana, row, column)).toHaveText('日本');
  }
  await ben.type('here');
  const expected = [
    ['Fruit', 'Amount', 'Note'],
    ['Apple', '3', 'red'],
    ['Pear', '7', '日本'],
    ['here', '日本', '日本'],
  ];
  for (const person of [ana, ben]) await expect.poll(() => rows(person)).toEqual(expected);
});
