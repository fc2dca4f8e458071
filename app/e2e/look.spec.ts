/** How a document looks, for everybody who opens it: its icon, how wide it is, and its face. */
import { faultsOf } from './support/axe.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

test('icon, width and face are chosen in one place, are everybody’s, and stay', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openLibrary();
  await ana.newDocument('Where the lighthouse stands, and who keeps it through the winter.');
  await ana.title.fill('Harbour');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Icon and layout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Icon and layout' });
  const search = dialog.getByRole('combobox', { name: 'Search icons' });
  await search.fill('anchor');
  await dialog.getByRole('option', { name: 'anchor', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeEnabled();
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  // By their classes: below a dialog they have no names.
  const looks = async (person: Person) => {
    for (const part of ['.body[role="textbox"]', 'textarea.title'])
      await person.page.locator(part).waitFor({ state: 'attached' });
    return person.page.evaluate(() => {
      const body = document.querySelector('.body[role="textbox"]')!;
      const face = (element: Element) => getComputedStyle(element).fontFamily.split(',', 1)[0]!;
      const title = face(document.querySelector('textarea.title')!);
      return { face: face(body), title, width: body.getBoundingClientRect().width };
    });
  };
  const before = await looks(ana);
  await dialog.getByRole('radio', { name: 'Wide' }).click();
  await dialog.getByRole('radio', { name: 'Serif', exact: true }).click();
  await expect.poll(async () => (await looks(ana)).width).toBeGreaterThan(before.width);
  await expect.poll(async () => (await looks(ana)).face).not.toBe(before.face);
  const after = await looks(ana);
  await page.keyboard.press('Escape');
  await ana.isSynced();

  // Whoever reads it sees the same; on a phone it is as wide as there is room.
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await expect.poll(() => looks(ben)).toEqual(after);
  await expect(ben.page).toHaveTitle(/⚓/);
  for (const width of [820, 390]) {
    await ben.page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => ben.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  }

  // It is in the list of documents, and there again.
  await ana.goBack();
  await expect(ana.documents.getByRole('listitem').filter({ hasText: 'Harbour' })).toContainText(
    '⚓',
  );
  await ana.documents.getByRole('link', { name: /Harbour/ }).click();
  await expect.poll(() => looks(ana)).toEqual(after);

  // By keys, and taken back by the same.
  for (const name of ['Wide page', 'Serif text']) {
    await ana.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill(name);
    await expect(page.getByRole('option', { name, exact: false }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => looks(ana)).toEqual(before);
  await expect.poll(async () => (await looks(ben)).face).toBe(before.face);
});
