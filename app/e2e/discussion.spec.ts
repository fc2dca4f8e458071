/** Talking about a document: beside its text, by several people, one without a network, one on a phone. */
import { readFile } from 'node:fs/promises';
import { devices } from '@playwright/test';
import { faultsOf } from './support/axe.ts';
import { company } from './support/company.ts';
import type { Person } from './support/person.ts';
import { closeShare, giveRole, openShare } from './support/sharing.ts';
import { expect, offlineTest, test } from './support/test.ts';

const COMMENT = 'ControlOrMeta+Alt+m';
const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };

function panelOf({ page }: Person) {
  return page.getByRole('complementary', { name: 'Comments' });
}

function cardsOf(person: Person) {
  return panelOf(person).getByRole('article');
}

/** Says something about what is selected. */
async function comment(person: Person, words: string, shown = words): Promise<void> {
  await person.press(COMMENT);
  const field = panelOf(person).getByRole('textbox', { name: 'Comment' });
  await expect(field).toBeFocused();
  await person.type(words);
  await person.press('ControlOrMeta+Enter');
  await expect(cardsOf(person).filter({ hasText: shown })).toBeVisible();
}

offlineTest(
  'three people talk about a text, one without a network, one on a phone',
  async ({ arrive }) => {
    test.slow();
    const lines = ['The ship sails at nine', 'Bring a coat', '# Plan'];
    const [ana, ben] = await company(arrive, lines, ['commenter']);
    const cleo = await arrive('Cleo', PHONE);
    await cleo.open(await ana.share('viewer'));
    await cleo.sees(lines[0]!);

    // Who may not write selects what they talk about, too.
    await ben.page.getByText('The ship sails').dblclick({ position: { x: 50, y: 8 } });
    await expect(ben.page.getByRole('toolbar', { name: 'Comment' })).toBeVisible();
    await comment(ben, 'Is **that** early? 🎉', 'Is that early? 🎉');
    await ben.isSynced();

    // It is marked in the others' text, whoever they are, and heard there.
    for (const person of [ana, cleo]) {
      const marked = person.body.locator('[data-thread]').first();
      await expect(marked).toHaveAttribute('aria-description', /Comment by .+: Is that early\?/);
      await marked.click();
      await expect(cardsOf(person)).toContainText('Is that early? 🎉');
      // Beside the first line, too, all of it is seen.
      await expect(cardsOf(person).locator('blockquote')).toBeInViewport({ ratio: 1 });
    }
    await expect(panelOf(cleo).getByRole('textbox')).toHaveCount(0);
    await ana.press('ControlOrMeta+Alt+n');
    await expect(panelOf(ana).getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await ana.type('Not for sailors');
    await ana.press('ControlOrMeta+Enter');
    await expect(cardsOf(ben)).toContainText('Not for sailors');
    await expect(cardsOf(cleo)).toContainText('Not for sailors');
    expect(await faultsOf(ana.page)).toEqual([]);

    // At 200 % there is no room beside the lines: one scrolls to all that was said, and to the field.
    await ana.page.setViewportSize({ width: 720, height: 450 });
    const reply = panelOf(ana).getByRole('textbox', { name: 'Reply' });
    for (const part of [cardsOf(ana).getByText('Not for sailors'), reply]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await ana.page.setViewportSize({ width: 1280, height: 900 });
    await expect(reply).toBeFocused();

    // Escape leads back to the words; what is written before them moves the mark along.
    await ana.press('Escape');
    await expect(ana.body).toBeFocused();
    await expect
      .poll(() =>
        ana.page.evaluate(() => {
          const caret = getSelection();
          return (
            caret?.isCollapsed === true &&
            caret.anchorNode?.parentElement?.closest('p')?.textContent
          );
        }),
      )
      .toBe('The ship sails at nine');
    await ana.putCaret({ before: 'The ' });
    await ana.type('Tomorrow: ');
    await ben.sees('Tomorrow: The ship');
    // A caret may stand in the words, and part what is marked.
    await expect
      .poll(async () => (await ben.body.locator('[data-thread]').allTextContents()).join(''))
      .toMatch(/^\w+$/);

    // Taken back where it is told, and done again.
    const resolve = panelOf(ana).getByRole('button', { name: 'Resolve' });
    await resolve.click();
    await expect(cardsOf(cleo)).toContainText(/Resolved by/);
    await ana.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(cardsOf(cleo)).not.toContainText(/Resolved by/);

    // What was resolved without a network is open again with an answer that came meanwhile.
    await ana.goOffline();
    await resolve.click();
    await expect(cardsOf(ana)).toHaveCount(0);
    await ben.press('ControlOrMeta+Alt+n');
    await expect(panelOf(ben).getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await ben.type('Nor for me');
    await ben.press('ControlOrMeta+Enter');
    await ben.isSynced();
    await ana.goOnline();
    for (const person of [ana, ben, cleo]) {
      await expect(cardsOf(person)).toContainText('Nor for me');
      await expect(cardsOf(person)).not.toContainText(/Resolved by/);
    }
    await ana.isSynced();

    await resolve.click();
    await expect(cardsOf(cleo)).toContainText(/Resolved by/);
    await expect(cleo.body.locator('[data-thread][data-active]').first()).toBeVisible();

    // What is resolved is exported by whoever has it listed.
    const exported = panelOf(ana).getByRole('button', { name: 'Export HTML with comments' });
    await expect(exported).toBeHidden();
    await panelOf(ana).getByRole('combobox', { name: 'Which comments' }).selectOption('All');
    const saving = ana.page.waitForEvent('download');
    await exported.click();
    const html = await readFile(await (await saving).path(), 'utf8');
    expect(html).toMatch(
      /Is <strong>that<\/strong> early\? 🎉.+Not for sailors.+Nor for me \(Resolved\)/,
    );

    // What can be said no more stays in its field.
    await panelOf(ben).getByRole('combobox', { name: 'Which comments' }).selectOption('All');
    const own = cardsOf(ben).getByRole('listitem').filter({ hasText: 'Nor for me' }).last();
    await own.getByRole('button', { name: 'More', exact: false }).click();
    await ben.page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = own.getByRole('textbox', { name: 'Edit' });
    await expect(edited).toBeFocused();
    await ben.press('End');
    await ben.type(' 👩‍👩‍👧');
    await giveRole(await openShare(ana), 1, 'Can view');
    await closeShare(ana);
    await expect(panelOf(ben).getByRole('textbox', { name: 'Reply' })).toHaveCount(0);
    await own.getByRole('button', { name: 'Save' }).click();
    await expect(ben.page.getByText('That could not be posted')).toBeVisible();
    await expect(edited).toHaveText('Nor for me 👩‍👩‍👧');
    await giveRole(await openShare(ana), 1, 'Can comment');
    await closeShare(ana);
    await expect(panelOf(ben).getByRole('textbox', { name: 'Reply' })).toBeVisible();
    await own.getByRole('button', { name: 'Save' }).click();
    await expect(cardsOf(ana)).toContainText('Nor for me 👩‍👩‍👧');
    await expect(edited).toHaveCount(0);
  },
);

test('words that are cut, or dragged, take along what is said about them', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('The ship sails at nine');
  await ana.press('Enter');
  await ana.type('Bring a coat');
  const marked = (line: string) =>
    ana.body.locator('p', { hasText: line }).locator('[data-thread]').allTextContents();

  await ana.select('ship');
  await comment(ana, 'Really?');
  await expect.poll(() => marked('sails')).toEqual(['ship']);
  const reply = panelOf(ana).getByRole('textbox', { name: 'Reply' });
  await expect(reply).toHaveAttribute('data-placeholder', 'Reply');

  await ana.select('ship');
  await ana.press('ControlOrMeta+x');
  await ana.putCaret({ after: 'Bring a coat' });
  await ana.type(' ');
  await ana.press('ControlOrMeta+v');
  await ana.sees('Bring a coat ship');
  await expect.poll(() => marked('Bring')).toEqual(['ship']);
  await ana.isSynced();
  await ana.page.reload();
  await expect.poll(() => marked('Bring')).toEqual(['ship']);

  await ana.select('ship');
  await ana.body.locator('[data-thread]').dragTo(ana.body.getByText('sails at'), {
    targetPosition: { x: 2, y: 8 },
  });
  await expect.poll(() => marked('sails')).toEqual(['ship']);

  const saving = ana.page.waitForEvent('download');
  await ana.press('ControlOrMeta+Alt+n');
  await panelOf(ana).getByRole('button', { name: 'Export Markdown with comments' }).click();
  const markdown = await readFile(await (await saving).path(), 'utf8');
  expect(markdown).toMatch(/ship\[\^c1\]/);
  expect(markdown).toMatch(/^\[\^c1\]: “ship” .+: Really\?$/m);

  // Into another document it comes as a quote, where one says so.
  await ana.select('ship');
  await ana.press('ControlOrMeta+x');
  await ana.isSaved();
  await ana.goBack();
  await ana.newDocument('Another text');
  await ana.press('Enter');
  await ana.press('ControlOrMeta+v');
  await ana.sees('ship');
  await expect(marked('ship')).resolves.toEqual([]);
  await ana.page.getByRole('button', { name: 'Bring its comments, too' }).click();
  await expect.poll(() => marked('ship')).toEqual(['ship']);
  await ana.press('ControlOrMeta+Alt+n');
  await expect(cardsOf(ana)).toContainText(/.+, .+\d+:\d+.*\nReally\?/);
});
