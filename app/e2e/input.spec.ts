/** The keyboards and scripts of the world, as browsers hand them over. */
import { type CDPSession, devices } from '@playwright/test';
import { blockWith, dragBlock, handleOf, hasBlocks } from './support/blocks.ts';
import { commit, compose } from './support/input-method.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function begin(person: Person, ...lines: string[]): Promise<CDPSession> {
  await person.openLibrary();
  await person.newDocument(...lines);
  await person.body.click();
  return person.context.newCDPSession(person.page);
}

test('dead keys, corrections and characters of several parts', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const device = await begin(ana);
  // As macOS has it: the accent shows until its letter comes.
  await ana.type('caf');
  await compose(device, '´');
  await commit(device, 'é');
  // As Windows has it: a key that says nothing, then the letter.
  await device.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead' });
  await device.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Dead' });
  await ana.page.keyboard.insertText('ñ');
  await ana.type(' teh end');
  await ana.reads(['caféñ teh end']);

  // A correction takes a word for another while the caret stands elsewhere. It is one step of undo.
  await ana.body.evaluate((body) => {
    const text = body.querySelector('p')!.firstChild!;
    getSelection()!.setBaseAndExtent(text, 6, text, 9);
    document.execCommand('insertText', false, 'the');
  });
  await ana.reads(['caféñ the end']);
  await ana.press('End');
  await ana.type('!');
  await ana.reads(['caféñ the end!']);

  const parts = ['😀', '👨‍👩‍👧‍👦', '🇩🇪', '🇫🇷', '👍🏽', 'e\u0301', '1️⃣'];
  await ana.press('Enter');
  for (const part of parts) await ana.page.keyboard.insertText(part);
  await ana.reads(['caféñ the end!', parts.join('')]);
  // Each is one step for the arrows, and for both keys that delete.
  for (let step = 0; step < 4; step++) await ana.press('ArrowLeft');
  await ana.type('|');
  await ana.reads(['caféñ the end!', '😀👨‍👩‍👧‍👦🇩🇪|🇫🇷👍🏽e\u03011️⃣']);
  await ana.press('Delete');
  await ana.press('Delete');
  await ana.press('Delete');
  await ana.reads(['caféñ the end!', '😀👨‍👩‍👧‍👦🇩🇪|1️⃣']);
  await ana.press('End');
  await ana.press('Backspace');
  await ana.press('Backspace');
  await ana.press('Backspace');
  await ana.press('Backspace');
  await ana.reads(['caféñ the end!', '😀']);
  await ana.page.keyboard.insertText('e\u0301');
  await ana.press('Backspace');
  await ana.reads(['caféñ the end!', '😀']);
});

test('on Android every word is composed, and keys have no names', async ({ arrive }) => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  const ana = await arrive('Ana', phone);
  const ben = await arrive('Ben');
  const device = await begin(ana);
  const key = (command: string) =>
    device.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Unidentified',
      windowsVirtualKeyCode: 229,
      commands: [command],
    });
  const word = async (text: string) => {
    for (let length = 1; length <= text.length; length++)
      await compose(device, text.slice(0, length));
    await commit(device, text);
  };
  await word('Hello');
  await commit(device, ' ');
  await word('wrld');
  await ana.reads(['Hello wrld']);
  // The keyboard takes the word back into composition and corrects it.
  await device.send('Input.imeSetComposition', {
    text: 'world',
    selectionStart: 5,
    selectionEnd: 5,
    replacementStart: 6,
    replacementEnd: 10,
  });
  await commit(device, 'world');
  await ana.reads(['Hello world']);
  await key('insertNewline');
  await word('next');
  await hasBlocks(ana, ['text Hello world', 'text next']);
  await key('deleteBackward');
  await hasBlocks(ana, ['text Hello world', 'text nex']);
  for (let step = 0; step < 4; step++) await key('deleteBackward');
  await hasBlocks(ana, ['text Hello world']);
  // Markdown takes effect in what is composed, too.
  await key('insertNewline');
  await commit(device, '-');
  await commit(device, ' ');
  await word('item');
  await hasBlocks(ana, ['text Hello world', 'bullet item']);
  await key('insertNewline');
  await word('more');
  await hasBlocks(ana, ['text Hello world', 'bullet item', 'bullet more']);
  for (let step = 0; step < 5; step++) await key('deleteBackward');
  await hasBlocks(ana, ['text Hello world', 'bullet item', 'text']);
  await word('end');
  await hasBlocks(ana, ['text Hello world', 'bullet item', 'text end']);
  // Bold that is tapped in the middle of a word, or pressed there, is for what is written next.
  await compose(device, ' wo');
  const toolbar = ana.page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Bold' }).tap();
  await compose(device, 'r');
  await word('rd');
  await compose(device, ' i');
  await device.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'b',
    code: 'KeyB',
    modifiers: 2,
    windowsVirtualKeyCode: 66,
  });
  await word('t');
  // What is pasted by the keyboard's own clipboard meanwhile goes behind what is composed.
  await compose(device, ' p');
  await ana.body.evaluate((body) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'asted');
    const paste = { clipboardData, bubbles: true, cancelable: true };
    body.dispatchEvent(new ClipboardEvent('paste', paste));
  });
  await expect
    .poll(() => ana.body.locator('p').last().innerHTML())
    .toBe('end wo<strong>rd i</strong>t pasted');
  // Signs that are composed as a whole, with a blank at once, and signs that are handed over as a whole.
  await key('insertNewline');
  await Promise.all([
    compose(device, '**fat**'),
    commit(device, '**fat**'),
    commit(device, ' '),
    commit(device, '__all__'),
  ]);
  await word(' on');
  await expect
    .poll(() => ana.body.locator('p').last().innerHTML())
    .toBe('<strong>fat</strong> <strong>all</strong> on');

  // Somebody else writes in the line that is being composed in.
  await ben.open(await ana.share('editor'));
  await ben.putCaret({ after: 'item' });
  await ana.body.getByText('item').tap();
  await ana.press('End');
  await compose(device, 'x');
  await ben.type('!');
  await compose(device, 'xy');
  await compose(device, 'xyz');
  await commit(device, 'xyz');
  await expect.poll(async () => (await ana.lines())[1]).toMatch(/^item(?:!xyz|xyz!)$/);
  await ben.reads(await ana.lines());
});

test('text from right to left turns its block around, and long words go nowhere', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await begin(ana);
  await ana.type('- one\n');
  await ana.type('שלום עולם\n');
  await ana.press('Tab');
  await ana.type('עמוק\n\n\n');
  await ana.type('مرحبا hello\nplain');
  await hasBlocks(ana, [
    'bullet one',
    'bullet שלום עולם',
    'bullet+1 עמוק',
    'text مرحبا hello',
    'text plain',
  ]);
  const page = (await ana.body.boundingBox())!;
  const boxOf = async (text: string) => (await blockWith(ana, text).boundingBox())!;
  const right = ({ x, width }: { x: number; width: number }) => x + width;
  // Indented from its own side, with the handle there.
  expect((await boxOf('עמוק')).x).toBeCloseTo(page.x, 0);
  expect(right(page) - right(await boxOf('עמוק'))).toBeCloseTo(24, 0);
  for (const text of ['שלום', 'مرحبا', 'עמוק']) {
    const handle = (await (await handleOf(ana, text)).boundingBox())!;
    expect(handle.x).toBeGreaterThanOrEqual(right(await boxOf(text)) - 1);
  }
  const handle = (await (await handleOf(ana, 'plain')).boundingBox())!;
  expect(right(handle)).toBeLessThanOrEqual(page.x + 1);
  // Deeper is to the left there.
  await dragBlock(ana, 'مرحبا', { behind: 'עמוק' }, -1);
  await expect(blockWith(ana, 'مرحبا')).toHaveAttribute('data-depth', '1');
  await ana.press('ControlOrMeta+z');
  await expect(blockWith(ana, 'مرحبا')).not.toHaveAttribute('data-depth');

  // Arrows go the way they point, also over a border of directions.
  await ana.putCaret({ before: 'plain' });
  await ana.press('ArrowUp');
  await ana.press('Home');
  await ana.type('א');
  await expect(blockWith(ana, 'مرحبا')).toHaveText('אمرحبا hello');
  await ana.press('ArrowLeft');
  await ana.type('ב');
  await expect(blockWith(ana, 'رحبا')).toHaveText('אمבرحبا hello');

  // Where a caret is drawn: at the left end of what is written from the right.
  await ana.putCaret({ before: 'plain' });
  await ana.press('Enter');
  await ana.press('ArrowUp');
  await ana.page.keyboard.insertText('w'.repeat(4000));
  const overflow = () => ana.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await ana.press('Enter');
  await ana.type('```\n');
  await ana.page.keyboard.insertText('c'.repeat(500));
  const code = ana.body.locator('pre');
  await expect.poll(() => code.evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
