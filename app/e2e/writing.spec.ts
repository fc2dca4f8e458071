/** What keys, the clipboard and an input method do to the text. */
import type { Page } from '@playwright/test';
import { blocks, hasBlocks } from './support/blocks.ts';
import { inputMethod } from './support/input-method.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function begin(arrive: (name: string) => Promise<Person>, text = ''): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument(text);
  await ana.body.click();
  return ana;
}

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate(async (types) => {
    const items = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))]);
  }, data);
  await page.keyboard.press('ControlOrMeta+v');
}

test('Markdown takes effect as it is typed', async ({ arrive }) => {
  const ana = await begin(arrive);
  await ana.page.keyboard.type(
    '## Plan\n- one\ntwo\n\n1. first\nsecond\n\n[] open\n\n> said\n\n--- ',
  );
  await ana.page.keyboard.press('Backspace');
  await ana.page.keyboard.type('some **bold**, *slanted*, `code`, ~~gone~~ and ==marked==');
  await hasBlocks(ana, [
    'heading2 Plan',
    'bullet one',
    'bullet two',
    'ordered first',
    'ordered second',
    'task open',
    'quote said',
    'divider',
    'text some bold, slanted, code, gone and marked',
  ]);
  const last = ana.body.locator(':scope > p').last();
  await expect(last.locator('strong')).toHaveText('bold');
  await expect(last.locator('em')).toHaveText('slanted');
  await expect(last.locator('code')).toHaveText('code');
  await expect(last.locator('s')).toHaveText('gone');
  await expect(last.locator('mark')).toHaveText('marked');
});

test('keys turn, nest, check, move and format blocks, and undo takes each back', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  await keyboard.type('one\ntwo\nthree');
  await keyboard.press('ControlOrMeta+Alt+2');
  await hasBlocks(ana, ['text one', 'text two', 'heading2 three']);
  await keyboard.press('ControlOrMeta+Alt+0');
  await keyboard.press('ControlOrMeta+Shift+9');
  await keyboard.press('ControlOrMeta+Enter');
  await hasBlocks(ana, ['text one', 'text two', 'task [x] three']);
  await keyboard.press('Alt+Shift+ArrowUp');
  await hasBlocks(ana, ['text one', 'task [x] three', 'text two']);
  await keyboard.press('Tab');
  await hasBlocks(ana, ['text one', 'task+1 [x] three', 'text two']);
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Home');
  await keyboard.press('ControlOrMeta+b');
  await expect(ana.body.locator('strong')).toHaveText('three');
  for (let step = 0; step < 3; step++) await keyboard.press('ControlOrMeta+z');
  await hasBlocks(ana, ['text one', 'task [x] three', 'text two']);
  await expect(ana.body.locator('strong')).toHaveCount(0);
  await keyboard.press('ControlOrMeta+z');
  await hasBlocks(ana, ['text one', 'text two', 'task [x] three']);
  await keyboard.press('ControlOrMeta+Shift+z');
  await hasBlocks(ana, ['text one', 'task [x] three', 'text two']);
});

test('up and down lead from the title into the text and back', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  const { keyboard } = ana.page;
  await keyboard.insertText('A plan');
  await keyboard.press('ArrowDown');
  await keyboard.insertText('a line that is wrapped '.repeat(8).trim());
  await keyboard.press('Enter');
  await keyboard.insertText('last');
  await keyboard.press('ArrowUp');
  await expect(ana.body).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(ana.body).toBeFocused();
  await keyboard.press('Shift+ArrowUp');
  await expect(ana.body).toBeFocused();
  await keyboard.press('Home');
  await keyboard.press('ArrowUp');
  await expect(ana.title).toBeFocused();
  await keyboard.insertText(' of ours');
  await expect(ana.title).toHaveValue('A plan of ours');
  // To the first line, wherever in the text one was last.
  await ana.body.locator('p').last().click();
  await ana.title.click();
  await keyboard.press('End');
  await keyboard.press('ArrowDown');
  await keyboard.insertText('Here: ');
  await expect(ana.body.locator('p').first()).toHaveText(/^Here: a line/);
  await ana.title.click();
  await keyboard.press('Enter');
  await keyboard.insertText('And ');
  await expect(ana.body.locator('p').first()).toHaveText(/^And Here: a line/);
});

test('what is pasted from a web page, as Markdown or as plain text becomes blocks', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  await paste(ana.page, {
    'text/html':
      '<h2 onclick="alert(1)">Web</h2><ul><li>outer<ul><li>inner <b>bold</b></li></ul></li></ul>' +
      '<script>alert(1)</script><p>see <a href="javascript:alert(1)">bad</a> <a href="https://example.org/">good</a></p>',
    'text/plain': 'not this',
  });
  await hasBlocks(ana, [
    'heading2 Web',
    'bullet outer',
    'bullet+1 inner bold',
    'text see bad good',
  ]);
  await expect(ana.body.locator('a')).toHaveText('good');
  await ana.page.keyboard.press('Enter');
  await paste(ana.page, {
    'text/plain':
      '# Title\n\n# Part &copy; &notit; &none;\n\n- [x] done\n- [ ] open\n\n```js\nlet a;\n```',
  });
  await expect
    .poll(async () => (await blocks(ana)).slice(4))
    .toEqual([
      'heading1 Title',
      'heading1 Part © &notit; &none;',
      'task [x] done',
      'task open',
      'code let a;',
    ]);
});

test('what is copied is pasted again as it was', async ({ arrive }) => {
  const ana = await begin(arrive);
  await ana.page.keyboard.type('- one\ntwo **bold**\n\nend');
  const copied = ['bullet one', 'bullet two bold', 'text end'];
  await hasBlocks(ana, copied);
  await ana.page.keyboard.press('ControlOrMeta+a');
  await ana.page.keyboard.press('ControlOrMeta+c');
  await ana.page.keyboard.press('ControlOrMeta+End');
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.press('ControlOrMeta+v');
  await hasBlocks(ana, [...copied, ...copied]);
});

test('composing with an input method keeps its text while someone else types in the same line', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'left right');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['left right']);
  await ana.putCaret({ after: 'right' });
  await ben.putCaret({ after: 'left' });

  const { compose, commit } = await inputMethod(ana);
  await compose('k');
  await compose('か');
  await ben.type(' ben');
  await ben.reads(['left ben rightか']);
  await compose('かん');
  await ben.type('ja');
  await compose('かんじ');
  // What is being composed stays in front of the person; the rest waits.
  await expect.poll(() => ana.lines()).toEqual(['left rightかんじ']);
  await commit('漢字');
  await ana.reads(['left benja right漢字']);
  await ben.reads(['left benja right漢字']);
});

test('composing goes on at its place, in the text and in the title, whatever others do there', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'one two three');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['one two three']);
  const { device, compose, commit } = await inputMethod(ana);

  // One goes on behind what one composed.
  await ana.putCaret({ after: 'two' });
  await compose(' 한');
  await ben.putCaret({ before: 'one' });
  await ben.type('NEW ');
  await ben.reads(['NEW one two 한 three']);
  await ben.putCaret({ after: 'three' });
  await ben.type(' END');
  await compose(' 한글');
  await ben.reads(['NEW one two 한글 three END']);
  await commit(' 한글');
  await ana.reads(['NEW one two 한글 three END']);
  await ana.type(' big');
  await ana.reads(['NEW one two 한글 big three END']);
  await ben.reads(['NEW one two 한글 big three END']);

  // The undo of a keyboard on glass.
  await compose(' wor');
  await ben.reads(['NEW one two 한글 big wor three END']);
  await ana.body.evaluate((body) =>
    body.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true, cancelable: true }),
    ),
  );
  await ana.reads(['NEW one two 한글 big three END']);
  await ben.reads(['NEW one two 한글 big three END']);
  await compose(' f');
  await compose(' fine');
  await commit(' fine');
  await ana.reads(['NEW one two 한글 big fine three END']);
  await ben.reads(['NEW one two 한글 big fine three END']);

  // The title.
  await ana.title.fill('My Plan ');
  await expect(ben.title).toHaveValue('My Plan ');
  await ana.title.press('End');
  await compose('h');
  await expect(ben.title).toHaveValue('My Plan h');
  await ben.title.press('Home');
  await ben.title.pressSequentially('Our ');
  await compose('hel');
  await compose('hello');
  await expect(ben.title).toHaveValue('Our My Plan hello');
  await expect(ana.title).toHaveValue('My Plan hello');
  await commit('hello');
  await expect(ana.title).toHaveValue('Our My Plan hello');
  await ana.page.keyboard.type('!');
  await expect(ana.title).toHaveValue('Our My Plan hello!');
  await expect(ben.title).toHaveValue('Our My Plan hello!');
  // Enter that has no name goes to the text.
  await device.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Unidentified',
    windowsVirtualKeyCode: 229,
    commands: ['insertNewline'],
  });
  await expect(ana.body).toBeFocused();
  await expect(ben.title).toHaveValue('Our My Plan hello!');
});
