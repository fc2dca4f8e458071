/** How somebody begins: for the first time, with somebody else, and from outside of the app. */
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('someone who has never seen it writes, shares and writes together by what stands there', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await page.getByRole('button', { name: 'New document' }).click();
  // Nothing has to be found to begin: the caret is in the title, Enter goes on in the text.
  await expect(ana.title).toBeFocused();
  await ana.type('Picnic\nWho brings what?');
  await ana.reads(['Who brings what?']);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await ana.press('Escape');

  const ben = await arrive('Ben');
  await ben.page.goto(link);
  await expect(ben.title).toHaveValue('Picnic');
  await ben.body.getByText('Who brings what?').click();
  await ben.press('End');
  await ben.type('\nBen: cheese');
  await ana.reads(['Who brings what?', 'Ben: cheese']);
  await ana.body.getByText('Ben: cheese').click();
  await ana.press('End');
  await ana.type(' and bread');
  await ben.reads(['Who brings what?', 'Ben: cheese and bread']);
  await expect(ana.people.getByRole('listitem')).toHaveCount(2);
});

test('what is typed as soon as “New document” is pressed is its title and text, however slow the device', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  // Each database of a document opens after some seconds, as where a disk is busy.
  await ana.page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      const request =
        version === undefined ? open.call(this, name) : open.call(this, name, version);
      if (!/^driftless:\w{16,}$/.test(name)) return request;
      Object.defineProperty(request, 'onsuccess', {
        set: (tell: (event: Event) => void) => {
          request.addEventListener('success', (event) => setTimeout(tell, 1500, event));
        },
      });
      return request;
    };
  });
  await ana.openLibrary();
  await ana.page.getByRole('button', { name: 'New document' }).click();
  await ana.type('Our trip\nPack the tent');
  await expect(ana.title).toHaveValue('Our trip');
  await ana.reads(['Pack the tent']);
  await expect(ana.saveState).toHaveAttribute('data-device', 'saved');
  await ana.page.reload();
  await expect(ana.title).toHaveValue('Our trip');
  await ana.reads(['Pack the tent']);
});

test('whoever asks on the first visit is shown around in a document of their own', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.page.getByRole('button', { name: 'Show me around' }).click();
  await expect(ana.title).toHaveValue('Welcome to Driftless');
  const tasks = ana.body.getByRole('checkbox', { name: 'Done' });
  await expect(tasks).toHaveCount(8);
  await tasks.first().click();
  await expect(tasks.first()).toBeChecked();
  // What it says can be done, is done in it.
  await ana.putCaret({ after: 'something you have to do.' });
  await ana.type('\nBuy stamps');
  await expect(tasks).toHaveCount(9);
  await ana.putCaret({ after: 'under the one above, and Shift Tab to bring it back.' });
  await ana.press('Tab');
  await ana.isSaved();
  await ana.page.reload();
  await ana.sees('Buy stamps');
  await expect(tasks.first()).toBeChecked();
  await ana.goBack();
  await expect(ana.documents.getByRole('listitem')).toHaveCount(1);
});

test('an installed app starts with what its icon, a file or another app hands over', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  // As the system opens the address of `share_target`.
  const shared = new URLSearchParams({
    title: 'Tide tables',
    text: 'For Saturday\nhttps://example.org/tides',
    url: 'https://example.org/tides',
  });
  await page.goto(`/share?${shared}`);
  await ana.reads(['For Saturday', 'https://example.org/tides']);
  await expect(ana.title).toHaveValue('Tide tables');
  await expect(ana.body.getByRole('link')).toHaveAttribute('href', 'https://example.org/tides');
  expect(page.url()).not.toContain('Saturday');
  await ana.isSaved();
  await page.reload();
  await ana.reads(['For Saturday', 'https://example.org/tides']);

  await page.goto('/new');
  await expect(ana.title).toBeFocused();
  await ana.type('From the icon');
  await ana.isSaved();
  await page.goto('/?view=search');
  await expect(page.getByRole('searchbox', { name: 'Search documents' })).toBeFocused();
  // One document each, however often one came back to an address.
  await expect(ana.documents.getByRole('listitem')).toHaveCount(2);

  // No browser without a window installs an app: only the queue is put in its place.
  await page.addInitScript(() => {
    const file = new File(['# Notes\n\nFrom a file\n'], 'notes.md', { type: 'text/markdown' });
    const handle = { kind: 'file', name: file.name, getFile: async () => file };
    const files = [handle] as unknown as FileSystemFileHandle[];
    const launchQueue: Window['launchQueue'] = { setConsumer: (take) => take({ files }) };
    Object.defineProperty(window, 'launchQueue', { value: launchQueue });
  });
  await page.goto('/open');
  await ana.reads(['From a file']);
  await expect(ana.title).toHaveValue('Notes');

  // What is for those who build the app is not in it.
  await page.goto('/showcase');
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
});

test('what comes after the text comes later where the network failed for a moment', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type('```ts\nconst x = 1;');
  await ana.isSynced();
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  let refused = 0;
  let isBack = false;
  await ben.context.route('**/assets/*.js', (request) => {
    // Without this one there is no page.
    if (isBack || /\/index-[^/]*$/.test(request.request().url())) return request.fallback();
    refused++;
    return request.abort();
  });
  await ben.page.goto(link);
  await expect.poll(() => refused).toBeGreaterThan(5);
  isBack = true;
  await ben.reads(['const x = 1;']);
  await expect(ben.people).toBeVisible();
  await expect(ben.body.getByRole('group', { name: 'Code, TypeScript' })).toBeVisible();
  await ben.canComeBackOffline();
});

test('a page whose script is not there yet comes by itself when it is', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Apples 🍎');
  await ana.isSynced();
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  // As a node answers that has the release before still.
  let missing = 2;
  await ben.context.route(/\/assets\/index-[^/]*\.js$/, (route) =>
    missing-- > 0 ? route.fulfill({ status: 404, body: 'Not found.' }) : route.fallback(),
  );
  await ben.page.goto(link);
  await ben.body.waitFor();
  expect(missing).toBeLessThan(0);
  await ben.reads(['Apples 🍎']);
});
