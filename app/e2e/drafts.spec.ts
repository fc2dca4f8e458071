/** Drafts: several write in one beside the document, which flows in, until somebody merges it. */
import { faultsOf } from './support/axe.ts';
import { company } from './support/company.ts';
import type { Person } from './support/person.ts';
import { closeShare, giveRole, openShare } from './support/sharing.ts';
import { expect, offlineTest, test } from './support/test.ts';

async function openPanel({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Drafts' }).click();
  await expect(page.getByRole('complementary', { name: 'Drafts' })).toBeVisible();
}

function cardOf({ page }: Person, name: string) {
  return page.getByRole('article', { name: `Draft ${name}` });
}

function barOf({ page }: Person, name: string) {
  return page.getByRole('region', { name: `Draft: ${name}` });
}

async function openDraft(person: Person, name: string): Promise<void> {
  await cardOf(person, name).getByRole('button', { name: 'Open' }).click();
  await expect(barOf(person, name)).toBeVisible();
}

offlineTest(
  'three write in a draft and in the document, one offline; it is merged, taken back and merged',
  async ({ arrive }) => {
    test.slow();
    const lines = ['The ship sails at nine', 'Bring a coat', '# Notes'];
    const [ana, ben, cleo] = await company(arrive, lines, ['editor', 'editor']);

    await openPanel(ana);
    await ana.page.getByRole('textbox', { name: 'Name of the draft' }).fill('Plan B');
    await ana.press('Enter');
    await expect(barOf(ana, 'Plan B')).toBeVisible();
    expect(await faultsOf(ana.page)).toEqual([]);
    await ana.putCaret({ after: 'sails' });
    await ana.type(' early');
    await expect(ana.body.locator('ins.came')).toHaveText(' early');
    await ana.isSynced();

    // Ben comes to it, and both see each other; the document sees nothing of it.
    await openPanel(ben);
    await openDraft(ben, 'Plan B');
    await ben.reads(['The ship sails early at nine', 'Bring a coat', 'Notes']);
    await ben.select('a coat');
    await ben.type('two hats');
    await ana.reads(['The ship sails early at nine', 'Bring two hats', 'Notes']);
    // Who wrote it is known there, too.
    const here = await ben.people.ariaSnapshot();
    const nameOfBen = /listitem "(.+?) \(you\)"/.exec(here)?.[1] ?? here;
    await ana.putCaret({ after: 'two ha' });
    await ana.press('ControlOrMeta+Alt+y');
    await expect(ana.page.getByRole('status').filter({ hasText: nameOfBen })).toBeVisible();
    // What is said about it is at its words in the draft; where those are not, that is told.
    await ana.select('early');
    await ana.press('ControlOrMeta+Alt+m');
    await ana.type('How early? 🌅');
    await ana.press('ControlOrMeta+Enter');
    await expect(ben.body.locator('[data-thread]')).toHaveText('early');
    await cleo.page.getByRole('button', { name: 'Comments' }).click();
    const said = cleo.page.getByRole('article', { name: 'early' });
    await expect(said).toContainText('How early? 🌅');
    await expect(said).toContainText('it is in a draft or a suggestion');
    await expect(cleo.body.locator('[data-thread]')).toHaveCount(0);
    await ben.isSynced();

    // Ben goes on without a network, while the document is restructured and flows in.
    await ben.goOffline();
    await ben.putCaret({ after: 'two hats' });
    await ben.type(', and gloves');
    await cleo.reads(['The ship sails at nine', 'Bring a coat', 'Notes']);
    await cleo.putCaret({ before: 'Bring' });
    await cleo.type('Packing');
    await cleo.press('Enter');
    await cleo.putCaret({ before: 'The ship' });
    await cleo.type('Tomorrow: ');
    const underway = [
      'Tomorrow: The ship sails early at nine',
      'Packing',
      'Bring two hats',
      'Notes',
    ];
    await ana.reads(underway);
    await ben.page.reload();
    await expect(barOf(ben, 'Plan B')).toBeVisible();
    await ben.reads(['The ship sails early at nine', 'Bring two hats, and gloves', 'Notes']);
    await ben.goOnline();
    const whole = [...underway.slice(0, 2), 'Bring two hats, and gloves', 'Notes'];
    for (const person of [ana, ben]) await person.reads(whole);
    await cleo.reads(['Tomorrow: The ship sails at nine', 'Packing', 'Bring a coat', 'Notes']);

    // What it shows is what merging it gives.
    await barOf(ana, 'Plan B').getByRole('button', { name: 'Merge' }).click();
    for (const person of [ana, cleo]) await person.reads(whole);
    await expect(barOf(ana, 'Plan B')).toHaveCount(0);
    await expect(barOf(ben, 'Plan B')).toContainText('Merged');
    await ana.page.getByRole('button', { name: 'Undo' }).click();
    for (const person of [ana, cleo])
      await person.reads(['Tomorrow: The ship sails at nine', 'Packing', 'Bring a coat', 'Notes']);
    await ben.reads(whole);
    await ben.putCaret({ after: 'gloves' });
    await ben.type('!');
    const end = [...whole.slice(0, 2), 'Bring two hats, and gloves!', 'Notes'];
    await ben.reads(end);
    await barOf(ben, 'Plan B').getByRole('button', { name: 'Merge' }).click();
    for (const person of [ana, ben, cleo]) await person.reads(end);
    await expect(cleo.body.locator('[data-thread]')).toHaveText('early');
    for (const person of [ana, ben, cleo]) await person.isSynced();
    await openPanel(ana);
    await expect(cardOf(ana, 'Plan B')).toContainText('Merged');
    await cleo.page.reload();
    await cleo.reads(end);

    // The history has it, of whoever wrote it: Ben wrote nothing but in the draft.
    await cleo.press('ControlOrMeta+Alt+h');
    const history = cleo.page.getByRole('complementary', { name: 'History' });
    const session = history.getByRole('listitem').filter({ hasText: nameOfBen }).first();
    await session.getByRole('button').first().click();
    const past = cleo.page.getByRole('document', { name: /^The document as it was/ });
    await expect(past).toContainText('Bring two hats, and gloves!');
  },
);

test('a draft is opened by its link, read by whoever may read, discarded and taken up again', async ({
  arrive,
}) => {
  test.slow();
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Alpha one', 'Bravo two');
  await ana.isSynced();
  await openPanel(ana);
  await ana.page.getByRole('textbox', { name: 'Name of the draft' }).fill('Shorter');
  await ana.press('Enter');
  await expect(barOf(ana, 'Shorter')).toBeVisible();
  await ana.select(' two');
  await ana.press('Delete');
  await expect(ana.body.locator('del.went')).toHaveText(' two');
  await ana.isSynced();
  await barOf(ana, 'Shorter').getByRole('button', { name: 'Back to the document' }).click();
  await ana.reads(['Alpha one', 'Bravo two']);

  const name = 'Short 👨‍👩‍👧';
  await cardOf(ana, 'Shorter').getByRole('button', { name: 'More for the draft Shorter' }).click();
  await ana.page.getByRole('menuitem', { name: 'Rename' }).click();
  await ana.page.getByRole('dialog').getByRole('textbox').fill(name);
  await ana.press('Enter');
  await expect(cardOf(ana, name)).toBeVisible();

  // Who has nothing of it comes to the draft by a link that was made while it was shown.
  await openDraft(ana, name);
  const link = await ana.share('viewer');
  await barOf(ana, name).getByRole('button', { name: 'Back to the document' }).click();
  const ben = await arrive('Ben');
  await ben.page.goto(link);
  await expect(barOf(ben, name)).toBeVisible();
  await ben.reads(['Alpha one', 'Bravo']);
  expect(ben.page.url()).not.toContain(link.split('#')[1]!);
  await openPanel(ben);
  await expect(ben.page.getByText('You can read them')).toBeVisible();
  await barOf(ben, name).getByRole('button', { name: 'Back to the document' }).click();
  await ben.reads(['Alpha one', 'Bravo two']);
  // Its address opens it for whoever has the document.
  await cardOf(ana, name)
    .getByRole('button', { name: `More for the draft ${name}` })
    .click();
  await ana.page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(ana.page.getByText('Link copied. It opens the draft')).toBeVisible();
  const address = await ana.page.evaluate(() => navigator.clipboard.readText());
  await ben.page.goto(address);
  await expect(barOf(ben, name)).toBeVisible();
  await ben.reads(['Alpha one', 'Bravo']);
  await expect(barOf(ben, name).getByRole('button', { name: 'Merge' })).toHaveCount(0);
  await expect(ben.body).toHaveAttribute('aria-readonly', 'true');
  await ana.putCaret({ after: 'Alpha' });
  await ana.type(' big');
  await ben.reads(['Alpha big one', 'Bravo']);
  // Whoever may write while they are in it does, and whoever may no more does not.
  const give = async (role: string) => {
    await giveRole(await openShare(ana), 0, role);
    await closeShare(ana);
  };
  await give('Can edit');
  await expect(ben.body).toHaveAttribute('aria-readonly', 'false');
  await ben.putCaret({ after: 'Bravo' });
  await ben.type('🎉');
  await ben.isSynced();
  await give('Can view');
  await expect(ben.body).toHaveAttribute('aria-readonly', 'true');
  await ben.reads(['Alpha big one', 'Bravo🎉']);

  await cardOf(ana, name)
    .getByRole('button', { name: `More for the draft ${name}` })
    .click();
  await ana.page.getByRole('menuitem', { name: 'Discard' }).click();
  await expect(cardOf(ana, name)).toContainText('Discarded');
  await expect(barOf(ben, name)).toContainText('Discarded');
  await cardOf(ana, name).getByRole('button', { name: 'Open' }).click();
  await ana.reads(['Alpha big one', 'Bravo🎉']);
  await expect(ana.body).toHaveAttribute('aria-readonly', 'true');
  await cardOf(ana, name).getByRole('button', { name: 'Take up again' }).click();
  await expect(ana.body).toHaveAttribute('aria-readonly', 'false');
  await ana.putCaret({ after: 'one' });
  await ana.type('!');
  await ben.reads(['Alpha big one!', 'Bravo🎉']);
  await barOf(ana, name).getByRole('button', { name: 'Merge' }).click();
  await ana.reads(['Alpha big one!', 'Bravo🎉']);
  await ben.page.reload();
  await ben.reads(['Alpha big one!', 'Bravo🎉']);
});
