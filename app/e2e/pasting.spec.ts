/**
 * What is pasted from other programs, in the built app as it is served: under its policy the browser
 * says nothing of the styles of what is pasted.
 */
import type { Locator } from '@playwright/test';
import { PAYLOADS } from '../editor/testing/clipboard/payloads.ts';
import { putOnClipboard } from './support/clipboard.ts';
import { holdBack } from './support/held.ts';
import { expect, test } from './support/test.ts';

test('what other programs write looks as it did there, as far as there are words for it here', async ({
  arrive,
}) => {
  test.slow();
  const ana = await arrive('Ana');
  // HTML alone, pasted before there is anything to read it: its text outlives a page that goes at once.
  const release = await holdBack(ana.page, /\/clipboard-/);
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type('x');
  await putOnClipboard(ana.page, { 'text/html': '<h2>one 🎉</h2><ul><li>two <b>bold</b></ul>' });
  await ana.page.keyboard.press('ControlOrMeta+v');
  await ana.reads(['x']);
  await ana.page.reload();
  await ana.reads(['xone 🎉', 'two bold']);
  release();
  await ana.body.click();
  for (const { from, data, gives } of PAYLOADS) {
    await ana.page.keyboard.press('ControlOrMeta+a');
    await ana.page.keyboard.press('Delete');
    // A block of code is emptied first, and then is none any more.
    await ana.page.keyboard.press('Backspace');
    await expect
      .poll(() => ana.body.evaluate(sketchOf), { message: `before ${from}` })
      .toEqual(['']);
    await putOnClipboard(ana.page, data);
    await ana.page.keyboard.press('ControlOrMeta+v');
    await expect
      .poll(() => ana.body.evaluate(sketchOf), { message: from })
      .toEqual(gives.map(withPlainSpaces));
  }
});

test('a page that is pasted into a new document is its title and its text', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const release = await holdBack(ana.page, /\/title-of-paste-/);
  await ana.openLibrary();
  await ana.newDocument();
  await expect(ana.title).toBeFocused();
  const words = 'words of a long line '.repeat(20).trim();
  const page = {
    'text/plain': `A plan 🎉\n\n${words}\none\ntwo`,
    'text/html': `<h1>A plan 🎉</h1><p>${words}</p><ul><li>one<li>two</ul>`,
  };
  await putOnClipboard(ana.page, page);
  await ana.page.keyboard.press('ControlOrMeta+v');
  await expect(ana.body).toBeFocused();
  release();
  await ana.reads([words, 'one', 'two']);
  await expect(ana.title).toHaveValue('A plan 🎉');
  await ana.type('!');
  await ana.reads([words, 'one', 'two!']);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads([words, 'one', 'two!']);
  await expect(ben.title).toHaveValue('A plan 🎉');

  // A line that is too long for a title begins the text, above what was there.
  await ana.title.click();
  await putOnClipboard(ana.page, { 'text/plain': words });
  await ana.page.keyboard.press('ControlOrMeta+v');
  await ben.reads([words, words, 'one', 'two!']);
  // The line it stands in is a step of its own.
  await ana.page.keyboard.press('ControlOrMeta+z');
  await ana.page.keyboard.press('ControlOrMeta+z');
  await ben.reads([words, 'one', 'two!']);
  await expect(ben.title).toHaveValue('A plan 🎉');
});

test('what is pasted over a title comes in its place, whatever others write there until it does', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const release = await holdBack(ana.page, /\/title-of-paste-/);
  await ana.openLibrary();
  await ana.newDocument();
  await ana.page.keyboard.insertText('Old name');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ana.title.click();
  await ana.press('ControlOrMeta+a');
  await putOnClipboard(ana.page, { 'text/plain': 'New\nrest' });
  await ana.press('ControlOrMeta+v');
  await expect(ana.body).toBeFocused();
  await ben.title.click();
  await ben.press('End');
  for (const sign of ['!', '?']) await ben.page.keyboard.insertText(sign);
  await expect(ana.title).toHaveValue('Old name!?');
  await ana.type('on');
  release();
  await ana.reads(['rest', 'on']);
  await expect(ana.title).toHaveValue('New!?');
  await ben.reads(['rest', 'on']);
  await expect(ben.title).toHaveValue('New!?');
});

test('what is dragged into the title is there whole, or stays where it was', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  const words = 'words of a long line '.repeat(20).trim();
  await ana.page.keyboard.insertText('T');
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.insertText(words);
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.insertText('second');
  const drag = (line: number) => dragTo(ana.body.locator('p').nth(line), ana.title);
  await ana.page.keyboard.press('ControlOrMeta+a');
  await drag(0);
  await ana.page.keyboard.press('ArrowRight');
  await ana.page.keyboard.press('Shift+Home');
  await drag(1);
  await expect(ana.title).toHaveValue('Tsecond');
  await ana.reads([words]);
});

test('what is dragged out of the text into a field is copied there', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.insertText('harbour 🎉');
  await ana.press('ControlOrMeta+f');
  const find = ana.page.getByRole('textbox', { name: 'Find', exact: true });
  await expect(find).toBeFocused();
  await ana.body.click();
  await ana.press('ControlOrMeta+a');
  await dragTo(ana.body.locator('p').first(), find);
  await expect(find).toHaveValue('harbour 🎉');
  await ana.reads(['harbour 🎉']);
});

/** Drags what is selected there. */
async function dragTo(selected: Locator, target: Locator): Promise<void> {
  const from = (await selected.boundingBox())!;
  const to = (await target.boundingBox())!;
  const { mouse } = selected.page();
  await mouse.move(from.x + 20, from.y + 10);
  await mouse.down();
  await mouse.move(from.x + 40, from.y + 5, { steps: 5 });
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await mouse.up();
}

/** Chromium asks for no-break spaces, and the editor knows that they stand for others. */
function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** Runs in the page: its blocks in the notation of shared/document/testing/sketch.ts. */
function sketchOf(body: HTMLElement | SVGElement): string[] {
  const signs: Record<string, string> = {
    STRONG: '*',
    EM: '_',
    S: '~',
    CODE: '`',
    U: '^',
    SUB: '₋',
    SUP: '⁺',
  };
  /** In the order in which the document has them. */
  const order = ['<', '*', '_', '~', '`', '=', '≈', '†', '‡', '^', '₋', '⁺'];
  const inline = (element: Element): string => {
    let text = '';
    const open: string[] = [];
    const say = (said: string, wanted: string[]): void => {
      while (open.some((sign) => !wanted.includes(sign))) {
        const sign = open.pop()!;
        text += sign === '<' ? '>' : sign;
      }
      for (const sign of order.filter((sign) => wanted.includes(sign) && !open.includes(sign))) {
        text += sign;
        open.push(sign);
      }
      text += said;
    };
    const walk = (node: Node, marks: string[]): void => {
      if (node.nodeType === 3) {
        const said = (node.nodeValue ?? '').replaceAll('\n', '↵').replaceAll('\ufeff', '');
        if (said) say(said, marks);
      }
      if (!(node instanceof HTMLElement)) return;
      if (
        node.matches(
          '.ProseMirror-widget,.ProseMirror-trailingBreak,.ProseMirror-separator,img.ProseMirror-separator',
        )
      )
        return;
      const object = node.dataset.object ?? (node.matches('.inline-formula') ? 'formula' : '');
      if (object) say(`{${object}}`, marks);
      else if (node.localName === 'br') say('↵', marks);
      if (object || node.contentEditable === 'false') return;
      const color = node.dataset.color ?? '';
      const own =
        node.localName === 'a'
          ? '<'
          : node.localName === 'mark'
            ? { yellow: '=', green: '≈' }[color]
            : node.matches('span.coloured')
              ? { red: '†', blue: '‡' }[color]
              : signs[node.tagName];
      for (const child of node.childNodes) walk(child, own ? [...marks, own] : marks);
    };
    for (const child of element.childNodes) walk(child, []);
    say('', []);
    return text;
  };
  const line = (block: HTMLElement): string => {
    const table = block.querySelector('table');
    if (table) {
      const cellOf = (cell: HTMLElement) => (cell.hidden ? '↖' : inline(cell));
      const rows = [...table.rows].map((row) => [...row.cells].map(cellOf).join(' ¦ '));
      const header = table.rows[0]?.cells[0]?.getAttribute('role') === 'columnheader' ? '#' : '';
      return `⊞${header} ${rows.join(' ⁄ ').replace(/ {2,}/g, ' ').trim()}`;
    }
    const name = block.className
      .split(' ')
      .find((one) =>
        /^(?:bullet|ordered|task|callout|toggle|image|file|divider|formula)$/.test(one),
      );
    if (name === 'divider') return '---';
    const level =
      /^H(\d)$/.exec(block.tagName)?.[1] ?? /\bh([1-6])\b/.exec(block.innerHTML.slice(0, 300))?.[1];
    const prefix: Record<string, string> = {
      bullet: '- ',
      ordered: '1. ',
      task: block.dataset.checked === 'true' ? '[x] ' : '[ ] ',
      callout: `!${block.dataset.tone} `,
      toggle: '▸ ',
      image: '▣ ',
      file: '▤ ',
      formula: '∑ ',
    };
    if (name) return prefix[name] + inline(block);
    if (block.localName === 'figure') return `▣ ${inline(block)}`;
    const isLine = level !== undefined || block.localName === 'p';
    if (block.localName === 'pre' || (!isLine && block.querySelector(':scope > code')))
      return `| ${inline(block).replaceAll('`', '')}`;
    if (block.localName === 'blockquote') return `> ${inline(block)}`;
    return (level ? `${'#'.repeat(Number(level))} ` : '') + inline(block);
  };
  return [...body.children]
    .filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement && !child.matches('.ProseMirror-widget'),
    )
    .map((block) => '  '.repeat(Number(block.dataset.depth ?? 0)) + line(block))
    .map((text) => text.replaceAll('\u00a0', ' ').trimEnd());
}

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('what is pasted with pictures leaves whoever writes on where they are', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const letThrough = await holdBack(ana.page, '**/insert-files-*.js');
  await ana.openLibrary();
  await ana.newDocument('one', 'two');
  await ana.isSynced();
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ana.page.evaluate(async (data) => {
    const html = `<p>from elsewhere</p><p><img alt="Dot" src="data:image/png;base64,${data}"></p>`;
    const items = { 'text/html': new Blob([html], { type: 'text/html' }) };
    await navigator.clipboard.write([new ClipboardItem(items)]);
  }, DOT);
  await ana.putCaret({ after: 'two' });
  await ana.press('Enter');
  await ana.press('ControlOrMeta+v');
  await expect(ana.saveState).toHaveAttribute('data-device', 'saving');
  await ana.putCaret({ after: 'one' });
  await ana.type(' is writ');
  letThrough();
  await expect(ana.body.getByRole('img', { name: 'Dot' })).toBeVisible();
  await ana.type('ten');
  await ana.sees('one is written', 'from elsewhere');
  await ana.isSynced();
});
