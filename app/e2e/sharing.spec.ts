/** What becomes of links and of those who came by them: roles that change, ends, and new owners. */

import { ERRORS } from '../../shared/protocol/errors.ts';
import { faultsOf } from './support/axe.ts';
import { company } from './support/company.ts';
import type { Person } from './support/person.ts';
import { closeShare, giveRole, openShare } from './support/sharing.ts';
import { expect, offlineTest, test } from './support/test.ts';

/** Ana has a document, and Ben has opened it by a link to edit it. */
async function shareOurs(
  arrive: (name: string) => Promise<Person>,
): Promise<{ ana: Person; ben: Person }> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['ours']);
  return { ana, ben };
}

test('a role that the owner changes holds at once for whoever has the document open', async ({
  arrive,
}) => {
  const { ana, ben } = await shareOurs(arrive);
  const cleo = await arrive('Cleo');
  await cleo.open(await ana.share('viewer'));
  await cleo.reads(['ours']);
  await expect(ben.body).toBeEditable();
  await expect(cleo.body).not.toBeEditable();

  const share = await openShare(ana);
  await giveRole(share, 0, 'Can edit');
  await expect(cleo.body).toBeEditable();
  await cleo.putCaret({ after: 'ours' });
  await cleo.type(' too');
  await ben.reads(['ours too']);
  await ben.putCaret({ before: 'ours' });
  await giveRole(share, 1, 'Can comment');
  await closeShare(ana);
  await expect(ben.body).not.toBeEditable();
  await ben.type('no');
  await cleo.type('!');
  await ben.reads(['ours too!']);
  await ana.reads(['ours too!']);
});

test('a link gets a name, an end and a password later, and whoever is in is asked for it', async ({
  arrive,
}) => {
  const { ana, ben } = await shareOurs(arrive);

  const share = await openShare(ana);
  const link = share.getByRole('list', { name: 'Links' }).getByRole('listitem');
  await link.getByRole('button', { name: 'Change', exact: true }).click();
  await link.getByLabel('Label (optional)').fill('The class');
  await ana.press('Enter');
  await expect(link.getByRole('paragraph').first()).toHaveText('Can edit · The class');
  await link.getByRole('combobox', { name: 'Works' }).selectOption('For a week');
  await expect(link.getByText(/· until /)).toBeVisible();
  await link.getByLabel('Password (optional)').fill('sesame');
  await link.getByRole('button', { name: 'Set password' }).click();
  await expect(link.getByText(/with a password/)).toBeVisible();
  expect(await faultsOf(ana.page)).toEqual([]);
  await closeShare(ana);

  await ben.page.getByLabel('Password of the link').fill('sesame');
  await ben.page.getByRole('button', { name: 'Open', exact: true }).click();
  await ben.isSynced();
  await ben.putCaret({ after: 'ours' });
  await ben.type(' again');
  await ana.reads(['ours again']);

  const again = await openShare(ana);
  await again.getByRole('button', { name: 'Change', exact: true }).click();
  await again.getByRole('button', { name: 'Remove password' }).click();
  await expect(again.getByText(/with a password/)).toHaveCount(0);
  // All of that stands in the log, the latest first, by whom it was done.
  await again.getByText('Owner options').click();
  await again.getByText('Changes to access').click();
  const log = again.getByRole('list', { name: 'Changes to access' }).getByRole('listitem');
  await expect(log.nth(0)).toHaveText(/^Password removed · The class.*you · /);
  await expect(log.nth(1)).toHaveText(/^Password set · The class.*you · /);
  await expect(log.nth(2)).toHaveText(/^Time limit changed · The class.*you · /);
  await expect(log.last()).toHaveText(/^Document created.*you · /);
  await closeShare(ana);
  await ben.isSynced();
  await expect(ben.body).toBeEditable();
});

offlineTest(
  'who was shut out while offline sees what was not sent, and keeps it as a document of one’s own',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('ours');
    const link = await ana.share('editor');
    const ben = await arrive('Ben');
    await ben.open(link);
    await ben.reads(['ours']);
    await ben.isSynced();
    await ben.goOffline();
    await ben.putCaret({ after: 'ours' });
    await ben.type(' and what I thought on the train');
    await ben.isSaved();
    const share = await openShare(ana);
    const revoke = share.getByRole('button', { name: 'Revoke' });
    const asked = ana.page.getByRole('alertdialog', { name: 'Revoke this link?' });
    await revoke.click();
    await expect(asked).toContainText('Whoever was in has a copy');
    await asked.getByRole('button', { name: 'Keep the link' }).click();
    await expect(asked).toBeHidden();
    await revoke.click();
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await expect(ana.page.getByText('Link revoked. Whoever was in has a copy.')).toBeVisible();
    await expect(share.getByText('No link opens this document now.')).toBeVisible();
    await closeShare(ana);

    await ben.goOnline();
    await expect(ben.saveState).toHaveAttribute('data-server', 'refused');
    const mine = ben.body.getByRole('insertion');
    await expect(mine).toHaveText(' and what I thought on the train');
    await expect(ben.body).not.toBeEditable();
    await ben.page.reload();
    await expect(mine).toHaveText(' and what I thought on the train');
    await expect(ben.page.getByText('had not been sent')).toBeVisible();
    const shared = ben.page.url();
    await ben.page.getByRole('button', { name: 'Save a copy of my own' }).click();
    await expect(ben.page).not.toHaveURL(shared);
    await ben.reads(['ours and what I thought on the train']);
    await expect(ben.body).toBeEditable();
    await expect(mine).toHaveCount(0);
    await ben.isSynced();
    await ana.reads(['ours']);

    await ben.page.goto(shared);
    await ben.page.getByRole('button', { name: 'Remove…' }).click();
    const sure = ben.page.getByRole('dialog', { name: 'Remove this copy?' });
    await sure.getByRole('button', { name: 'Remove' }).click();
    await expect(ben.documents.getByRole('listitem')).toHaveCount(1);
  },
);

offlineTest(
  'who may only read since going offline throws away what was not sent, and reads on',
  async ({ arrive }) => {
    const { ana, ben } = await shareOurs(arrive);
    await ben.isSynced();
    await ben.goOffline();
    await ben.putCaret({ after: 'ours' });
    await ben.type(' mine');
    await ben.isSaved();
    const share = await openShare(ana);
    await giveRole(share, 0, 'Can view');
    await closeShare(ana);
    await ben.goOnline();
    await expect(ben.body.getByRole('insertion')).toHaveText(' mine');
    await ben.page.getByRole('button', { name: 'Remove…' }).click();
    const sure = ben.page.getByRole('dialog', { name: 'Remove what was not sent?' });
    await sure.getByRole('button', { name: 'Remove' }).click();
    await ben.reads(['ours']);
    await ana.putCaret({ after: 'ours' });
    await ana.type(' alone');
    await ben.reads(['ours alone']);
  },
);

test('a document is handed over by the owner’s link, and deleted for everyone by its name', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  await ana.title.click();
  await ana.type('Minutes');
  const link = await ana.share('editor');
  const cleo = await arrive('Cleo');
  await cleo.open(link);
  await cleo.reads(['ours']);

  const mine = await openShare(ana);
  await mine.getByText('Who has been here').click();
  await expect(
    mine.getByRole('list', { name: 'Who has been here' }).getByRole('listitem'),
  ).toHaveText([/can edit.*just now/]);
  await mine.getByText('Owner options').click();
  await mine.getByRole('button', { name: 'Show the owner’s link…' }).click();
  await expect(mine.getByText('It cannot be revoked')).toBeVisible();
  await mine.getByRole('button', { name: 'Copy link' }).last().click();
  const ownersLink = await ana.page.evaluate(() => navigator.clipboard.readText());
  await closeShare(ana);

  const ben = await arrive('Ben');
  await ben.open(ownersLink);
  await ben.reads(['ours']);
  await ben.putCaret({ after: 'ours' });
  await ben.type(' now');
  await ana.reads(['ours now']);
  const known = await openShare(ana);
  await known.getByText('Owner options').click();
  await known.locator('summary', { hasText: 'Changes to access' }).focus();
  await ana.press('Enter');
  await expect(
    known.getByRole('list', { name: 'Changes to access' }).getByRole('listitem'),
  ).toHaveText([
    /First opened with the owner’s link[A-Z]\w+ [A-Z]\w+ · just now/,
    /Link created · Can edit.*you.*just now/,
    /Document created.*you.*just now/,
  ]);
  expect(await faultsOf(ana.page)).toEqual([]);
  await closeShare(ana);
  const share = await openShare(ben);
  await expect(share.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await share.getByText('Owner options').click();
  await share.getByRole('button', { name: 'Delete for everyone…' }).click();
  const sure = ben.page.getByRole('dialog', { name: 'Delete “Minutes” for everyone?' });
  await sure.getByRole('button', { name: 'Delete for everyone' }).click();
  await expect(ben.page.getByRole('button', { name: 'New document' })).toBeVisible();

  for (const other of [ana, cleo]) {
    await expect(other.saveState).toHaveAttribute('data-server', 'refused');
    await expect(other.page.getByText(ERRORS.document_deleted.message)).toBeVisible();
    await expect(other.body).not.toBeEditable();
    await other.reads(['ours now']);
  }
  const dan = await arrive('Dan');
  await dan.page.goto(link);
  await expect(dan.page.getByRole('heading', { name: 'This document was deleted' })).toBeVisible();
});

offlineTest(
  'a link made offline opens later, is shown to a camera, and is replaced by another one',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('ours');
    await ana.isSynced();
    await ana.goOffline();
    const share = await openShare(ana);
    await share.getByText('More', { exact: true }).click();
    await share.getByLabel('Label (optional)').fill('For the class');
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(
      share.getByText('This link opens once this device has been online.'),
    ).toBeVisible();
    await share.getByRole('button', { name: 'QR code' }).first().click();
    await expect(share.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const address = share.getByRole('textbox', { name: 'Link', exact: true });
    const first = await address.inputValue();
    await ana.goOnline();
    await expect(share.getByText('not used yet')).toBeVisible();

    const ben = await arrive('Ben');
    await ben.open(first);
    await ben.reads(['ours']);
    await share.getByRole('button', { name: 'Replace' }).click();
    await expect(ben.saveState).toHaveAttribute('data-server', 'refused');
    await expect(address).not.toHaveValue(first);
    await expect(share.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(1);
    await ben.open(await address.inputValue());
    await ben.isSynced();
    await expect(ben.body).toBeEditable();
  },
);

offlineTest(
  'whoever may suggest no more, or write no more, loses nothing and is told what becomes of it',
  async ({ arrive }) => {
    test.slow();
    const [ana, ben] = await company(arrive, ['Alpha one', 'Bravo two'], ['suggester']);
    const { page } = ben;
    const bar = page.getByRole('region', { name: 'You are suggesting' });
    const told = (words: string) => page.getByRole('status').filter({ hasText: words });
    const give = async (role: string) => {
      await giveRole(await openShare(ana), 0, role);
      await closeShare(ana);
    };
    await expect(bar).toBeVisible();
    await ben.putCaret({ after: 'Alpha' });
    await ben.type(' big');
    await ben.isSynced();

    // From suggesting to reading, while one is at it.
    await give('Can view');
    await expect(told('What you suggested so far is with the others')).toBeVisible();
    await expect(bar).toBeHidden();
    await expect(ben.body).not.toBeEditable();
    await ben.type('no');
    await ben.reads(['Alpha big one', 'Bravo two']);
    await page.getByRole('button', { name: 'Show the document' }).click();
    await ben.reads(['Alpha one', 'Bravo two']);
    await expect(ben.body.locator('ins.would-come')).toHaveText(' big');
    await give('Can suggest');
    await expect(bar).toBeVisible();

    // The same while one is without a network.
    await ben.isSynced();
    await ben.goOffline();
    await ben.putCaret({ after: 'two' });
    await ben.type(' three');
    await ben.isSaved();
    await give('Can view');
    await ben.goOnline();
    await expect(told('goes to the others as soon as you may suggest again')).toBeVisible();
    await ben.reads(['Alpha one', 'Bravo two three']);
    await page.reload();
    await expect(told('The server did not accept your latest suggestions')).toBeVisible();
    await ben.reads(['Alpha one', 'Bravo two']);
    await expect(ben.body.locator('ins.would-come')).toHaveText([' big', ' three']);
    await expect(ana.body.locator('ins.would-come')).toHaveText([' big']);
    await give('Can suggest');
    await expect(ana.body.locator('ins.would-come')).toHaveText([' big', ' three']);
    await expect(told('The server did not accept')).toBeHidden();
    await ben.isSynced();

    // From writing to suggesting, with words that were not sent: no suggestion may depend on them.
    await give('Can edit');
    await bar.getByRole('button', { name: 'Stop suggesting' }).click();
    await ben.goOffline();
    await ben.putCaret({ after: 'two' });
    await ben.type(' alone');
    await ben.isSaved();
    await give('Can suggest');
    await ben.goOnline();
    await expect(page.getByText('You may no longer write here').or(told('read'))).toBeVisible();
    await expect(ben.body.getByRole('insertion').filter({ hasText: 'alone' })).toBeVisible();
    await expect(ben.body).not.toBeEditable();
    await expect(bar).toBeHidden();
    await give('Can edit');
    await page.reload();
    await ana.reads(['Alpha one', 'Bravo two alone']);
    await ben.isSynced();

    // From suggesting to nothing at all.
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suggest changes' }).click();
    await expect(bar).toBeVisible();
    await ben.goOffline();
    await ben.putCaret({ after: 'alone' });
    await ben.type(' at last');
    await ben.isSaved();
    const share = await openShare(ana);
    await share.getByRole('button', { name: 'Revoke' }).click();
    await ana.page
      .getByRole('alertdialog', { name: 'Revoke this link?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await expect(share.getByText('No link opens this document now.')).toBeVisible();
    await ben.goOnline();
    await expect(told('goes to the others as soon as you may suggest again')).toBeVisible();
    await expect(ben.body).not.toBeEditable();
    await page.getByRole('button', { name: 'Save a copy' }).first().click();
    await expect(ben.body).toBeEditable();
    await ben.reads(['Alpha one', 'Bravo two alone at last']);
  },
);
