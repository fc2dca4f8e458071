/** What one does with documents without opening them, and with links that do not work. */
import { expect, test } from './support/test.ts';

test('a document renamed in the library has the new title for everybody', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('text');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await ana.openLibrary();
  await ana.page.getByRole('button', { name: 'Actions for Untitled' }).click();
  await ana.page.getByRole('menuitem', { name: 'Rename' }).click();
  await ana.title.fill('Minutes of May');
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(ana.documents.getByRole('link', { name: 'Minutes of May' })).toBeVisible();
  await expect(ben.title).toHaveValue('Minutes of May');
});

test('what lies in the trash comes back whole, and is gone only when deleted there', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('kept in the trash');
  await ana.isSynced();
  await ana.openLibrary();
  const trash = async () => {
    await ana.page.getByRole('button', { name: 'Actions for Untitled' }).click();
    await ana.page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await ana.page.getByRole('link', { name: 'Trash' }).click();
  };
  await trash();
  await ana.page.getByRole('button', { name: 'Restore' }).click();
  await ana.page.getByRole('link', { name: 'All documents' }).click();
  await ana.documents.getByRole('link', { name: 'Untitled' }).click();
  await ana.reads(['kept in the trash']);
  await ana.openLibrary();
  await trash();
  await ana.page.getByRole('button', { name: 'Delete…' }).click();
  await ana.page.getByRole('button', { name: 'Delete from this device' }).click();
  await expect(ana.page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  const kept = await ana.page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain('kept in the trash');
  const databases = () =>
    ana.page.evaluate(async () =>
      (await indexedDB.databases()).map((database) => database.name).sort(),
    );
  await expect.poll(databases).toEqual(['driftless-attachments', 'driftless:library']);
});

test('two tabs of one person show the same library', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const second = await ana.context.newPage();
  await second.goto('/');
  await ana.newDocument('text');
  await ana.title.fill('Made in the first tab');
  await expect(
    second.getByRole('list', { name: 'Documents' }).getByRole('link', {
      name: 'Made in the first tab',
    }),
  ).toBeVisible();
});

test('a file that is no text is refused with a sentence, and nothing is made of it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const chooser = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: 'Import' }).click();
  const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff]);
  await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await expect(ana.page.getByRole('alert')).toContainText('“photo.png” is not a text file');
  await expect(ana.documents).toHaveCount(0);
});

test('whoever wrote under a withdrawn link keeps the text as a document of their own', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['ours']);
  await ben.isSynced();
  // The server has said what the link allows.
  await expect(ben.body).toBeEditable();
  await ben.goOffline();
  await ben.putCaret({ after: 'ours' });
  await ben.type(' and mine');
  await ben.isSaved();
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  const links = ana.page.getByRole('list', { name: 'Links' });
  await links.getByRole('button', { name: 'Revoke' }).click();
  await expect(links).toHaveCount(0);
  await ana.press('Escape');
  await ben.goOnline();
  await expect(ben.saveState).toHaveAttribute('data-server', 'refused');
  await ben.page
    .getByRole('main')
    .getByRole('button', { name: 'Save a copy of my own', exact: true })
    .click();
  await ben.isSynced();
  await ben.reads(['ours and mine']);
  await expect(ben.body).toBeEditable();
  await ana.reads(['ours']);
});

test('a link made without a network works once the network is back', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('from afar');
  await ana.isSynced();
  await ana.canComeBackOffline();
  await ana.goOffline();
  await ana.isOffline();
  const link = await ana.share('editor');
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  const links = ana.page.getByRole('list', { name: 'Links' });
  await expect(links).toContainText('waits for the server');
  await ana.goOnline();
  await expect(links).not.toContainText('waits for the server');
  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.reads(['from afar']);
});

test('a link that does not work can be replaced by one that does', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('ours');
  const link = await ana.share('viewer');
  const eve = await arrive('Eve');
  await eve.page.goto(`${link.split('#')[0]}#${'A'.repeat(43)}`);
  await eve.page.getByRole('textbox', { name: 'Another link' }).fill('not a link');
  await eve.page.getByRole('button', { name: 'Open' }).click();
  await expect(eve.page.getByText('This is not a whole link.')).toBeVisible();
  await eve.page.getByRole('textbox', { name: 'Another link' }).fill(link);
  await eve.page.getByRole('button', { name: 'Open' }).click();
  await eve.reads(['ours']);
});

test('name and colour chosen in the settings show to others', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('text');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  const back = ben.page.url();
  await ben.page.goto('/settings');
  await ben.page.getByRole('textbox', { name: 'Your name' }).fill('Ben of the garden club');
  await ben.page.getByRole('radio', { name: 'Violet' }).check();
  await ben.page.goto(back);
  await expect(ana.people.getByText('Ben of the garden club')).toBeVisible();
});
