/** The app in a browser that translates its pages, which takes their texts away from React. */
import { expect, test } from './support/test.ts';
import { translatePage } from './support/translator.ts';

test('what is searched for is marked letter by letter, and found no more', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.page.addInitScript(translatePage);
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
  expect(ana.complaints.filter((each) => /NotFound/.test(each))).toEqual([]);
});
