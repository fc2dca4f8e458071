/** What undo takes back, in real browsers, alone and with others, before and after a reload. */
import { putOnClipboard } from './support/clipboard.ts';
import { inputMethod } from './support/input-method.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

const LINES = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];

/** Ana with three lines that were there when she came: nothing of them is hers to undo. */
async function begin(
  arrive: (name: string) => Promise<Person>,
  lines: string[] = LINES,
): Promise<{ ana: Person; ben: Person }> {
  const ben = await arrive('Ben');
  await ben.openLibrary();
  await ben.newDocument(...lines);
  const ana = await arrive('Ana');
  await ana.open(await ben.share('editor'));
  await ana.reads(lines);
  return { ana, ben };
}

const UNDO = 'ControlOrMeta+z';
const REDO = 'ControlOrMeta+Shift+z';

/** What a block is, its formatting and its text. */
async function looks(person: Person): Promise<string[]> {
  return person.body.evaluate((body) =>
    [...body.children].map((block) => {
      const bold = [...block.querySelectorAll('strong')].map((strong) => strong.textContent);
      const copy = block.cloneNode(true) as Element;
      for (const drawn of copy.querySelectorAll('.ProseMirror-widget')) drawn.remove();
      return `${block.tagName} ${copy.textContent} ${bold.join()}`.trim();
    }),
  );
}

/** Presses a key until the body looks so: how many steps typing is depends on how fast it went. */
async function pressUntil(person: Person, keys: string, wanted: string[]): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (JSON.stringify(await looks(person)) === JSON.stringify(wanted)) return;
    await person.press(keys);
  }
  expect(await looks(person)).toEqual(wanted);
}

/** Types, deletes a word, formats, turns, moves, splits and joins. */
async function work(ana: Person): Promise<void> {
  await ana.putCaret({ after: 'one' });
  await ana.type(' new');
  await ana.putCaret({ after: 'four' });
  await ana.press('Control+Backspace');
  await ana.select('seven');
  await ana.press('ControlOrMeta+b');
  await ana.press('ControlOrMeta+Alt+2');
  await ana.press('Alt+Shift+ArrowUp');
  await ana.putCaret({ after: 'Alpha' });
  await ana.press('Enter');
  await ana.press('Delete');
}

const START = LINES.map((line) => `P ${line}`);
const WORKED = [
  'P Alpha',
  'P one new two three',
  'H2 Charlie seven eight nine seven',
  'P Bravo  five six',
];

test('after a reload undo takes back what was done before it, and redo does it again', async ({
  arrive,
}) => {
  const { ana } = await begin(arrive);
  await work(ana);
  expect(await looks(ana)).toEqual(WORKED);
  await ana.isSynced();

  await ana.page.reload();
  await expect.poll(() => looks(ana)).toEqual(WORKED);
  await ana.body.focus();
  await pressUntil(ana, UNDO, START);
  // Not a key more: what Ben wrote is not Ana's to take back.
  for (let press = 0; press < 5; press++) await ana.press(UNDO);
  expect(await looks(ana)).toEqual(START);
  await ana.isSynced();

  await ana.page.reload();
  await expect.poll(() => looks(ana)).toEqual(START);
  await ana.body.focus();
  await pressUntil(ana, REDO, WORKED);
  await ana.press(REDO);
  expect(await looks(ana)).toEqual(WORKED);
});

test('after a reload undo leaves what someone else did meanwhile', async ({ arrive }) => {
  const { ana, ben } = await begin(arrive);
  await work(ana);
  await ben.reads(await ana.lines());
  await ana.isSynced();
  await ana.page.goto('about:blank');
  await ben.putCaret({ after: 'new' });
  await ben.type('BEN');
  await ben.putCaret({ after: 'Bravo' });
  await ben.type('BEN');
  await ben.isSynced();

  await ana.page.goBack();
  await ana.sees('newBEN', 'BravoBEN');
  await ana.body.focus();
  const left = ['P Alpha oneBEN two three', 'P BravoBEN four five six', START[2]!];
  await pressUntil(ana, UNDO, left);
  await ben.reads(await ana.lines());
});

test('a tab that was duplicated takes nothing back twice', async ({ arrive }) => {
  const { ana } = await begin(arrive);
  await work(ana);
  await ana.isSynced();
  await ana.page.reload();
  await expect.poll(() => looks(ana)).toEqual(WORKED);

  // A window that a page opens begins with a copy of its session, as a duplicated tab does.
  const opened = ana.context.waitForEvent('page');
  await ana.page.evaluate(() => {
    window.open(location.href);
  });
  const second = await opened;
  const body = second.getByRole('textbox', { name: 'Document body' });
  await expect(body).toContainText('one new');
  const kept = await second.evaluate(() => Object.keys(sessionStorage).join());
  expect(kept).toContain('driftless.undo.');

  await ana.page.bringToFront();
  await ana.body.focus();
  await pressUntil(ana, UNDO, START);
  await expect(body).not.toContainText('one new');
  await second.bringToFront();
  await body.focus();
  for (let press = 0; press < 12; press++) await second.keyboard.press(UNDO);
  await expect(body).toContainText('Alpha one two three');
  await ana.reads(LINES);
  for (let press = 0; press < 12; press++) await second.keyboard.press(REDO);
  await ana.page.bringToFront();
  await ana.reads(LINES);
});

offlineTest('what two people deleted apart and both take back stands once', async ({ arrive }) => {
  const { ana, ben } = await begin(arrive);
  await ana.isSynced();
  await ana.goOffline();
  await ben.goOffline();
  for (const person of [ana, ben]) {
    await person.select('four five');
    await person.press('Delete');
    await person.reads([LINES[0]!, 'Bravo  six', LINES[2]!]);
    await person.press(UNDO);
    await person.reads(LINES);
  }
  await ana.goOnline();
  await ben.goOnline();
  await ana.isSynced();
  await ben.isSynced();
  await ana.putCaret({ after: 'Alpha' });
  await ana.type('!');
  await ben.reads(['Alpha! one two three', LINES[1]!, LINES[2]!]);
  await ana.reads(['Alpha! one two three', LINES[1]!, LINES[2]!]);
});

test('right after Markdown took effect undo gives back what was typed', async ({ arrive }) => {
  const { ana } = await begin(arrive, ['', 'end']);
  await ana.body.locator('p').first().click();
  await ana.withoutPauses(() => ana.type('# '));
  expect(await looks(ana)).toEqual(['H1', 'P end']);
  await ana.press(UNDO);
  await ana.reads(['# ', 'end']);
  await ana.type('number');
  await ana.reads(['# number', 'end']);
  await pressUntil(ana, UNDO, ['P #', 'P end']);
  await ana.press(UNDO);
  await ana.reads(['', 'end']);
});

test('undo goes to what it takes back, however far away', async ({ arrive }) => {
  const many = Array.from({ length: 45 }, (_, index) => `L${index + 1} -`);
  const { ana } = await begin(arrive, many);
  await ana.putCaret({ after: 'L1' });
  await ana.type('X');
  await ana.putCaret({ after: 'L45' });
  await ana.type('Y');
  const first = ana.body.locator('p').first();
  await expect(first).not.toBeInViewport();
  await ana.press(UNDO);
  await ana.press(UNDO);
  await expect(first).toBeInViewport();
  await ana.reads(many);
  await ana.type('here');
  await expect(first).toHaveText('L1here -');
});

test('with nothing to undo nothing happens', async ({ arrive }) => {
  const { ana, ben } = await begin(arrive);
  await ana.putCaret({ after: 'four' });
  await ana.press(UNDO);
  await ana.press(REDO);
  await ana.type('!');
  const lines = [LINES[0]!, 'Bravo four! five six', LINES[2]!];
  await ana.reads(lines);
  await ben.reads(lines);
});

test('what one wrote in the title is taken back in its turn, and nothing of what others wrote there', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  // One input each, which is one step however slow the machine is.
  await ana.page.keyboard.insertText('Plan 🎉');
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.insertText('text');
  await ana.reads(['text']);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.title.click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.insertText(' of Ben');
  await expect(ana.title).toHaveValue('Plan 🎉 of Ben');
  await ana.title.click();
  await ana.page.keyboard.press('Home');
  await ana.page.keyboard.insertText('Our ');
  await expect(ben.title).toHaveValue('Our Plan 🎉 of Ben');
  await ben.page.keyboard.insertText(', too');
  await expect(ana.title).toHaveValue('Our Plan 🎉 of Ben, too');

  await ana.page.keyboard.press('ControlOrMeta+z');
  await expect(ben.title).toHaveValue('Plan 🎉 of Ben, too');
  await expect(ana.title).toBeFocused();
  await ana.page.keyboard.press('ControlOrMeta+z');
  await ben.reads(['']);
  await expect(ana.body).toBeFocused();
  await ana.page.keyboard.press('ControlOrMeta+z');
  await expect(ben.title).toHaveValue(' of Ben, too');
  await expect(ana.title).toBeFocused();
  for (let step = 0; step < 3; step++) await ana.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(ben.title).toHaveValue('Our Plan 🎉 of Ben, too');
  await ben.reads(['text']);
  await ana.reads(['text']);
});

test('one step in the title is what is typed in one place, what is composed, or what is pasted', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  const { keyboard } = ana.page;
  await putOnClipboard(ana.page, { 'text/plain': 'pasted' });
  await ana.withoutPauses(async () => {
    await keyboard.insertText('b');
    await keyboard.insertText('c');
    await keyboard.press('Home');
    await keyboard.insertText('a');
    await keyboard.press('ControlOrMeta+v');
    await keyboard.insertText('d');
    await expect(ana.title).toHaveValue('apasteddbc');
  });
  for (const title of ['apastedbc', 'abc', 'bc', '']) {
    await ana.press(UNDO);
    await expect(ana.title).toHaveValue(title);
  }

  const { compose, commit } = await inputMethod(ana);
  for (const text of ['か', 'かん']) {
    await compose(text);
    // As if one looked for a second at what there is to choose from.
    await ana.page.evaluate(() => {
      const later = performance.now() + 1000;
      performance.now = () => later;
    });
  }
  await commit('漢');
  await expect(ana.title).toHaveValue('漢');
  await ana.press(UNDO);
  await expect(ana.title).toHaveValue('');
});
