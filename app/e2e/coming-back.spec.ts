/** Leaving a document and coming back to it. */
import { expect, test } from './support/test.ts';

const LINES = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}.`);

test('who comes back is where they were, with the caret there, and leaves for the folder it lies in', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openLibrary();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Work' }).click();
  await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible();
  await ana.newDocument();
  await ana.body.click();
  await ana.paste(LINES.join('\n'));
  await ana.sees('Line 60.');
  await ana.title.fill('Long');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.sees('Line 60.');
  await ana.putCaret({ after: 'Line 40' });
  await ana.isSynced();
  // What one reads need not be where the caret is, and one may leave in the moment one has scrolled.
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  // By hand: the mouse of the tests scrolls to what has faded while one typed.
  const back = page.getByRole('link', { name: 'Back to all documents' });
  await back.evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { name: 'Work', level: 1 })).toBeVisible();
  await ben.putCaret({ before: 'Line 1.' });
  await ben.type('Above\nall\n');
  await ben.isSynced();
  await page.getByRole('link', { name: 'Long' }).click();
  await expect(ana.body).toBeFocused();
  await ana.sees('Above');
  // Two lines came above it.
  const lines = (await ana.body.getByText('Line 40.').boundingBox())!.height * 4;
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - 700))
    .toBeLessThan(lines);
  await page.goBack();
  await page.goForward();
  await expect(ana.body).toBeFocused();
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - 700))
    .toBeLessThan(lines);
  await ana.type(', here');
  await ana.sees('Line 40, here.');

  await ana.isSynced();
  await page.reload();
  await expect(ana.body).toBeFocused();
  await ana.type(' and now');
  await ana.sees('Line 40, here and now.');
  expect(await ana.body.getByText('Line 40,').isVisible()).toBe(true);

  // From another document, by the sidebar, whose link stays.
  await ana.press('ControlOrMeta+Alt+b');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'New document' }).click();
  await expect(ana.title).toBeFocused();
  await sidebar.getByRole('link', { name: 'Long' }).first().click();
  await expect(ana.body).toBeFocused();
  await ana.type(', again');
  await ana.sees('Line 40, here and now, again.');
  expect(await ana.body.getByText('Line 40,').isVisible()).toBe(true);

  // By the switcher, whose field has the focus until it has faded away.
  await sidebar.getByRole('link', { name: 'New document' }).click();
  await expect(ana.title).toBeFocused();
  await ana.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('Long');
  await page.getByRole('option', { name: /^Long/ }).first().click();
  await expect(ana.body).toBeFocused();
  await ana.type(' and again');
  await ana.sees('Line 40, here and now, again and again.');
});

test('a document that nobody wrote in does not stay behind; one with a word from another tab does', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const nothing = ana.page.getByRole('heading', { name: 'Write the first one' });
  await ana.newDocument();
  const address = ana.page.url();
  await ana.isSynced();
  await ana.goBack();
  await expect(nothing).toBeVisible();
  await ana.page.reload();
  await expect(nothing).toBeVisible();

  // It is there for whoever has its address open.
  const tab = await ana.openTab();
  await tab.page.goto(address);
  await expect(tab.body).toBeEditable();
  await expect(nothing).toBeVisible();
  await tab.body.click();
  await tab.type('x');
  await expect(ana.documents.getByRole('listitem')).toHaveCount(1);
  await tab.press('Backspace');
  await tab.isSynced();
  await expect(ana.documents.getByRole('listitem')).toHaveCount(1);

  // What somebody may be sent a link to stays, too.
  await ana.newDocument();
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(ana.page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await ana.press('Escape');
  await ana.goBack();
  await expect(ana.documents.getByRole('listitem')).toHaveCount(2);
});
