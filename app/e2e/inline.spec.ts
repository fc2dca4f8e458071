/** Inside a line: colours, emoji, people and days, by keys and by mouse. */
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

async function begin(arrive: (name: string) => Promise<Person>, text = ''): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type(text);
  return ana;
}

async function command(person: Person, name: string): Promise<void> {
  await person.press('ControlOrMeta+k');
  await person.page.getByRole('combobox', { name: 'Search commands' }).fill(name);
  await person.press('Enter');
  await expect(
    person.page.getByRole('dialog', { name: 'Search documents and commands' }),
  ).toBeHidden();
}

async function callOneself({ page }: Person, name: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
}

test('text and its ground are coloured from one palette, by mouse, arrows and commands, and others see it', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'plain words here');
  const { page } = ana;
  const palette = page.getByRole('dialog', { name: 'Colours' });
  const opener = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', {
    name: 'Text colour',
  });
  await ana.select('words');
  await opener.click();
  await palette
    .getByRole('group', { name: 'Text colour' })
    .getByRole('button', { name: 'Red' })
    .click();
  await expect(palette).toBeHidden();
  const red = ana.body.locator('.coloured[data-color="red"]');
  await expect(red).toHaveText('words');
  const ink = await ana.body.evaluate((body) => getComputedStyle(body).color);
  await expect(red).not.toHaveCSS('color', ink);

  // From the keyboard alone: to the toolbar, to the palette, down to the second highlight.
  await ana.press('Alt+F10');
  for (let step = 0; step < 20 && !(await opener.evaluate(isFocused)); step++)
    await ana.press('ArrowRight');
  await ana.press('Enter');
  await expect(palette.getByRole('button', { name: 'None' }).first()).toBeFocused();
  await ana.press('ArrowDown');
  await ana.press('ArrowRight');
  await ana.press('ArrowRight');
  await expect(palette.getByRole('button', { name: 'Orange' }).last()).toBeFocused();
  await ana.press('Enter');
  await expect(ana.body).toBeFocused();
  await expect(ana.body.locator('mark[data-color="orange"]')).toHaveText('words');

  // At a caret it is what is typed next.
  await ana.putCaret({ after: 'here' });
  await command(ana, 'Text colour: green');
  await ana.type(' and on');
  await expect(ana.body.locator('.coloured[data-color="green"]')).toHaveText(' and on');

  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await expect(ben.body.locator('.coloured[data-color="red"]')).toHaveText('words');
  await ben.select('words');
  await ben.press('ControlOrMeta+\\');
  await expect(ana.body.locator('mark, .coloured[data-color="red"]')).toHaveCount(0);
  await expect(ana.body.locator('.coloured')).toHaveText(' and on');
  await ana.reads(['plain words here and on']);
});

offlineTest(
  'emoji come by name, from a list or typed in full, also without a network',
  async ({ arrive }) => {
    const ana = await begin(arrive);
    const { page } = ana;
    await ana.isSaved();
    await ana.canComeBackOffline();
    await ana.goOffline();
    await page.reload();
    await ana.body.click();
    const list = page.getByRole('listbox', { name: 'Emoji' });
    await ana.type('go :rocket: now ');
    await ana.reads(['go 🚀 now ']);

    await ana.type(':ta');
    await expect(list).toBeVisible();
    await ana.type('da');
    await expect(list.getByRole('option', { selected: true })).toHaveText(/tada/);
    await ana.press('Tab');
    await ana.reads(['go 🚀 now 🎉']);
    await ana.press('ControlOrMeta+z');
    await ana.reads(['go 🚀 now :tada']);
    await expect(list).toBeHidden();
    await ana.type(' :heart');
    await ana.press('Escape');
    await expect(list).toBeHidden();
    await ana.press('Enter');
    await ana.type(':heart');
    await ana.press('ArrowDown');
    const second = (await list.getByRole('option', { selected: true }).textContent())!;
    await list.getByRole('option', { selected: true }).click();
    await expect(ana.body).toBeFocused();
    await ana.type(' :heart');
    // What was chosen lately comes right behind the very name.
    await expect(list.getByRole('option').nth(1)).toHaveText(second);
    await ana.press('Enter');
    await expect.poll(async () => (await ana.lines())[1]).toMatch(/ ❤️$/);
    await ana.press('Enter');
    await ana.type('``` :rocket:');
    await expect(list).toBeHidden();
    await expect(ana.body.locator('pre')).toHaveText(':rocket:');
  },
);

offlineTest(
  'people who were here are mentioned, days are put in, and two who change one day have one',
  async ({ arrive }) => {
    const name = 'Ana Heron';
    const ana = await arrive('Ana');
    await callOneself(ana, name);
    await ana.openLibrary();
    await ana.newDocument('Plan');
    const address = ana.page.url();
    const link = await ana.share('editor');
    await ana.isSynced();
    await ana.goOffline();

    // Ana is not here any more, and still is known.
    const ben = await arrive('Ben');
    await ben.open(link);
    await ben.putCaret({ after: 'Plan' });
    await expect(ben.people.getByRole('listitem')).toHaveCount(1);
    await ben.type(' by @');
    const list = ben.page.getByRole('listbox', { name: 'Mention' });
    await expect(list.getByRole('option', { name: 'Today' })).toBeVisible();
    await ben.type('ana h');
    await expect(list.getByRole('option', { selected: true })).toHaveAccessibleName(name);
    await ben.press('Enter');
    const mention = ben.body.getByRole('img', { name: `mention of ${name}` });
    await expect(mention).toHaveText(`@${name}`);
    await ben.type(' on /date');
    await ben.press('Enter');
    const date = (person: Person) => person.body.getByRole('button', { name: 'Date:' });
    await expect(date(ben)).toBeVisible();
    await ben.isSynced();

    await ana.goOnline();
    await expect(ana.body.getByRole('img', { name: `mention of ${name}` })).toBeVisible();
    await expect(date(ana)).toBeVisible();
    await ana.goOffline();
    // By mouse here, by the arrow keys and Enter there.
    await date(ana).click();
    const form = (person: Person) => person.page.getByRole('form', { name: 'Date' });
    await form(ana).getByLabel('Day').fill('2031-02-03');
    await form(ana).getByRole('button', { name: 'Save' }).click();
    await expect(date(ana)).toHaveAccessibleName(/^Date: Monday,? 3 February 2031$/);
    await expect(ana.body).toBeFocused();
    await ben.press('ArrowLeft');
    await ben.press('Enter');
    await expect(form(ben).getByLabel('Day')).toBeFocused();
    await form(ben).getByLabel('Day').fill('2032-05-06');
    await ben.press('Enter');
    await expect(date(ben)).toHaveAccessibleName(/^Date: Thursday,? 6 May 2032$/);
    await ana.goOnline();
    await ana.isSynced();
    await expect
      .poll(async () => {
        const days = await Promise.all(
          [ana, ben].map((person) => date(person).locator('time').getAttribute('datetime')),
        );
        return days[0] === days[1] && ['2031-02-03', '2032-05-06'].includes(String(days[0]));
      })
      .toBe(true);
    await expect(date(ana)).toHaveCount(1);

    // The name is that of now, wherever the person stands.
    await callOneself(ana, 'Ana Maria');
    await ana.page.goto(address);
    await expect(ben.body.getByRole('img', { name: 'mention of Ana Maria' })).toBeVisible();
  },
);

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}
