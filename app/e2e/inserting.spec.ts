/** `/` in the text: a list of blocks to insert, found by typing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockWith, hasBlocks } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const PAGE =
  '<title>Apples 🍎</title><meta name="description" content="All about fruit">' +
  '<meta property="og:image" content="/a.png">';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function begin(arrive: (name: string) => Promise<Person>, text = ''): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type(text);
  return ana;
}

test('an empty block becomes what is chosen; one with text gets a new block behind it', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await keyboard.type('/head');
  await expect(list.getByRole('option')).toHaveText([/Heading 1/, /Heading 2/, /Heading 3/]);
  await keyboard.press('ArrowDown');
  const active = list.getByRole('option', { selected: true });
  await expect(active).toHaveText(/Heading 2/);
  // The focus stays in the text, which says what Enter would take.
  await expect(ana.body).toBeFocused();
  await expect(ana.body).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id'))!,
  );
  await keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(ana.body).not.toHaveAttribute('aria-activedescendant');
  await keyboard.type('Plan /todo');
  await list.getByRole('option', { name: 'Task list' }).click();
  await keyboard.type('first');
  await hasBlocks(ana, ['heading2 Plan', 'task first']);

  // A bar is changed by keys where one writes, and by its slider; both are steps of undo.
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('/percent');
  await expect(list.getByRole('option')).toHaveText([/Progress bar/]);
  await keyboard.press('Enter');
  await keyboard.type('Walls');
  const slider = ana.body.getByRole('slider', { name: 'Walls' });
  await expect(slider).toHaveAttribute('aria-valuetext', '0%');
  await keyboard.press('Alt+Shift+ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '10%');
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '100%');
  await blockWith(ana, 'Walls').getByText('Walls').click();
  await keyboard.press('ControlOrMeta+z');
  await expect(slider).toHaveAttribute('aria-valuetext', '10%');
});

test('what was typed and the new block are one step of undo', async ({ arrive }) => {
  const ana = await begin(arrive, 'some text ');
  const { keyboard } = ana.page;
  await keyboard.type('/divider');
  await keyboard.press('Enter');
  await hasBlocks(ana, ['text some text', 'divider', 'text']);
  await keyboard.press('ControlOrMeta+z');
  await hasBlocks(ana, ['text some text /divider']);
  await expect(ana.page.getByRole('listbox')).toBeHidden();
});

test('Escape leaves the slash as text, and so do blanks, words, code and a search without end', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await keyboard.type('/');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await keyboard.type('x and/or ');
  await expect(list).toBeHidden();
  await keyboard.type('/');
  await expect(list).toBeVisible();
  await keyboard.type(' ');
  await expect(list).toBeHidden();
  await keyboard.type('/zzz');
  await expect(list).toBeHidden();
  await keyboard.press('Enter');
  await keyboard.type('```js ');
  await keyboard.type('/');
  await expect(list).toBeHidden();
  await hasBlocks(ana, ['text /x and/or / /zzz', 'code /']);
});

test('Backspace over the slash closes the list', async ({ arrive }) => {
  const ana = await begin(arrive);
  await ana.type('/q');
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await expect(list.getByRole('option')).toHaveText([/Quote/]);
  await ana.press('Backspace');
  await expect(list.getByRole('option').first()).toHaveText(/Text/);
  await ana.press('Backspace');
  await expect(list).toBeHidden();
  await hasBlocks(ana, ['text']);
});

test('a bookmark of a web page, by / and from a pasted address, opens in a tab of its own', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  const requests: string[] = [];
  ana.context.on('request', (request) => requests.push(request.url()));
  await keyboard.type('/bookm');
  await keyboard.press('Enter');
  const field = ana.page.getByRole('textbox', { name: 'Address' });
  await expect(field).toBeFocused();
  await keyboard.type('javascript:alert(1)');
  await keyboard.press('Enter');
  await expect(ana.page.getByText(/A link can go to a web page/)).toBeVisible();
  await field.fill('site.example/page');
  await keyboard.press('Enter');
  await ana.type('A fine site\n');
  const bookmark = ana.body.getByRole('figure', { name: 'Bookmark, site.example' });
  await expect(bookmark).toContainText('A fine site');

  await ana.paste('https://other.example/x?y=1');
  await ana.press('ArrowLeft');
  const card = ana.page.getByRole('toolbar', { name: 'Link' });
  await card.getByRole('button', { name: 'Turn into a bookmark' }).click();
  const other = ana.body.getByRole('figure', { name: 'Bookmark, other.example' });
  await ana.type('Other');
  await expect(other).toContainText('Other');
  await expect(other.getByRole('link')).toHaveAttribute('href', 'https://other.example/x?y=1');

  // Nothing was asked of either site until someone opens it.
  expect(requests.filter((url) => url.includes('.example'))).toEqual([]);
  const opened = ana.context.waitForEvent('page');
  await bookmark.getByRole('link', { name: 'site.example' }).click();
  await (await opened).close();
  expect(requests).toContain('https://site.example/page');
  await expect(ana.body).toBeVisible();
});

test.describe('where the host lets the server open pages', () => {
  test.use({
    serviceWorkers: 'allow',
    settings: { LINK_PREVIEWS: 'on', LINK_PREVIEWS_ALLOW: '127.0.0.1' },
  });

  test('a bookmark gets the title, description and picture of its page, for whoever asks', async ({
    arrive,
  }) => {
    const web = createServer(({ url }, response) => {
      response.setHeader('Content-Type', url === '/a.png' ? 'image/png' : 'text/html');
      response.end(url === '/a.png' ? PNG : PAGE);
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/fruit`;
    const ana = await begin(arrive);
    const { keyboard } = ana.page;
    const choice = ana.page.getByRole('checkbox', { name: /title and picture/ });
    const bookmarks = ana.body.getByRole('figure', { name: /^Bookmark, 127/ });
    const put = async () => {
      await keyboard.type('/bookm');
      await keyboard.press('Enter');
      await ana.page.getByRole('textbox', { name: 'Address' }).fill(address);
      await expect(choice).toBeVisible();
    };
    await put();
    // Nobody is asked for a page unless somebody wants it.
    await expect(choice).not.toBeChecked();
    await keyboard.press('Enter');
    await ana.type('My own title\n');
    await expect(bookmarks.first()).toContainText('My own title');
    await expect(bookmarks.first()).not.toContainText('All about fruit');

    await put();
    await choice.check();
    await ana.page.getByRole('button', { name: 'Save' }).click();
    await expect(bookmarks.nth(1).locator('figcaption')).toHaveText('Apples 🍎');
    await expect(bookmarks.nth(1)).toContainText('All about fruit');
    await expect(bookmarks.nth(1).locator('img')).toHaveJSProperty('complete', true);
    await ana.press('ControlOrMeta+z');
    await expect(bookmarks.nth(1)).not.toContainText('All about fruit');
    await ana.press('ControlOrMeta+Shift+z');
    await expect(bookmarks.nth(1)).toContainText('All about fruit');

    // A page that cannot be had is told, and the bookmark stays.
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.type('/bookm');
    await keyboard.press('Enter');
    await ana.page.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/');
    await expect(choice).toBeChecked();
    await keyboard.press('Enter');
    await expect(ana.page.getByText(/could not open that page/)).toBeVisible();
    await expect(ana.body.getByRole('figure', { name: 'Bookmark, 10.0.0.1' })).toBeVisible();

    // Nor can it be without a network, which is told, too.
    await ana.goOffline();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.type('/bookm');
    await keyboard.press('Enter');
    await ana.page.getByRole('textbox', { name: 'Address' }).fill(address);
    await keyboard.press('Enter');
    await expect(ana.page.getByText(/was not asked for: there is no network/)).toBeVisible();
    await expect(bookmarks).toHaveCount(3);
    await ana.goOnline();

    const ben = await arrive('Ben');
    await ben.open(await ana.share('viewer'));
    await expect(ben.body.getByRole('figure').nth(1)).toContainText('All about fruit');
    await expect(ben.body.getByRole('figure').nth(1).locator('img')).toBeVisible();
    web.close();
  });
});

test('a link to another document has the name this device knows, and no key in it', async ({
  arrive,
}) => {
  const ana = await begin(arrive, 'flour');
  await ana.title.fill('Recipes');
  await ana.goBack();
  await ana.newDocument();
  await ana.title.fill('Plans');
  await ana.body.click();
  await ana.type('cook /link');
  await ana.press('Enter');
  await expect(ana.page.getByRole('combobox', { name: 'Search documents' })).toBeFocused();
  await ana.type('rec');
  await expect(ana.page.getByRole('option')).toHaveText(['Recipes']);
  await ana.press('Enter');
  await ana.type(' soon');
  const link = ana.body.getByRole('link', { name: 'Recipes' });
  expect(await link.getAttribute('href')).toMatch(/^\/d\/[1-9A-HJ-NP-Za-km-z]{16,22}$/);
  const shared = await ana.share('editor');

  // It opens here; once renamed, the link says so, but only where the document is known.
  await link.click();
  await ana.reads(['flour']);
  await ana.title.fill('Cookbook');
  await ana.goBack();
  await ana.documents.getByRole('link', { name: 'Plans' }).click();
  await expect(ana.body.getByRole('link', { name: 'Cookbook' })).toBeVisible();
  const ben = await arrive('Ben');
  await ben.open(shared);
  await ben.body.getByRole('link', { name: 'Recipes' }).click();
  await expect(
    ben.page.getByRole('heading', { name: 'This device has no key to the document' }),
  ).toBeVisible();
});
