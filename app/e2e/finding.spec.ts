/** Find and replace: in a panel that blocks nothing, in documents of any length. */
import type { Locator } from '@playwright/test';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function begin(
  arrive: (name: string) => Promise<Person>,
  markdown: string,
): Promise<{ ana: Person; panel: Locator; field: Locator; count: Locator }> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.paste(markdown);
  await expect.poll(async () => (await ana.lines()).join(''), { timeout: 120_000 }).not.toBe('');
  await ana.press('ControlOrMeta+Home');
  await ana.press('ControlOrMeta+f');
  const panel = ana.page.getByRole('dialog', { name: 'Find and replace' });
  const field = panel.getByRole('textbox', { name: 'Find' });
  await expect(field).toBeFocused();
  return { ana, panel, field, count: panel.getByRole('status') };
}

const selected = (ana: Person) => ana.body.locator('.found.current');

test('matches are counted, gone through, and narrowed by case, word and expression', async ({
  arrive,
}) => {
  const { ana, panel, field, count } = await begin(
    arrive,
    'One stone, one bone\n\nNone. ONE!\n\nx = 12, y = 345',
  );
  await field.fill('one');
  await expect(count).toHaveText('1 of 6');
  await ana.press('Enter');
  await expect(count).toHaveText('2 of 6');
  await ana.press('Shift+Enter');
  await ana.press('Shift+Enter');
  await expect(count).toHaveText('6 of 6');
  await expect(selected(ana)).toHaveText('ONE');
  await panel.getByRole('checkbox', { name: 'Whole word' }).check();
  await expect(count).toHaveText('3 of 3');
  await panel.getByRole('checkbox', { name: 'Match case' }).check();
  await expect(count).toHaveText('1 of 1');
  await panel.getByRole('checkbox', { name: 'Whole word' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Regular expression' }).check();
  await field.fill('(\\w) = (\\d+)');
  await expect(count).toHaveText('1 of 2');
  await field.fill('(');
  await expect(panel.getByText('This is not a regular expression')).toBeVisible();
  await field.fill('zzz');
  await expect(count).toHaveText('None');
  await ana.press('Escape');
  await expect(panel).toBeHidden();
  await expect(ana.body).toBeFocused();
});

test('one is replaced, then all, as one step of undo, with their formatting', async ({
  arrive,
}) => {
  const { ana, panel, field, count } = await begin(
    arrive,
    'cat and **cat**\n\na cat\n\n```\ncat();\n```',
  );
  await field.fill('cat');
  await expect(count).toHaveText('1 of 4');
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('dog');
  await panel.getByRole('button', { name: 'Replace', exact: true }).click();
  await ana.reads(['dog and cat', 'a cat', 'cat();']);
  await expect(count).toHaveText('1 of 3');
  await panel.getByRole('button', { name: 'Replace all' }).click();
  await ana.reads(['dog and dog', 'a dog', 'dog();']);
  await expect(ana.body.locator('strong')).toHaveText('dog');
  await expect(count).toHaveText('None');
  // The button has nothing left to do, and still hears of keys.
  await ana.press('Escape');
  await expect(panel).toBeHidden();
  await expect(ana.body).toBeFocused();
  await ana.press('ControlOrMeta+z');
  await ana.reads(['dog and cat', 'a cat', 'cat();']);
  await ana.press('ControlOrMeta+z');
  await ana.reads(['cat and cat', 'a cat', 'cat();']);
});

test('groups of an expression can be used in what replaces it', async ({ arrive }) => {
  const { ana, panel, field } = await begin(arrive, 'Byron, Ada\n\nHopper, Grace');
  await panel.getByRole('checkbox', { name: 'Regular expression' }).check();
  await field.fill('^(\\w+), (\\w+)$');
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('$2 $1');
  await panel.getByRole('button', { name: 'Replace all' }).click();
  await ana.reads(['Ada Byron', 'Grace Hopper']);
});

test('an expression that never ends is stopped, and the page answers meanwhile', async ({
  arrive,
}) => {
  const { ana, panel, field } = await begin(arrive, `${'a'.repeat(40)}b`);
  await panel.getByRole('checkbox', { name: 'Regular expression' }).check();
  await field.fill('^(a+)+$');
  // Writing goes on.
  await ana.putCaret({ after: 'b' });
  await ana.type(' more');
  await ana.reads([`${'a'.repeat(40)}b more`]);
  await expect(panel.getByText('This expression takes too long.')).toBeVisible();
});

test('what others write is found, too', async ({ arrive }) => {
  const { ana, field, count, panel } = await begin(arrive, 'one word');
  await panel.getByRole('button', { name: 'Close' }).click();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ana.putCaret({ before: 'one' });
  await ana.press('ControlOrMeta+f');
  await field.fill('word');
  await expect(count).toHaveText('1 of 1');
  await ben.putCaret({ after: 'word' });
  await ben.type(' and another word');
  await expect(count).toHaveText('1 of 2');
});

test('ten thousand paragraphs are searched and replaced in', async ({ arrive }) => {
  // Much text for a slow machine; what counts is that it comes to an end.
  test.setTimeout(600_000);
  const patiently = { timeout: 120_000 };
  const paragraphs = Array.from(
    { length: 10_000 },
    (_, index) => `Paragraph ${index} has a stone.`,
  );
  const { ana, panel, field, count } = await begin(arrive, paragraphs.join('\n\n'));
  await field.fill('9999 has');
  await expect(count).toHaveText('1 of 1', patiently);
  await expect(selected(ana)).toBeInViewport(patiently);
  await field.fill('stone');
  await expect(count).toHaveText(/of 10,000$/, patiently);
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('bone');
  await panel.getByRole('button', { name: 'Replace all' }).click(patiently);
  await expect(count).toHaveText('None', patiently);
  await panel.getByRole('button', { name: 'Close' }).click(patiently);
  await expect
    .poll(async () => (await ana.lines()).slice(-1), patiently)
    .toEqual(['Paragraph 9999 has a bone.']);
});

test('what is typed right after the shortcut goes into the field, and none of it into the text', async ({
  arrive,
}) => {
  const { ana, field, panel } = await begin(arrive, 'one word');
  await ana.press('Escape');
  await expect(panel).toBeHidden();
  await ana.press('ArrowRight');
  await ana.press('ControlOrMeta+f');
  await ana.page.keyboard.type('word');
  await expect(field).toHaveValue('word');
  await ana.press('Escape');
  // What was found is selected, and would become a link.
  await ana.press('ArrowRight');
  await ana.press('ControlOrMeta+k');
  await ana.page.keyboard.type('undo');
  await expect(ana.page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('undo');
  await ana.press('Escape');
  await ana.reads(['one word']);
});

test('words are found however they are typed, in a text and in the library', async ({ arrive }) => {
  const { ana, field, count } = await begin(
    arrive,
    [
      'They don’t know Cafe\u0301 Straße',
      'It is 10\u00a0000 km to Łódź',
      'C++ is a language, كـــتاب a book',
      `${'🎉'.repeat(90)} party ${'🎉'.repeat(90)}`,
    ].join('\n\n'),
  );
  for (const [typed, found] of [
    ["don't", 'don’t'],
    ['café', 'Cafe\u0301'],
    ['STRASSE', 'Straße'],
    ['10 000', '10\u00a0000'],
  ] as const) {
    await field.fill(typed);
    await expect(count).toHaveText('1 of 1');
    await expect(selected(ana)).toHaveText(found);
  }
  await ana.press('Escape');
  await ana.title.fill('Words');
  await ana.isSaved();
  await ana.goBack();
  await ana.newDocument('cats and cups');
  await ana.isSaved();
  await ana.goBack();
  const search = ana.page.getByRole('searchbox', { name: 'Search documents' });
  for (const typed of ['🎉', 'strasse', 'lodz', 'كتاب', 'C++', 'party']) {
    await search.fill(typed);
    await expect(ana.documents.getByRole('link')).toHaveText(['Words']);
  }
  // What is shown around it is cut between characters.
  await expect(ana.documents.locator('mark')).toHaveText(['party']);
  expect(await ana.documents.evaluate((list) => list.textContent)).toContain('🎉');
  expect(await ana.documents.evaluate((list) => list.textContent.isWellFormed())).toBe(true);
});
