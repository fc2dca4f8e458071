/** `/` in the text: a list of blocks to insert, found by typing. */
import { blockWith, hasBlocks } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

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
