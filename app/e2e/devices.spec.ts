/** One person with two devices: one library on both, and one person to the others. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as Y from 'yjs';
import { readEntries } from '../../shared/library/library.ts';
import { linkOf } from './support/devices.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

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

offlineTest(
  'two devices of one person have one library, also after both changed it offline',
  async ({ arrive, server }) => {
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
    // How many they are is told, and goes on being true.
    const waits = phone.page.getByText(/^\d+ changes? of the library waits? to be sent/);
    const counted = async () => Number((await waits.textContent())?.match(/^\d+/));
    await expect(waits).toBeVisible();
    const before = await counted();
    await act(phone, 'Made offline on the phone', 'Pin');
    await expect.poll(counted).toBe(before + 1);
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
    // Until it is gone what is below it moves.
    await expect(waits).toHaveCount(0);
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
  },
);

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
  await phone.page.getByRole('button', { name: 'Continue' }).click();
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

offlineTest(
  'deleting from this device leaves the others their key, and from all of them no unsent word goes',
  async ({ arrive }) => {
    const desk = await arrive('Ana at her desk');
    await desk.openLibrary();
    await makeDocument(desk, 'Plan', 'a plan');
    await makeDocument(desk, 'Draft', 'a draft');
    const link = await linkOf(desk);
    const phone = await arrive('Ana on her phone');
    await phone.page.goto(link);
    await phone.page.getByRole('button', { name: 'Link this device' }).click();
    await expect(phone.documents.getByRole('link')).toHaveCount(2);
    for (const title of ['Plan', 'Draft']) await act(desk, title, 'Move to trash');
    await expect(phone.documents.getByRole('link')).toHaveCount(0);

    const inTrash = (person: Person) =>
      person.page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    const remove = async (title: string, from: string) => {
      const row = inTrash(desk).filter({ hasText: title });
      await row.getByRole('button', { name: 'Delete…' }).click();
      const dialog = desk.page.getByRole('dialog', { name: 'Delete?' });
      await dialog.getByRole('button', { name: from, exact: true }).click();
      await expect(dialog).toBeHidden();
    };
    await phone.page.goto('/?view=trash');
    await desk.page.goto('/?view=trash');
    await expect(inTrash(desk)).toHaveCount(2);
    await remove('Plan', 'Delete from this device');
    await expect(inTrash(desk)).toHaveCount(1);
    await expect(inTrash(phone)).toHaveCount(2);
    await inTrash(phone)
      .filter({ hasText: 'Plan' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await phone.page.getByRole('link', { name: 'All documents' }).click();
    await phone.documents.getByRole('link', { name: 'Plan' }).click();
    await phone.reads(['a plan']);
    // Restored on one device it is back on all.
    await desk.page.goto('/');
    await desk.documents.getByRole('link', { name: 'Plan' }).click();
    await desk.reads(['a plan']);

    // On the phone somebody writes without a network what the desk deletes everywhere.
    await phone.goOffline();
    await phone.putCaret({ after: 'a plan' });
    await phone.type(' with words only here');
    await phone.isSaved();
    await desk.goBack();
    await act(desk, 'Plan', 'Move to trash');
    await desk.page.goto('/?view=trash');
    await remove('Plan', 'Delete from all my devices');
    await remove('Draft', 'Delete from all my devices');
    await phone.goOnline();
    await phone.isSynced();
    await phone.reads(['a plan with words only here']);
    await desk.page.goto('/');
    await desk.documents.getByRole('link', { name: 'Plan' }).click();
    await desk.reads(['a plan with words only here']);
    await phone.goBack();
    await phone.page.goto('/?view=trash');
    await expect(phone.page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  },
);

test('a document that is deleted while another tab shows it leaves nothing behind', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await makeDocument(ana, 'Diary', 'nobody may read this');
  const tab = await ana.openTab();
  await tab.page.goto('/');
  await tab.documents.getByRole('link', { name: 'Diary' }).click();
  await tab.reads(['nobody may read this']);
  await act(ana, 'Diary', 'Move to trash');
  await ana.page.goto('/?view=trash');
  await ana.page.getByRole('button', { name: 'Delete…' }).click();
  await ana.page.getByRole('button', { name: 'Delete from this device' }).click();
  await expect(ana.page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expect(tab.body).toBeHidden();
  const left = () =>
    tab.page.evaluate(async () => ({
      pictures: Object.values({ ...localStorage }).filter((value) => value.includes('nobody may')),
      documents: (await indexedDB.databases()).filter(({ name }) =>
        /^driftless:\w{16,}/.test(name ?? ''),
      ),
    }));
  await expect.poll(left).toEqual({ pictures: [], documents: [] });
  await tab.page.reload();
  await expect(tab.page.getByText('nobody may read this')).toHaveCount(0);
  expect(await left()).toEqual({ pictures: [], documents: [] });
});

test('a tab that is slow to hear that its device was linked sends no key that can be read', async ({
  arrive,
}) => {
  const quick = await arrive('Ana');
  await quick.openLibrary();
  await makeDocument(quick, 'Before', 'written before');
  const address = await quick.documents.getByRole('link').getAttribute('href');
  const slow = await quick.openTab();
  const sent: Buffer[] = [];
  for (const { page } of [quick, slow])
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => sent.push(Buffer.from(payload))),
    );
  // Of the app only what is needed to read and write comes through to it.
  const held = Promise.withResolvers<void>();
  await slow.page.route(/\/assets\/(?!index-)[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await slow.open(address!);
  await slow.reads(['written before']);
  const [key] = readEntries(await libraryOf(slow)).map(({ secret }) => secret);
  const plain = async () => (await rowsOf(slow)).filter((row) => row.includes(key!)).length;
  const before = await plain();
  await linkOf(quick);
  await slow.title.fill('Renamed');
  // It does not know of the link yet.
  await expect.poll(plain).toBeGreaterThan(before);
  held.resolve();
  await expect(quick.documents.getByRole('link')).toHaveText(['Renamed']);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((frame) => frame.includes(key!))).toEqual([]);
});

/** What the browser keeps of the library. */
async function rowsOf({ page }: Person): Promise<Buffer[]> {
  const rows = await page.evaluate(async () => {
    const open = indexedDB.open('driftless:library');
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const all = db.transaction('updates').objectStore('updates').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    db.close();
    return (all.result as Uint8Array[]).map((row) => [...row]);
  });
  return rows.map((row) => Buffer.from(row));
}

async function libraryOf(person: Person): Promise<Y.Doc> {
  const library = new Y.Doc();
  for (const row of await rowsOf(person)) Y.applyUpdate(library, row);
  return library;
}
