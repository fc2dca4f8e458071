/** The toolbar over a selection, links, and the palette of all commands. */
import { hasBlocks } from './support/blocks.ts';
import { holdBack } from './support/held.ts';
import { inputMethod } from './support/input-method.ts';
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

test('the toolbar formats what is selected, says what is on, and covers nothing of it', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'before\nplain words here\nafter');
  const bar = ana.page.getByRole('toolbar', { name: 'Formatting' });
  await expect(bar).toBeHidden();
  await ana.select('words');
  await expect(bar).toBeVisible();
  const box = (await bar.boundingBox())!;
  const line = (await ana.body.getByText('plain words here').boundingBox())!;
  expect(box.y + box.height <= line.y + 4 || box.y >= line.y + line.height - 4).toBe(true);
  for (const [name, tag] of [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strikethrough', 's'],
    ['Code', 'code'],
    ['Highlight', 'mark'],
  ] as const) {
    const button = bar.getByRole('button', { name, exact: true });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(ana.body.locator(tag)).toHaveText('words');
    await button.click();
    await expect(ana.body.locator(tag)).toHaveCount(0);
  }
  await bar.getByRole('button', { name: 'Text colour' }).click();
  const highlights = ana.page.getByRole('group', { name: 'Highlight' });
  await highlights.getByRole('button', { name: 'Green' }).click();
  await expect(ana.body.locator('mark[data-color="green"]')).toHaveText('words');
  await ana.press('ArrowRight');
  await expect(bar).toBeHidden();
});

test('while a selection is dragged with the mouse there is no toolbar', async ({ arrive }) => {
  const ana = await begin(arrive, 'plain words here');
  const bar = ana.page.getByRole('toolbar', { name: 'Formatting' });
  const line = (await ana.body.getByText('plain words here').boundingBox())!;
  const { mouse } = ana.page;
  await mouse.move(line.x + 2, line.y + line.height / 2);
  await mouse.down();
  await mouse.move(line.x + 80, line.y + line.height / 2, { steps: 4 });
  await expect.poll(() => ana.page.evaluate(() => getSelection()?.toString())).not.toBe('');
  await expect(bar).toBeHidden();
  await mouse.up();
  await expect(bar).toBeVisible();
});

test('the toolbar is entered with Alt+F10, walked with arrows and left with Escape', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'words');
  const { keyboard } = ana.page;
  const bar = ana.page.getByRole('toolbar', { name: 'Formatting' });
  await keyboard.press('ControlOrMeta+a');
  await expect(bar).toBeVisible();
  await keyboard.press('Alt+F10');
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(ana.body.locator('em')).toHaveText('words');
  await keyboard.press('Escape');
  await expect(ana.body).toBeFocused();
  await keyboard.press('ControlOrMeta+b');
  await expect(ana.body.locator('strong')).toHaveText('words');

  // Without a selection it is for what is written next.
  await keyboard.press('End');
  await expect(bar).toBeHidden();
  await keyboard.press('Alt+F10');
  const first = bar.getByRole('button', { name: 'Bold' });
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await keyboard.press('Escape');
  await expect(ana.body).toBeFocused();
  await expect(bar).toBeHidden();
  await keyboard.type('!');
  await expect(ana.body.locator('strong')).toHaveText('words');
  await expect(ana.body).toContainText('words!');
});

test('an address goes to the words it was asked for, however others shorten the text meanwhile', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one two three four five\nsix seven\nsee the page here');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['one two three four five', 'six seven', 'see the page here']);
  await ana.select('page');
  await ana.page.getByRole('button', { name: 'Link', exact: true }).click();
  const form = ana.page.getByRole('form', { name: 'Link' });
  await form.getByRole('textbox', { name: 'Address' }).fill('example.org/x');

  await ben.putCaret({ after: 'see' });
  await ben.press('Control+Shift+Home');
  await ben.press('Delete');
  await ana.reads([' the page here']);
  // It stands beside them still, and can be written in.
  const field = form.getByRole('textbox', { name: 'Address' });
  const words = ana.body.getByText('the page here');
  const apart = async () =>
    Math.abs((await form.boundingBox())!.y - (await words.boundingBox())!.y);
  await expect.poll(apart).toBeLessThan(100);
  await field.press('End');
  await ana.type('yz');
  await field.press('Enter');
  await expect(ana.body.getByRole('link', { name: 'page', exact: true })).toHaveAttribute(
    'href',
    'https://example.org/xyz',
  );
});

test('what fails beside the text does not take the text along, and comes back', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'plain words here');
  const bar = ana.page.getByRole('toolbar', { name: 'Formatting' });
  // Whatever floats asks this where there is room for it.
  await ana.page.evaluate(() => {
    const { querySelector } = document;
    document.querySelector = (selectors: string) => {
      if (selectors === '[data-at-keyboard]') throw new Error('broken on purpose');
      return querySelector.call(document, selectors);
    };
  });
  await ana.select('words');
  await expect(ana.page.getByText('Something beside the text stopped working.')).toBeVisible();
  await expect(bar).toBeHidden();
  await ana.type('letters');
  await ana.reads(['plain letters here']);
  await ana.isSynced();

  await ana.page.evaluate(() => Reflect.deleteProperty(document, 'querySelector'));
  await ana.select('letters');
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Bold' }).click();
  await expect(ana.body.locator('strong')).toHaveText('letters');
});

test('a link is made, told why not, shown, changed and removed', async ({ arrive }) => {
  const ana = await begin(arrive, 'see the page here');
  const { page } = ana;
  await ana.select('page');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const form = page.getByRole('form', { name: 'Link' });
  const address = form.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  await ana.type('not an address\n');
  await expect(form.getByText('An address has no spaces in it.')).toBeVisible();
  await expect(ana.body.locator('a')).toHaveCount(0);
  await address.fill('javascript:alert(1)');
  await ana.press('Enter');
  await expect(form.getByText('A link can go to a web page')).toBeVisible();
  await address.fill('example.org/x');
  await ana.press('Enter');
  const link = ana.body.getByRole('link', { name: 'page' });
  await expect(link).toHaveAttribute('href', 'https://example.org/x');
  await expect(ana.body).toBeFocused();

  await ana.putCaret({ after: 'pa' });
  const card = page.getByRole('toolbar', { name: 'Link' });
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://example.org/x');
  await card.getByRole('button', { name: 'Copy address' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('https://example.org/x');
  await card.getByRole('button', { name: 'Edit address' }).click();
  await expect(address).toHaveValue('https://example.org/x');
  await address.fill('ana@example.org');
  await ana.press('Enter');
  await expect(link).toHaveAttribute('href', 'mailto:ana@example.org');
  await ana.putCaret({ after: 'pa' });
  await card.getByRole('button', { name: 'Remove link' }).click();
  await expect(ana.body.locator('a')).toHaveCount(0);
  await ana.reads(['see the page here']);
});

test('the palette finds every command by name and runs it where the caret is', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one\ntwo');
  const { keyboard } = ana.page;
  const palette = ana.page.getByRole('dialog', { name: 'Search documents and commands' });
  await keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await keyboard.type('heading 3');
  await expect(palette.getByRole('option')).toHaveText([/Heading 3.*Ctrl.*Alt.*3/]);
  await keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(ana.body).toBeFocused();
  await keyboard.type('!');
  await hasBlocks(ana, ['text one', 'heading3 two!']);
  await keyboard.press('ControlOrMeta+k');
  await keyboard.type('move up');
  await palette.getByRole('option', { name: 'Move up' }).click();
  await hasBlocks(ana, ['heading3 two!', 'text one']);
  // What one clicks on while the palette is on its way out is what is beneath it.
  const { x, y } = (await ana.body.getByText('two!').boundingBox())!;
  await keyboard.press('ControlOrMeta+k');
  await keyboard.type('bold');
  await expect(palette.getByRole('option')).toHaveText([/^Bold/]);
  await keyboard.press('Enter');
  await ana.page.mouse.click(x + 1, y + 10);
  await keyboard.type('At ');
  await hasBlocks(ana, ['heading3 At two!', 'text one']);
  await keyboard.press('ControlOrMeta+k');
  await keyboard.type('qqq');
  await expect(palette.getByRole('option')).toHaveText(['New document called “qqq”']);
  await keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(ana.body).toBeFocused();
});

test('what is typed while the palette is still loading is meant for it', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const arrived = await holdBack(ana.page, /\/MenusAround-/);
  await ana.openLibrary();
  await ana.newDocument('see page');
  await keyboard.press('ControlOrMeta+k');
  await keyboard.type('heading 2\n');
  arrived();
  await expect(ana.body.getByRole('heading', { level: 2 })).toHaveText('see page');
  await ana.reads(['see page']);
  await expect(ana.body).toBeFocused();
});

test('a shortcut pressed before the commands are there takes effect before what is typed behind it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const arrived = await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('Plain ');
  await ana.isSynced();
  await keyboard.press('ControlOrMeta+b');
  await keyboard.type('bold');
  // It is in no document yet, and so nowhere.
  await expect(ana.saveState).toHaveAttribute('data-device', 'saving');
  await expect(ana.saveState).toHaveText('Sending…');
  await keyboard.press('ControlOrMeta+b');
  await keyboard.press('Enter');
  await keyboard.press('ControlOrMeta+Alt+2');
  await keyboard.type('Head');
  // As from a dictation: no key was pressed for it.
  await keyboard.insertText(' and tails');
  await keyboard.press('Backspace');
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ana.page.evaluate(() => navigator.clipboard.writeText(' pasted'));
  await keyboard.press('ControlOrMeta+v');
  await keyboard.type(' too');
  await ana.reads(['Plain ']);
  arrived();
  await ana.reads(['Plain bold', 'Head and tail pasted too']);
  await expect(ana.body.locator('strong')).toHaveText('bold');
  await expect(ana.body.getByRole('heading', { level: 2 })).toHaveText('Head and tail pasted too');
  await ana.isSynced();
});

test('a key for what is new counts before that is there, for whoever only reads, too', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Apples 🍎');
  await ana.isSynced();
  const link = await ana.share('viewer');
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.sees('Apples 🍎');
  const arrived = await holdBack(ben.page, /\/around-/);
  await ben.page.reload();
  await ben.sees('Apples 🍎');
  // Nobody has clicked into the text yet.
  await expect(ben.body).not.toBeFocused();
  await ben.press('F8');
  arrived();
  await expect(ben.page.getByText('Nothing new here.')).toBeVisible();
  await expect(ben.page.getByText('Nothing new here.')).toBeHidden();
  await ben.body.focus();
  await ben.press('F8');
  await expect(ben.page.getByText('Nothing new here.')).toBeVisible();
});

test('keys that wait are for the text in which they were pressed, wherever one goes meanwhile', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  const { keyboard } = page;
  const arrived = await holdBack(page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('Plain ends');
  await ana.putCaret({ after: 'Plain ' });
  await keyboard.press('ControlOrMeta+b');
  await keyboard.type('bold');
  await keyboard.press('ArrowLeft');
  await keyboard.press('Delete');
  // As a screen reader goes there, or the keyboard of a phone: no pointer tells of it.
  await ana.title.focus();
  await keyboard.type('Title');
  arrived();
  await ana.reads(['Plain bolends']);
  await expect(ana.body.locator('strong')).toHaveText('bol');
  await expect(ana.title).toBeFocused();
  await keyboard.type('s');
  await expect(ana.title).toHaveText('Titles');
});

test('keys that wait are in the text that one leaves by the browser’s own way back', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await holdBack(page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('Plain ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('and bold');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'New document' })).toBeVisible();
  await page.goForward();
  await ana.reads(['Plain and bold']);
});

test('what is pasted before keys that wait for the commands stays before them', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const pasting = await holdBack(ana.page, /\/clipboard-/);
  const commands = await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('One', 'Two ');
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ana.page.evaluate(() => navigator.clipboard.writeText('pasted'));
  await keyboard.press('ControlOrMeta+v');
  await keyboard.press('Enter');
  await keyboard.press('ControlOrMeta+b');
  await keyboard.type('bold');
  pasting();
  await ana.reads(['One', 'Two pasted', '']);
  commands();
  await ana.reads(['One', 'Two pasted', 'bold']);
});

test('an accent and an input method wait for no commands, and come behind the keys before them', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { device, compose, commit } = await inputMethod(ana);
  await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('Plain ');
  await ana.press('ControlOrMeta+b');
  await ana.type('caf');
  const accent = { type: 'rawKeyDown', key: 'Dead', windowsVirtualKeyCode: 222 } as const;
  await device.send('Input.dispatchKeyEvent', accent);
  await compose('´');
  await commit('é');
  await ana.reads(['Plain café']);
  await expect(ana.body.locator('strong')).toHaveText('café');
  await ana.press('ControlOrMeta+i');
  const composing = { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 } as const;
  await device.send('Input.dispatchKeyEvent', composing);
  await compose('かき');
  await commit('柿');
  await ana.reads(['Plain café柿']);
  await expect(ana.body.locator('em')).toHaveText('柿');
});

test('what is typed over all there is before the commands are there stays whole', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const arrived = await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('One', 'Two');
  await ana.press('ControlOrMeta+a');
  await ana.type('All new');
  await ana.reads(['One', 'Two']);
  arrived();
  await ana.reads(['All new']);
});

test('pages are turned behind keys that wait, with or without what turns them', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const commands = await holdBack(ana.page, /\/command-registry-/);
  const turning = await holdBack(ana.page, /\/page-keys-/);
  await ana.openLibrary();
  await ana.newDocument('One', 'Two', 'Three');
  await keyboard.press('ControlOrMeta+Alt+2');
  for (const key of ['Home', 'PageUp']) await keyboard.press(key);
  await keyboard.type('1');
  commands();
  await expect(ana.body.getByRole('heading', { level: 2 })).toHaveText('Three');
  await keyboard.press('PageDown');
  await keyboard.type('3');
  await ana.reads(['One', 'Two', 'Three']);
  turning();
  await ana.reads(['1One', 'Two', 'Three3']);
});

test('a shortcut that finds nothing to do when the commands come selects nothing either', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const arrived = await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('One line alone');
  // Of columns, outside a table.
  await keyboard.press('Alt+Shift+ArrowLeft');
  await keyboard.type('!');
  // Of a line that can be moved nowhere.
  await keyboard.press('Alt+Shift+ArrowUp');
  await keyboard.press('Enter');
  await keyboard.type('Another');
  // As keyboards have them for which a character is typed with AltGr, or takes two units.
  await ana.body.evaluate((body) => {
    const pressed = { ctrlKey: true, altKey: true, modifierAltGraph: true };
    const all = { bubbles: true, cancelable: true };
    body.dispatchEvent(new KeyboardEvent('keydown', { key: '@', ...pressed, ...all }));
    body.dispatchEvent(new KeyboardEvent('keydown', { key: '𝄞', ...all }));
  });
  await ana.reads(['One line alone']);
  arrived();
  await ana.reads(['One line alone!', 'Another@𝄞']);
});

test('what waits for the commands is written where it was typed, also when one clicks elsewhere meanwhile', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  const arrived = await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('One', 'Two');
  await keyboard.press('ControlOrMeta+b');
  await keyboard.type(' here');
  await ana.reads(['One', 'Two']);
  await ana.body.getByText('One').click({ position: { x: 2, y: 8 } });
  await ana.reads(['One', 'Two here']);
  await keyboard.press('ControlOrMeta+i');
  await keyboard.type('Plan');
  await ana.title.click();
  await keyboard.type('Title');
  arrived();
  await expect(ana.title).toHaveText('Title');
  await ana.reads(['PlanOne', 'Two here']);
});

test('where the network goes before the commands came, first steps are taken all the same', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { keyboard } = ana.page;
  await holdBack(ana.page, /\/command-registry-/);
  await ana.openLibrary();
  await ana.newDocument('Plain ');
  await ana.withoutPauses(async () => {
    await keyboard.press('ControlOrMeta+b');
    await keyboard.type('bold');
    await expect(ana.body.locator('strong')).toHaveText('bold');
    // By now nothing waits any more.
    await keyboard.press('ControlOrMeta+b');
    await keyboard.press('ControlOrMeta+i');
    await keyboard.type(' and more');
    await expect(ana.body.locator('em')).toHaveText(' and more');
  });
  await keyboard.press('ControlOrMeta+z');
  await ana.reads(['Plain ']);
  await keyboard.press('ControlOrMeta+Shift+z');
  await ana.reads(['Plain bold and more']);
  await keyboard.press('Enter');
  await keyboard.type('- item');
  await expect(ana.body.getByRole('listitem')).toHaveText('item');
  await keyboard.press('Shift+Home');
  await keyboard.press('ControlOrMeta+u');
  await expect(ana.body.locator('u')).toHaveText('item');
  // What is typed over all of it stays whole.
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('New');
  await ana.reads(['New']);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.press('Delete');
  await ana.reads(['']);
});

test('Mod+K links what is selected, again it finds everything, and ? outside the text lists the shortcuts', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'see page');
  const { keyboard } = ana.page;
  await ana.select('page');
  const address = ana.page.getByRole('textbox', { name: 'Address' });
  await keyboard.press('ControlOrMeta+k');
  await expect(address).toBeFocused();
  await keyboard.press('ControlOrMeta+k');
  await expect(ana.page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await keyboard.type('link');
  await keyboard.press('Enter');
  await expect(address).toBeFocused();
  await keyboard.type('https://example.org\n');
  await expect(ana.body.getByRole('link', { name: 'page' })).toBeVisible();
  await keyboard.type('?');
  const list = ana.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeHidden();
  await ana.page.getByRole('button', { name: 'Share' }).focus();
  await keyboard.press('?');
  await expect(list).toBeVisible();
  await expect(list.getByText('Find and replace')).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
});
