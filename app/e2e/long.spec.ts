/** Long documents: only what is near the view is drawn, and nobody notices. */
import type { Page } from '@playwright/test';
import { inputMethod } from './support/input-method.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const PARAGRAPHS = 1500;
/** Every so many paragraphs a heading stands above one. */
const PART = 100;

function paragraph(index: number): string {
  return `Paragraph ${index}: ${'a quiet river bends around old stones '.repeat(1 + (index % 7))}`.trim();
}

function markdown(): string {
  const blocks = ['# Long'];
  for (let index = 0; index < PARAGRAPHS; index++) {
    if (index % PART === 0) blocks.push(`## Part ${index / PART}`);
    blocks.push(paragraph(index));
  }
  return blocks.join('\n\n');
}

async function importLong(ana: Person, text = markdown()): Promise<void> {
  await ana.openLibrary();
  const chooser = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: 'Import' }).click();
  await (await chooser).setFiles({
    name: 'long.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  await expect(ana.body).toBeEditable();
  await shows(ana, 'Paragraph 0:');
}

function block(person: Person, text: string) {
  return person.body.locator(':scope > :not(.gap)').filter({ hasText: text });
}

/** Waits until a block is in view, and around it nothing but blocks. */
async function shows(person: Person, text: string): Promise<void> {
  await expect(block(person, text)).toBeInViewport();
  await expect.poll(() => emptiness(person.page)).toBe(0);
}

/** How much of the viewport shows nothing because blocks are not drawn, px. */
function emptiness(page: Page): Promise<number> {
  return page.evaluate(() => {
    let empty = 0;
    for (const gap of document.querySelectorAll('.body > .gap')) {
      const { top, bottom } = gap.getBoundingClientRect();
      empty += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    }
    return empty;
  });
}

/** Scrolls, as with the scroll bar, to a share of the whole. */
async function scrollToShare(person: Person, share: number): Promise<void> {
  await person.page.evaluate((to) => {
    const { scrollHeight } = document.documentElement;
    scrollTo({ top: to * (scrollHeight - innerHeight), behavior: 'instant' });
  }, share);
  await expect.poll(() => emptiness(person.page)).toBe(0);
}

/** How many blocks there are, drawn or said to be there. */
function countBlocks(person: Person): Promise<number> {
  return person.body.evaluate((body) =>
    [...body.children].reduce(
      (sum, child) => sum + Number.parseInt(child.getAttribute('aria-label') ?? '1', 10),
      0,
    ),
  );
}

/** The first paragraph that is wholly in view: its number, and where it begins, px. */
function firstInView(person: Person): Promise<{ index: number; top: number }> {
  return person.body.evaluate((body) => {
    for (const element of body.querySelectorAll(':scope > p')) {
      const { top } = element.getBoundingClientRect();
      const number = /^Paragraph (\d+):/.exec(element.textContent ?? '');
      if (top > 60 && number) return { index: Number(number[1]), top };
    }
    throw new Error('There is no paragraph in view.');
  });
}

async function copied(person: Person): Promise<string> {
  await person.page.evaluate(() => navigator.clipboard.writeText(''));
  await person.press('ControlOrMeta+c');
  const read = () => person.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return read();
}

/** All text of the document, as copying everything gives it. */
async function wholeText(person: Person): Promise<string> {
  await person.body.focus();
  await person.press('ControlOrMeta+a');
  return copied(person);
}

/** The paragraph the caret is in. */
function caretIn(person: Person): Promise<string> {
  return person.page.evaluate(() => {
    const { focusNode } = getSelection() ?? {};
    const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
    return /^[^:]*/.exec(element?.closest('.body > *')?.textContent ?? '')?.[0] ?? '';
  });
}

test('scrolling shows text wherever it goes, and the scroll bar tells the truth', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  const height = () => ana.page.evaluate(() => document.documentElement.scrollHeight);
  const atFirst = await height();
  await scrollToShare(ana, 0.5);
  const { index } = await firstInView(ana);
  expect(index).toBeGreaterThan(0.45 * PARAGRAPHS);
  expect(index).toBeLessThan(0.55 * PARAGRAPHS);
  await scrollToShare(ana, 1);
  await shows(ana, `Paragraph ${PARAGRAPHS - 1}:`);
  await scrollToShare(ana, 0);
  await shows(ana, 'Paragraph 0:');

  // On and on, faster than anyone reads: no frame is painted with a hole in it.
  const holes = await ana.page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let count = 0;
    for (let step = 0; step < 60; step++) {
      scrollBy({ top: 900, behavior: 'instant' });
      await frame();
      // Behind all that others do in this frame before it is painted.
      await new Promise<void>((resolve) => queueMicrotask(resolve));
      for (const gap of document.querySelectorAll('.body > .gap')) {
        const { top, bottom } = gap.getBoundingClientRect();
        if (top < innerHeight && bottom > 0) count++;
      }
    }
    return count;
  });
  expect(holes).toBe(0);
  expect(Math.abs((await height()) / atFirst - 1)).toBeLessThan(0.03);
  expect(await ana.body.locator(':scope > *').count()).toBeLessThan(600);
});

test('everything is selected, copied, deleted and typed over, drawn or not', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  await block(ana, 'Paragraph 1:').click();
  const all = await wholeText(ana);
  for (const index of [0, 700, PARAGRAPHS - 1]) expect(all).toContain(paragraph(index));

  await ana.press('Delete');
  await ana.reads(['']);
  await ana.press('ControlOrMeta+z');
  await expect.poll(() => ana.lines().then((lines) => lines.length)).toBeGreaterThan(10);
  expect(await wholeText(ana)).toBe(all);

  // At once: of keys one after another, how many steps they are depends on how fast they come.
  await ana.page.keyboard.insertText('instead');
  await ana.reads(['instead']);
  await ana.press('ControlOrMeta+z');
  await expect.poll(() => ana.lines().then((lines) => lines.length)).toBeGreaterThan(10);
  expect(await wholeText(ana)).toBe(all);
});

test('all of five thousand paragraphs is formatted and deleted, and that undone, for others as well', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const lines = Array.from({ length: 5000 }, (_, index) => `Paragraph ${index}: 漢 stones 👍🏽`);
  await importLong(ana, lines.join('\n\n'));
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await shows(ben, 'Paragraph 0:');
  await block(ana, 'Paragraph 0:').click();
  // The text of the block first, then everything.
  const everything = async () => {
    await ana.press('ControlOrMeta+a');
    await ana.press('ControlOrMeta+a');
  };
  const bothShow = async (shown: (person: Person) => Promise<void>) => {
    await shown(ana);
    await ana.isSynced();
    await shown(ben);
  };
  await everything();
  await ana.press('ControlOrMeta+b');
  await bothShow((person) => expect(person.body.locator('strong').first()).toBeVisible());
  await ana.press('ControlOrMeta+z');
  await bothShow((person) => expect(person.body.locator('strong')).toHaveCount(0));
  await everything();
  await ana.press('Delete');
  await bothShow((person) => person.reads(['']));
  await ana.press('ControlOrMeta+z');
  await bothShow((person) => expect(block(person, 'Paragraph 0:')).toBeVisible());
  for (const person of [ana, ben]) expect(await wholeText(person)).toBe(lines.join('\n'));
});

test('who only reads, or has not clicked yet, copies and drags out all of the text, and it alone', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  const isAll = (text: string) => {
    for (const index of [0, 99, 700, PARAGRAPHS - 1]) expect(text).toContain(paragraph(index));
    expect(text.split('\n').length).toBe(PARAGRAPHS + PARAGRAPHS / PART);
    expect(text).not.toMatch(/Share|more blocks/);
  };
  // As the page came, with the focus nowhere in it.
  await ana.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await ana.press('ControlOrMeta+a');
  isAll(await copied(ana));

  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await shows(ben, 'Paragraph 0:');
  await ben.select('Paragraph 1');
  await ben.press('ControlOrMeta+a');
  isAll(await copied(ben));
  // Dragged out; what it carries can be read while the drag begins.
  await ben.page.evaluate(() => {
    const keep = ({ dataTransfer }: DragEvent) => {
      Object.assign(window, { dragged: dataTransfer?.getData('text/plain') });
    };
    document.addEventListener('dragstart', keep, { capture: true });
  });
  const box = await block(ben, 'Paragraph 1:').boundingBox();
  await ben.page.mouse.move(box!.x + 30, box!.y + 12);
  await ben.page.mouse.down();
  await ben.page.mouse.move(box!.x + 60, box!.y + 40, { steps: 4 });
  isAll(await ben.page.evaluate(() => String(Reflect.get(window, 'dragged'))));
  await ben.page.mouse.up();
  // From the middle of the text to what stands behind it, as a finger pulls the handles.
  await ben.page.evaluate(() => {
    const [, , third] = document.querySelectorAll('.body > p');
    getSelection()?.setBaseAndExtent(
      third!.firstChild!,
      0,
      document.body,
      document.body.childNodes.length,
    );
  });
  const rest = (await copied(ben)).split('\n');
  expect(rest[0]).toBe(paragraph(2));
  expect(rest.length).toBe(PARAGRAPHS + PARAGRAPHS / PART - 3);
});

test('a selection goes as far as one makes it: by mouse, by keys, far away', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  const { page } = ana;

  // From here to what is far away.
  await ana.putCaret({ before: 'Paragraph 3:' });
  await scrollToShare(ana, 0.6);
  const far = (await firstInView(ana)).index;
  const spot = await block(ana, `Paragraph ${far}:`).boundingBox();
  await page.keyboard.down('Shift');
  await page.mouse.click(spot!.x + 1, spot!.y + 10);
  await page.keyboard.up('Shift');
  const lines = (await copied(ana)).split('\n');
  expect(lines[0]).toBe(paragraph(3));
  expect(lines[lines.length - 2]).toBe(paragraph(far - 1));
  await ana.press('Backspace');
  await shows(ana, `Paragraph ${far}:`);
  await expect(block(ana, `Paragraph ${far - 1}:`)).toHaveCount(0);
  await expect(block(ana, 'Paragraph 2:')).toHaveCount(1);
  await ana.press('ControlOrMeta+z');
  await expect(block(ana, `Paragraph ${far - 1}:`)).toHaveCount(1);

  // By pages, from one end to the other, and line by line over edges of what is drawn.
  await ana.press('ControlOrMeta+Home');
  await shows(ana, 'Paragraph 0:');
  for (let step = 0; step < 12; step++) await ana.press('Shift+PageDown');
  const pages = await copied(ana);
  expect(pages).toContain(paragraph(40));
  await ana.press('ControlOrMeta+Shift+End');
  await shows(ana, `Paragraph ${PARAGRAPHS - 1}:`);
  expect(await copied(ana)).toContain(paragraph(PARAGRAPHS - 1));
  await ana.press('ArrowRight');
  expect(await caretIn(ana)).toBe(`Paragraph ${PARAGRAPHS - 1}`);
  const passed = new Set<string>();
  for (let step = 0; step < 260; step++) {
    await ana.press('ArrowUp');
    if (step % 10 === 9) passed.add(await caretIn(ana));
  }
  const last = await caretIn(ana);
  await shows(ana, `${last}:`);
  expect(passed.size).toBeGreaterThan(20);

  // Dragged beyond the lower edge, the page scrolls along.
  await ana.press('ControlOrMeta+Home');
  await shows(ana, 'Paragraph 0:');
  const from = await block(ana, 'Paragraph 0:').boundingBox();
  await page.mouse.move(from!.x + 1, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(from!.x + 50, 400);
  await page.mouse.move(from!.x + 50, 899);
  await expect
    .poll(async () => {
      await page.mouse.move(from!.x + 51, 898);
      await page.mouse.move(from!.x + 50, 899);
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(6000);
  await page.mouse.move(from!.x + 50, 500);
  await page.mouse.up();
  const dragged = (await copied(ana)).split('\n');
  expect(dragged[0]).toBe(paragraph(0));
  expect(dragged.length).toBeGreaterThan(50);
  for (const index of [10, 20, 30]) expect(dragged).toContain(paragraph(index));
});

test('what one wrote far away is undone where it is, and seen', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  await scrollToShare(ana, 0.5);
  const { index } = await firstInView(ana);
  await ana.putCaret({ after: `Paragraph ${index}:` });
  await ana.withoutPauses(() => ana.type(' far away'));
  await expect(block(ana, `Paragraph ${index}: far away`)).toBeInViewport();
  await ana.press('ControlOrMeta+Home');
  await shows(ana, 'Paragraph 0:');
  await expect(block(ana, `Paragraph ${index}:`)).not.toBeInViewport();
  await ana.press('ControlOrMeta+z');
  await shows(ana, `Paragraph ${index}:`);
  await expect(block(ana, 'far away')).toHaveCount(0);
  await ana.press('ControlOrMeta+Home');
  await ana.press('ControlOrMeta+Shift+z');
  await shows(ana, `Paragraph ${index}: far away`);
});

test('others write far and near: what one reads stays where it is', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await shows(ben, 'Paragraph 0:');
  await ben.putCaret({ after: 'Paragraph 1:' });
  const caret = ana.body.locator('.caret');

  // Near, the caret is seen; far away it is where it belongs when one comes there.
  await expect(caret).toBeInViewport();
  await scrollToShare(ana, 0.5);
  await expect(caret).not.toBeInViewport();
  const before = await firstInView(ana);
  const pasted = Array.from({ length: 400 }, (_, index) => `pasted ${index}`);
  await ben.paste(pasted.join('\n\n'));
  await expect(block(ben, 'pasted 399')).toBeInViewport();
  await ben.type(' by Ben');
  await ben.isSynced();
  expect(await countBlocks(ben)).toBeGreaterThan(PARAGRAPHS + pasted.length);
  await expect.poll(() => countBlocks(ana)).toBe(await countBlocks(ben));
  const after = await firstInView(ana);
  expect(after.index).toBe(before.index);
  expect(Math.abs(after.top - before.top)).toBeLessThan(2);
  await scrollToShare(ana, 0);
  await expect(block(ana, 'pasted 0')).toHaveCount(1);
  await ana.page.evaluate(() => scrollTo({ top: 12_000, behavior: 'instant' }));
  await expect(caret).toHaveCount(1);
  expect(await wholeText(ana)).toBe(await wholeText(ben));
});

test('an input method keeps its text while others write above and below', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await shows(ben, 'Paragraph 0:');
  await scrollToShare(ana, 0.4);
  const { index } = await firstInView(ana);
  await ana.putCaret({ after: `Paragraph ${index}:` });
  const { compose, commit } = await inputMethod(ana);
  await compose('k');
  await compose('か');
  await ben.putCaret({ after: 'Paragraph 0:' });
  await ben.type(' Ben above');
  await ben.press('Enter');
  await ben.isSynced();
  // The page scrolls away and back under the open composition.
  await scrollToShare(ana, 0.9);
  await scrollToShare(ana, 0.4);
  await compose('かん');
  await compose('かんじ');
  await expect(block(ana, `Paragraph ${index}:かんじ`)).toHaveCount(1);
  await commit('漢字');
  await expect(block(ana, `Paragraph ${index}:漢字`)).toHaveCount(1);
  await ana.isSynced();
  const all = await wholeText(ana);
  expect(all).toContain(`Paragraph ${index}:漢字`);
  expect(all).toContain('Paragraph 0: Ben above\n');
  await expect.poll(() => wholeText(ben)).toBe(all);
});

test('what a browser itself deletes across blocks that are not drawn is gone for all', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  await ana.putCaret({ after: 'Paragraph 2:' });
  await scrollToShare(ana, 0.5);
  const { index } = await firstInView(ana);
  const spot = await block(ana, `Paragraph ${index}:`).boundingBox();
  await ana.page.keyboard.down('Shift');
  await ana.page.mouse.click(spot!.x + 1, spot!.y + 10);
  await ana.page.keyboard.up('Shift');
  // As the keyboards of phones do it: no key, the page just changes.
  await ana.page.evaluate(() => document.execCommand('delete'));
  await expect(block(ana, `Paragraph 2:${paragraph(index)}`)).toHaveCount(1);
  const all = await wholeText(ana);
  expect(all).toContain(paragraph(1));
  expect(all).not.toContain(paragraph(3));
  expect(all).not.toContain(paragraph(index - 1));
  expect(all).toContain(paragraph(index + 1));
  expect(all).toContain(paragraph(PARAGRAPHS - 1));
});

test('everything is printed, and then the page is as before', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await importLong(ana);
  await scrollToShare(ana, 0.5);
  const before = await firstInView(ana);
  await ana.page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const { textContent } = document.querySelector('.body')!;
      Object.assign(window, { printed: textContent });
    });
  });
  await ana.page.pdf();
  const printed = await ana.page.evaluate(() => String(Reflect.get(window, 'printed')));
  for (let index = 0; index < PARAGRAPHS; index++) expect(printed).toContain(paragraph(index));
  expect(await ana.body.locator(':scope > *').count()).toBeLessThan(600);
  await expect.poll(() => emptiness(ana.page)).toBe(0);
  expect((await firstInView(ana)).index).toBe(before.index);
});

test('headings that are not drawn can be heard of and gone to, and lists are counted on', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const list = Array.from({ length: 600 }, (_, index) => `1. item ${index}`).join('\n');
  await importLong(ana, `${markdown()}\n\n${list}`);
  await expect(ana.body.getByRole('group', { name: /^\d+ more blocks$/ })).toHaveCount(1);
  const heading = ana.body.getByRole('heading', { name: 'Part 7' });
  await expect(heading).toHaveCount(1);
  await heading.evaluate((element) => element.scrollIntoView());
  await shows(ana, 'Part 7');
  await expect(heading).toHaveCount(1);

  await scrollToShare(ana, 1);
  const item = block(ana, 'item 599');
  await expect(item).toBeInViewport();
  const device = await ana.context.newCDPSession(ana.page);
  const { nodes } = await device.send('Accessibility.getFullAXTree');
  const texts = nodes.map(({ name }) => String(name?.value ?? ''));
  expect(texts).toContain('600');
});
