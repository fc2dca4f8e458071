/** One person with two devices: one library on both, and one person to the others. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function makeDocument(person: Person, title: string, text: string): Promise<void> {
  await person.newDocument(text);
  await person.title.fill(title);
  await person.isSaved();
  await person.goBack();
  await expect(person.documents.getByRole('link', { name: title })).toBeVisible();
}

async function act(person: Person, on: string, action: string): Promise<void> {
  await person.page.getByRole('button', { name: `Actions for ${on}`, exact: true }).click();
  const menu = person.page.getByRole('menu', { name: `Actions for ${on}`, exact: true });
  await menu.getByRole('menuitem', { name: action, exact: true }).click();
}

/** The link that another device is linked with. */
async function linkOf(person: Person): Promise<string> {
  const { page } = person;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Link (a|another) device/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Link a device' });
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const link = await dialog
    .getByRole('textbox', { name: 'Link for your other device' })
    .inputValue();
  await person.press('Escape');
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
  await page.getByRole('link', { name: 'Driftless' }).click();
  return link;
}

test('two devices of one person have one library, also after both changed it offline', async ({
  arrive,
  server,
}) => {
  const desk = await arrive('Ana at her desk');
  await desk.openLibrary();
  await makeDocument(desk, 'From the desk', 'written at the desk');
  await makeDocument(desk, 'For the way', 'never opened on the phone before');
  const link = await linkOf(desk);
  const secret = link.split('#')[1]!;

  const phone = await arrive('Ana on her phone');
  await phone.openLibrary();
  await makeDocument(phone, 'From the phone', 'written on the phone');
  await phone.page.goto(link);
  await expect(phone.page.getByRole('heading', { name: 'Link this device?' })).toBeVisible();
  expect(phone.page.url()).not.toContain(secret);
  // Opening the link alone does nothing yet.
  await expect(desk.documents.getByRole('link')).toHaveCount(2);
  await phone.page.getByRole('button', { name: 'Link this device' }).click();
  for (const device of [desk, phone]) {
    await expect(device.documents.getByRole('link')).toHaveCount(3);
  }
  await desk.documents.getByRole('link', { name: 'From the phone' }).click();
  await desk.reads(['written on the phone']);
  await desk.goBack();

  // What is on one device only by its list comes by itself.
  const names = () =>
    phone.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  await expect
    .poll(async () => (await names()).filter((name) => /^driftless:.{16}/.test(name)).length)
    .toBe(3);
  const search = phone.page.getByRole('searchbox', { name: 'Search documents' });
  await search.fill('never opened');
  await expect(phone.documents.getByRole('link')).toHaveText(['For the way']);
  await search.fill('');
  for (const device of [desk, phone]) await device.goOffline();
  await phone.documents.getByRole('link', { name: 'For the way' }).click();
  await phone.reads(['never opened on the phone before']);
  await phone.goBack();

  // Both change the list apart.
  await act(desk, 'From the phone', 'Pin');
  await act(desk, 'From the desk', 'Move to trash');
  await makeDocument(desk, 'Made offline at the desk', 'a');
  await act(phone, 'From the phone', 'Move to folder…');
  await phone.page.getByRole('button', { name: 'New folder…' }).click();
  await phone.page.getByRole('textbox', { name: 'Name' }).fill('Travel');
  await phone.page.getByRole('button', { name: 'Create and move' }).click();
  await makeDocument(phone, 'Made offline on the phone', 'b');
  for (const device of [desk, phone]) await device.goOnline();
  for (const device of [desk, phone]) {
    const { page, documents } = device;
    await expect(page.getByRole('list', { name: 'Folders' }).getByRole('link')).toHaveText([
      'Travel',
    ]);
    for (const title of [
      'From the phone',
      'Made offline at the desk',
      'Made offline on the phone',
    ]) {
      await expect(documents.getByRole('link', { name: title, exact: true })).toBeVisible();
    }
    await expect(documents.getByRole('link', { name: 'From the desk' })).toHaveCount(0);
  }
  await phone.page.getByRole('list', { name: 'Folders' }).getByRole('link').click();
  await expect(phone.documents.getByRole('link')).toHaveText(['From the phone']);

  // The server keeps the list for both, and nothing that opens it.
  const files = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  const kept = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  );
  expect(kept.join('')).toContain('Made offline on the phone');
  expect(kept.join('')).not.toContain(secret);
  expect(server.log()).not.toContain(secret);
});

test('a device that is unlinked keeps its documents and hears no more', async ({ arrive }) => {
  const desk = await arrive('Ana at her desk');
  await desk.openLibrary();
  await makeDocument(desk, 'Shared by both', 'text');
  const tab = await desk.context.newPage();
  await tab.goto('/');
  await expect(tab.getByRole('list', { name: 'Documents' }).getByRole('link')).toHaveCount(1);
  const link = await linkOf(desk);
  const phone = await arrive('Ana on her phone');
  await phone.page.goto(`${link.slice(0, -1)}`);
  await expect(
    phone.page.getByRole('heading', { name: 'This link has been cut short' }),
  ).toBeVisible();
  await phone.page.getByRole('textbox', { name: 'Link from your other device' }).fill(link);
  await phone.page.getByRole('button', { name: 'Go on' }).click();
  await phone.page.getByRole('textbox', { name: 'Name of this device' }).fill('Pocket');
  await phone.page.getByRole('button', { name: 'Link this device' }).click();
  await expect(phone.documents.getByRole('link')).toHaveText(['Shared by both']);
  await phone.documents.getByRole('link').click();
  await phone.reads(['text']);
  await phone.goBack();
  // The tabs of a device are linked together.
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name: 'New folder…' }).click();
  await tab.getByRole('textbox', { name: 'Name' }).fill('Made in a second tab');
  await tab.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(phone.page.getByRole('link', { name: 'Made in a second tab' })).toBeVisible();
  await expect(tab.getByRole('list', { name: 'Documents' }).getByRole('link')).toHaveCount(1);
  await tab.close();

  await desk.page.getByRole('link', { name: 'Settings' }).click();
  const devices = desk.page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await act(desk, 'Pocket', 'Unlink…');
  await desk.page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await phone.page.getByRole('link', { name: 'Settings' }).click();
  await expect(phone.page.getByRole('button', { name: 'Link a device…' })).toBeVisible();
  await phone.page.getByRole('link', { name: 'Driftless' }).click();
  await desk.page.getByRole('link', { name: 'Driftless' }).click();
  await makeDocument(desk, 'After that', 'text');
  await makeDocument(phone, 'Own again', 'text');
  // After a reload nothing but what is kept is there.
  await phone.page.reload();
  await expect(phone.documents.getByRole('link')).toHaveText(['Own again', 'Shared by both']);
  await expect(desk.documents.getByRole('link')).toHaveText(['After that', 'Shared by both']);
});

test('somebody on two devices is one person to everybody, and called alike on both', async ({
  arrive,
}) => {
  const desk = await arrive('Ana at her desk');
  const call = async ({ page }: Pick<Person, 'page'>, name: string) => {
    await page.goto('/settings');
    await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  };
  await call(desk, 'Ana');
  await desk.openLibrary();
  await desk.newDocument('plan');
  await desk.title.fill('Plan');
  const invitation = await desk.share('editor');
  await desk.goBack();
  const link = await linkOf(desk);

  const ben = await arrive('Ben');
  await call(ben, 'Ben');
  await ben.open(invitation);
  const phone = await arrive('Ana on her phone');
  await phone.open(invitation);
  await desk.documents.getByRole('link', { name: 'Plan' }).click();
  for (const person of [ben, phone, desk]) {
    await expect(person.people.getByRole('listitem')).toHaveCount(3);
  }

  // The phone has the document open while it is linked.
  const tab = await phone.context.newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Link this device' }).click();
  for (const person of [ben, phone, desk]) {
    await expect(person.people.getByRole('listitem')).toHaveCount(2);
  }
  await expect(ben.people.getByRole('button', { name: 'Ana', exact: true })).toBeVisible();
  await phone.putCaret({ after: 'plan' });
  await phone.type(' from the phone');
  await ben.sees('plan from the phone');
  await phone.isSynced();
  await desk.isSynced();

  await call({ page: tab }, 'Ana Heron');
  for (const device of [desk, phone]) {
    await expect(device.people.getByText('Ana Heron (you)')).toBeVisible();
    await expect(device.people.getByRole('listitem')).toHaveCount(2);
  }
  await expect(ben.people.getByRole('button', { name: 'Ana Heron' })).toBeVisible();
  await desk.goBack();
  await desk.page.getByRole('link', { name: 'Settings' }).click();
  await expect(desk.page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ana Heron');
  // One of the devices has gone, and the person is still there.
  await expect(ben.people.getByRole('listitem')).toHaveCount(2);
  await expect(ben.people.getByRole('button', { name: 'Ana Heron' })).toBeVisible();
});
