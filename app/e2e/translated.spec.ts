/** The app in a browser that translates its pages, which takes their texts away from React. */
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { translatePage } from './support/translator.ts';

async function translates(person: Person): Promise<Person> {
  await person.page.addInitScript(translatePage);
  return person;
}

/** What React said that it could not draw. */
const troubles = ({ complaints }: Person) => complaints.filter((each) => /NotFound/.test(each));

test('what is searched for is marked letter by letter, and found no more', async ({ arrive }) => {
  const ana = await translates(await arrive('Ana'));
  await ana.openLibrary();
  for (const title of ['The ship sails', 'A shop by the ship']) {
    await ana.newDocument(`All about it: ${title}`);
    await ana.title.fill(title);
    await ana.isSynced();
    await ana.goBack();
  }
  const search = ana.page.getByRole('searchbox', { name: 'Search documents' });
  const marks = ana.documents.locator('mark');
  await search.click();
  for (const [typed, count] of [
    ['s', 2],
    ['h', 2],
    ['i', 2],
    ['p sails', 1],
  ] as const) {
    await ana.type(typed);
    await expect(ana.documents.getByRole('link')).toHaveCount(count);
    await expect(marks.first()).toBeVisible();
  }
  await expect(ana.documents.getByRole('link')).toHaveText('The ship sails');
  await search.fill('');
  await expect(marks).toHaveCount(0);
  await expect(ana.documents.getByRole('link')).toHaveText([
    'A shop by the ship',
    'The ship sails',
  ]);
  expect(troubles(ana)).toEqual([]);
});

test('what is new in a document, and not new any more, is told', async ({ arrive }) => {
  const ana = await translates(await arrive('Ana'));
  await ana.openLibrary();
  await ana.newDocument('Ours');
  const ben = await translates(await arrive('Ben'));
  await ben.open(await ana.share('editor'));
  await ben.sees('Ours');
  await ana.goBack();
  await expect(ana.documents.getByText('Edited')).toBeVisible();
  await ben.putCaret({ after: 'Ours' });
  await ben.type(' and theirs');
  await ben.isSynced();
  await expect(ana.documents.getByText(/^New/)).toBeVisible();
  await ana.documents.getByRole('link').click();
  await ana.sees('Ours and theirs');
  await ana.goBack();
  await expect(ana.documents.getByText(/^New/)).toHaveCount(0);
  for (const person of [ana, ben]) expect(troubles(person)).toEqual([]);
});
