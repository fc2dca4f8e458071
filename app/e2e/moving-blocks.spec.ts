/** Blocks as things to take hold of: the handle in the margin, its menu, and the keys for the same. */
import { blockWith, chooseForBlock, dragBlock, handleOf, hasBlocks } from './support/blocks.ts';
import { holdBack } from './support/held.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function begin(arrive: (name: string) => Promise<Person>, text: string): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type(text);
  return ana;
}

/** Alpha with two children, then Bravo and Charlie. */
async function outline(arrive: (name: string) => Promise<Person>): Promise<Person> {
  const ana = await begin(arrive, '- Alpha\nAnt');
  await ana.press('Tab');
  await ana.type('\nApe\nBravo');
  await ana.press('Shift+Tab');
  await ana.type('\nCharlie');
  await hasBlocks(ana, [
    'bullet Alpha',
    'bullet+1 Ant',
    'bullet+1 Ape',
    'bullet Bravo',
    'bullet Charlie',
  ]);
  return ana;
}

test('a block is dragged by its handle with all that is nested in it, and one undo puts it back', async ({
  arrive,
}) => {
  const ana = await outline(arrive);
  await dragBlock(ana, 'Alpha', { behind: 'Bravo' });
  const moved = ['bullet Bravo', 'bullet Alpha', 'bullet+1 Ant', 'bullet+1 Ape', 'bullet Charlie'];
  await hasBlocks(ana, moved);
  await ana.putCaret({ after: 'Charlie' });
  await ana.press('ControlOrMeta+z');
  await hasBlocks(ana, [
    'bullet Alpha',
    'bullet+1 Ant',
    'bullet+1 Ape',
    'bullet Bravo',
    'bullet Charlie',
  ]);
});

test('dragging to the side nests a block, no deeper than there is a parent for', async ({
  arrive,
}) => {
  const ana = await outline(arrive);
  await dragBlock(ana, 'Charlie', { before: 'Bravo' }, 3);
  await hasBlocks(ana, [
    'bullet Alpha',
    'bullet+1 Ant',
    'bullet+1 Ape',
    'bullet+2 Charlie',
    'bullet Bravo',
  ]);
  await dragBlock(ana, 'Bravo', { before: 'Ant' });
  await hasBlocks(ana, [
    'bullet Alpha',
    'bullet+1 Bravo',
    'bullet+1 Ant',
    'bullet+1 Ape',
    'bullet+2 Charlie',
  ]);
});

test('the line shows where it would land, and Escape leaves everything as it was', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one\ntwo\nthree');
  const handle = (await (await handleOf(ana, 'one')).boundingBox())!;
  const { mouse } = ana.page;
  await mouse.move(handle.x + 8, handle.y + 8);
  await mouse.down();
  const third = (await blockWith(ana, 'three').boundingBox())!;
  await mouse.move(handle.x + 8, third.y + 2, { steps: 4 });
  const line = ana.page.getByTestId('drop-line');
  await expect(line).toBeVisible();
  await expect
    .poll(async () => Math.round((await line.boundingBox())!.y - third.y))
    .toBeLessThanOrEqual(2);
  await ana.press('Escape');
  await expect(line).toBeHidden();
  await mouse.up();
  await hasBlocks(ana, ['text one', 'text two', 'text three']);
});

test('several selected blocks are dragged together', async ({ arrive }) => {
  const ana = await begin(arrive, 'one\ntwo\nthree\nfour');
  await ana.putCaret({ before: 'one' });
  await ana.press('Shift+ArrowDown');
  await ana.press('Shift+End');
  // By its toolbar the page says that it has heard of the selection.
  await expect(ana.page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  expect(await ana.page.evaluate(() => String(getSelection()))).toMatch(/^one\s+two$/);
  await dragBlock(ana, 'two', { behind: 'four' });
  await hasBlocks(ana, ['text three', 'text four', 'text one', 'text two']);
});

test('the text scrolls when a block is held at the edge of the window', async ({ arrive }) => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`);
  const ana = await begin(arrive, '');
  await ana.paste(lines.join('\n\n'));
  await ana.sees('line 60.');
  await ana.page.evaluate(() => scrollTo(0, 0));
  const handle = (await (await handleOf(ana, 'line 2.')).boundingBox())!;
  const { mouse } = ana.page;
  await mouse.move(handle.x + 8, handle.y + 8);
  await mouse.down();
  await mouse.move(handle.x + 8, 890, { steps: 3 });
  const last = blockWith(ana, 'line 60.');
  await expect.poll(async () => (await last.boundingBox())!.y).toBeLessThan(800);
  const box = (await last.boundingBox())!;
  await mouse.move(handle.x + 8, box.y + box.height - 3);
  await mouse.up();
  await expect.poll(async () => (await ana.lines()).slice(-2)).toEqual(['line 60.', 'line 2.']);
});

test('the handle opens a menu that turns, duplicates, moves and deletes', async ({ arrive }) => {
  const ana = await begin(arrive, 'one\ntwo');
  const menu = ana.page.getByRole('menu', { name: 'Block', exact: true });
  const choose = async (text: string, ...names: string[]) => {
    await chooseForBlock(ana, text, ...names);
    await expect(menu).toBeHidden();
  };
  await choose('one', 'Turn into', 'Heading 2');
  await hasBlocks(ana, ['heading2 one', 'text two']);
  await choose('one', 'Duplicate');
  await hasBlocks(ana, ['heading2 one', 'heading2 one', 'text two']);
  await choose('two', 'Move up');
  await hasBlocks(ana, ['heading2 one', 'text two', 'heading2 one']);
  await choose('two', 'Delete');
  await hasBlocks(ana, ['heading2 one', 'heading2 one']);
  // Each was one step.
  await ana.putCaret({ after: 'one' });
  await ana.press('ControlOrMeta+z');
  await hasBlocks(ana, ['heading2 one', 'text two', 'heading2 one']);
  await ana.press('ControlOrMeta+z');
  await ana.press('ControlOrMeta+z');
  await hasBlocks(ana, ['heading2 one', 'text two']);
});

test('the menu can be reached and used without a pointer', async ({ arrive }) => {
  const ana = await begin(arrive, 'one\ntwo');
  const { keyboard } = ana.page;
  await keyboard.press('ControlOrMeta+.');
  const menu = ana.page.getByRole('menu', { name: 'Block', exact: true });
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Turn into' })).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(ana.page.getByRole('menuitem', { name: /^Text/ })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  // The menu takes a moment to go; who writes on does not wait for that.
  await keyboard.type(' and three');
  await hasBlocks(ana, ['text one', 'heading1 two and three']);
  await expect(ana.body).toBeFocused();
  await keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await keyboard.type('!');
  await hasBlocks(ana, ['text one', 'heading1 two and three!']);
});

test('Escape selects the block; arrows go on, Enter writes in it, keys move and delete it', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one\ntwo\nthree\nfour');
  const { keyboard } = ana.page;
  await keyboard.press('Escape');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  // Typing by chance harms nothing.
  await keyboard.type('x');
  await keyboard.press('Alt+Shift+ArrowUp');
  await hasBlocks(ana, ['text two', 'text one', 'text three', 'text four']);
  await keyboard.press('Shift+ArrowDown');
  await keyboard.press('Alt+Shift+ArrowDown');
  await hasBlocks(ana, ['text three', 'text two', 'text one', 'text four']);
  await keyboard.press('Backspace');
  await hasBlocks(ana, ['text three', 'text four']);
  await keyboard.press('ControlOrMeta+z');
  await hasBlocks(ana, ['text three', 'text two', 'text one', 'text four']);
  await keyboard.press('Escape');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await keyboard.type('!');
  await expect.poll(async () => (await ana.lines()).join(' ')).toMatch(/!/);
  await keyboard.press('Escape');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await hasBlocks(ana, ['text']);
});

test('the link to a block opens the document there, with the block selected', async ({
  arrive,
}) => {
  const ana = await begin(arrive, '');
  const lines = Array.from({ length: 80 }, (_, index) => `line ${index + 1}.`);
  await ana.paste(lines.join('\n\n'));
  await ana.sees('line 80.');
  await chooseForBlock(ana, 'line 80.', 'Copy link to block');
  await expect(ana.page.getByText('Link to the block copied')).toBeVisible();
  const address = await ana.page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/d\/\w+#block=/);
  await ana.isSaved();
  await ana.openLibrary();
  await ana.page.goto(address);
  await ana.sees('line 80.');
  await expect(blockWith(ana, 'line 80.')).toBeInViewport();
  await expect(blockWith(ana, 'line 80.')).toHaveClass(/selected-block/);
  // The address keeps it, and what is in it is taken for no key.
  expect(ana.page.url()).toBe(address);
});

test('whoever writes before the block of a link is shown goes on where they write', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one\ntwo');
  await chooseForBlock(ana, 'two', 'Copy link to block');
  await expect(ana.page.getByText('Link to the block copied')).toBeVisible();
  const address = await ana.page.evaluate(() => navigator.clipboard.readText());
  await ana.isSaved();
  await ana.openLibrary();
  const letThrough = await holdBack(ana.page, '**/show-block-*.js');
  const isAsked = ana.page.waitForRequest('**/show-block-*.js');
  await ana.page.goto(address);
  await isAsked;
  await ana.putCaret({ after: 'one' });
  await ana.type(' is');
  const isRead = ana.page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/show-block-'),
  );
  letThrough();
  await isRead;
  await ana.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await ana.type(' written');
  await ana.reads(['one is written', 'two']);
  await expect(blockWith(ana, 'two')).not.toHaveClass(/selected-block/);
  // A link that is followed later leads there again, from where one is.
  for (const hash of ['', new URL(address).hash])
    await ana.page.evaluate(async (next) => {
      const hasChanged = new Promise((changed) => addEventListener('hashchange', changed));
      location.hash = next;
      await hasChanged;
    }, hash);
  await expect(blockWith(ana, 'two')).toHaveClass(/selected-block/);
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the handle of the block with the caret is dragged after a long press', async ({
    arrive,
  }) => {
    const ana = await begin(arrive, 'one\ntwo\nthree');
    await ana.putCaret({ after: 'one' });
    const handle = ana.page.getByRole('button', { name: 'Move block' });
    await expect
      .poll(async () => {
        const [at, block] = [await handle.boundingBox(), await blockWith(ana, 'one').boundingBox()];
        return at && block && Math.abs(at.y + at.height / 2 - block.y - block.height / 2) < 12;
      })
      .toBe(true);
    const from = (await handle.boundingBox())!;
    const to = (await blockWith(ana, 'three').boundingBox())!;
    const device = await ana.context.newCDPSession(ana.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      device.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x + from.width / 2, y }],
      });
    await touch('touchStart', from.y + from.height / 2);
    await expect(blockWith(ana, 'one')).toHaveClass(/pointed-block/);
    await touch('touchMove', to.y);
    await touch('touchMove', to.y + to.height - 4);
    await touch('touchEnd');
    await hasBlocks(ana, ['text two', 'text three', 'text one']);
  });
});

test('blocks selected by keys are turned, moved, doubled, deleted and dragged as one', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one\ntwo\nthree\nfour');
  await ana.putCaret({ after: 'one' });
  await ana.press('Escape');
  await ana.press('Shift+ArrowDown');
  await ana.press('ControlOrMeta+Alt+2');
  await hasBlocks(ana, ['heading2 one', 'heading2 two', 'text three', 'text four']);
  await ana.press('Alt+Shift+ArrowDown');
  await hasBlocks(ana, ['text three', 'heading2 one', 'heading2 two', 'text four']);
  await ana.press('ControlOrMeta+d');
  const twice = ['heading2 one', 'heading2 two', 'heading2 one', 'heading2 two'];
  await hasBlocks(ana, ['text three', ...twice, 'text four']);
  // The copies are what is selected now.
  await ana.press('Delete');
  await hasBlocks(ana, ['text three', 'heading2 one', 'heading2 two', 'text four']);

  await ana.putCaret({ after: 'two' });
  await ana.press('Escape');
  await ana.press('Shift+ArrowUp');
  await dragBlock(ana, 'two', { behind: 'four' });
  await hasBlocks(ana, ['text three', 'text four', 'heading2 one', 'heading2 two']);
  await expect(ana.body.locator('.selected-block')).toHaveText(['one', 'two']);
});
