/** What the app calls saved is on this device's disk. */
import { expect, test } from './support/test.ts';

test('what is saved on this device outlives a crash of the tab, without the server’s help', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('known to the server');
  await ana.isSynced();
  const address = ana.page.url();
  await server.kill();
  await ana.putCaret({ after: 'known to the server' });
  await ana.type(' and this only here');
  await ana.isSaved();
  const crashed = ana.page.waitForEvent('crash');
  // The navigation never ends: the tab is gone.
  ana.page.goto('chrome://crash').catch(() => {});
  await crashed;

  await server.start();
  const page = await ana.context.newPage();
  await page.goto(address);
  await expect(page.getByRole('textbox', { name: 'Document body' })).toHaveText(
    'known to the server and this only here',
  );
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveAttribute(
    'data-server',
    'synced',
  );
});

test('a document whose storage another tab deletes is stored again', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('precious');
  await ana.isSynced();
  const docId = new URL(ana.page.url()).pathname.split('/').pop() ?? '';
  const other = await ana.context.newPage();
  await other.goto('/settings');
  await other.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
    `driftless:${docId}`,
  );
  await expect
    .poll(() =>
      other.evaluate(async (name) => {
        const databases = await indexedDB.databases();
        return databases.some((database) => database.name === name);
      }, `driftless:${docId}`),
    )
    .toBe(true);
  await ana.putCaret({ after: 'precious' });
  await ana.type(' words');
  await ana.isSaved();
  await ana.page.reload();
  await ana.reads(['precious words']);
});
