/** What one does with documents without opening them, and with links that do not work. */
import { storeLargeLibrary } from './support/large-library.ts';
import { expect, offlineTest, test } from './support/test.ts';

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
  const { pathname } = new URL(ana.page.url());
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
  await ana.page.getByRole('button', { name: 'Copy its link' }).click();
  await expect
    .poll(() => ana.page.evaluate(() => navigator.clipboard.readText()))
    .toContain(pathname);
  const link = await ana.page.evaluate(() => navigator.clipboard.readText());
  await ana.page.getByRole('button', { name: 'Delete from this device' }).click();
  await expect(ana.page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  const kept = await ana.page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain('kept in the trash');
  const databases = () =>
    ana.page.evaluate(async () =>
      (await indexedDB.databases()).map((database) => database.name).sort(),
    );
  await expect
    .poll(databases)
    .toEqual([
      'driftless-attachments',
      'driftless-history',
      'driftless-search',
      'driftless-seen',
      'driftless:library',
    ]);
  // Nor does the search keep what it had read of it, nor is it known what was seen of it.
  const keptIn = async (database: string) => {
    const open = indexedDB.open(database);
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const read = (store: string) =>
      new Promise<unknown>((resolve) => {
        const all = db.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => resolve(all.result);
      });
    const kept = await Promise.all([...db.objectStoreNames].map(read));
    return JSON.stringify(kept);
  };
  expect(await ana.page.evaluate(keptIn, 'driftless-search')).not.toContain('trash');
  expect(await ana.page.evaluate(keptIn, 'driftless-seen')).toBe('[[],[]]');
  expect(await ana.page.evaluate(keptIn, 'driftless-history')).toBe('[[],[]]');
  // The last key to it was in the dialog, and opens it again.
  await ana.open(link);
  await ana.reads(['kept in the trash']);
});

test('documents are put into folders by mouse and by keys, pinned and put in order', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openLibrary();
  for (const title of ['Beta', 'Alpha', 'Gamma']) {
    await ana.newDocument('text');
    await ana.title.fill(title);
    await ana.isSaved();
    await ana.goBack();
    await expect(ana.documents.getByRole('link', { name: title })).toBeVisible();
  }
  const folders = page.getByRole('list', { name: 'Folders' });
  const act = async (on: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${on}`, exact: true }).press('Enter');
    const item = page.getByRole('menuitem', { name: action, exact: true });
    await expect(item).toBeVisible();
    await item.press('Enter');
  };
  const newFolder = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'New folder…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(folders.getByRole('link', { name })).toBeVisible();
  };
  await newFolder('Work');
  await newFolder('Week 9');

  // With the mouse: a document and a folder.
  await ana.documents
    .getByRole('listitem')
    .filter({ hasText: 'Alpha' })
    .dragTo(folders.getByRole('link', { name: 'Week 9' }));
  await expect(ana.documents.getByRole('link')).toHaveText(['Gamma', 'Beta']);
  await folders
    .getByRole('listitem')
    .filter({ hasText: 'Week 9' })
    .dragTo(folders.getByRole('link', { name: 'Work' }));
  await expect(folders.getByRole('link')).toHaveText(['Work']);

  // With keys: a document, and never a folder into itself.
  await act('Beta', 'Move to folder…');
  await page
    .getByRole('list', { name: 'Places' })
    .getByRole('button', { name: 'Work' })
    .press('Enter');
  await expect(ana.documents.getByRole('link')).toHaveText(['Gamma']);
  await act('folder Work', 'Move to folder…');
  const places = page.getByRole('list', { name: 'Places' });
  for (const name of ['Work', 'Week 9'])
    await expect(places.getByRole('button', { name })).toBeDisabled();
  await ana.press('Escape');
  await expect(places).toBeHidden();

  // In there, and back up by dropping on the way.
  await folders.getByRole('link', { name: 'Work' }).click();
  await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible();
  await expect(ana.documents.getByRole('link')).toHaveText(['Beta']);
  await folders.getByRole('link', { name: 'Week 9' }).click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Alpha']);
  const path = page.getByRole('navigation', { name: 'Folder' });
  await ana.documents.getByRole('listitem').dragTo(path.getByRole('link', { name: 'Work' }));
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await path.getByRole('link', { name: 'All documents' }).click();

  // What is pinned is at the top, wherever it lies; what was in a folder stays without it.
  await act('folder Work', 'Remove folder');
  await expect(folders.getByRole('link')).toHaveText(['Week 9']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Title');
  await expect(ana.documents.getByRole('link')).toHaveText(['Alpha', 'Beta', 'Gamma']);
  await act('Gamma', 'Pin');
  await expect(ana.documents.getByRole('link')).toHaveText(['Gamma', 'Alpha', 'Beta']);
  await page.reload();
  await expect(ana.documents.getByRole('link')).toHaveText(['Gamma', 'Alpha', 'Beta']);
});

offlineTest(
  'what is in any document is found without a network, by keys, and opened where it stands',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    const { page } = ana;
    await ana.openLibrary();
    await ana.newDocument('First line', 'The café by the harbour opens late', 'Last line');
    await ana.title.fill('Places');
    await ana.isSynced();
    await ana.goBack();
    await ana.newDocument('Nothing about it');
    await ana.title.fill('Harbour master');
    await ana.isSynced();
    await ana.goBack();
    await ana.goOffline();
    const search = page.getByRole('searchbox', { name: 'Search documents' });
    await search.fill('harb cafe');
    await expect(ana.documents.getByRole('link')).toHaveText(['Places']);
    await expect(ana.documents.locator('mark')).toHaveText(['café', 'harbour']);
    await search.fill('harbor');
    // Written nearly so; the title is one hit, the text another.
    await expect(ana.documents.getByRole('link')).toHaveText(['Harbour master', 'Places']);
    await search.fill('harb');
    await expect(ana.documents.locator('mark')).toHaveText(['Harbour', 'harbour']);
    await search.press('ArrowDown');
    await expect(ana.documents.getByRole('link', { name: 'Harbour master' })).toBeFocused();
    await ana.press('ArrowDown');
    await ana.press('Enter');
    await ana.reads(['First line', 'The café by the harbour opens late', 'Last line']);
    await expect(ana.body.locator('.selected-block')).toHaveText(
      'The café by the harbour opens late',
    );

    // What is changed is found by what it says now, also after the app was closed.
    await ana.putCaret({ after: 'Last line' });
    await ana.type(' with a lighthouse');
    await ana.isSaved();
    await ana.goBack();
    await search.fill('lighthouse');
    await expect(ana.documents.getByRole('link')).toHaveText(['Places']);
    await search.fill('nowhere');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    // A tab that is frozen, as browsers keep pages for the way back, has the index and answers nobody.
    const frozen = page.waitForEvent('popup');
    await page.evaluate(() => window.open('about:blank'));
    await (await frozen).evaluate(() => {
      void navigator.locks.request('driftless-search', () => new Promise(() => {}));
    });
    await page.bringToFront();
    await page.reload();
    await search.fill('lighthouse');
    await expect(ana.documents.getByRole('link')).toHaveText(['Places']);
  },
);

test('what was written in the moment before the browser ended the page is found', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('At the harbour');
  await ana.isSynced();
  await ana.goBack();
  const search = ana.page.getByRole('searchbox', { name: 'Search documents' });
  // It has been read.
  await search.fill('harbour');
  await expect(ana.documents.locator('mark')).toHaveText('harbour');
  await ana.documents.getByRole('link').click();
  await ana.putCaret({ after: 'At the harbour' });
  await ana.type(' stands a lighthouse');
  await ana.reads(['At the harbour stands a lighthouse']);
  // The page has drawn what it says of the last letter, not of the one before.
  await ana.page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await ana.isSaved();
  const address = new URL('/', ana.page.url()).href;
  await ana.page.goto('chrome://crash').catch(() => {});
  const page = await ana.page.context().newPage();
  await page.goto(address);
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('lighthouse');
  await expect(page.locator('mark')).toHaveText('lighthouse');
});

test('a new document begins as a template says, one of the app or one’s own', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openLibrary();
  const fromTemplate = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'New from template…' }).click();
    const list = page.getByRole('list', { name: 'Templates' });
    await list.getByRole('button', { name }).click();
    await expect(ana.body).toBeEditable();
  };
  await fromTemplate('Weekly journal');
  await ana.sees('What matters this week', 'Looking back');
  await expect(ana.body.getByRole('table')).toBeVisible();
  await ana.title.fill('My week');
  await ana.isSaved();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await expect(page.getByText('is now a template')).toBeVisible();
  await ana.title.fill('The week that was');
  await ana.goBack();
  await expect(ana.documents.getByRole('link')).toHaveText(['My week', 'The week that was']);
  await fromTemplate('My week');
  await expect(ana.title).toHaveValue('My week');
  await ana.sees('What matters this week');
});

test('of a long title the first words are seen, whichever way it is read', async ({ arrive }) => {
  const ana = await arrive('Ana', { viewport: { width: 390, height: 844 } });
  await ana.openLibrary();
  const titles = ['one two three four five six seven', 'אחת שתיים שלוש ארבע חמש שש שבע'];
  for (const title of titles.map((words) => `${words} (2)`.repeat(3))) {
    await ana.newDocument('text');
    await ana.title.fill(title);
    await ana.isSynced();
    await ana.goBack();
  }
  // Whether their first and their last letters are within the line.
  const seen = () =>
    ana.documents.getByRole('link').evaluateAll((links) =>
      links.map((link) => {
        const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const line = link.getBoundingClientRect();
        const range = document.createRange();
        return [0, text.length - 1].map((at) => {
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const letter = range.getBoundingClientRect();
          return letter.left >= line.left - 1 && letter.right <= line.right + 1;
        });
      }),
    );
  await expect.poll(seen).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('of a text that was found two lines are shown, whichever way it is read', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', { viewport: { width: 390, height: 844 } });
  await ana.openLibrary();
  for (const words of ['the harbour and its lighthouse ', 'הנמל והמגדלור שלו ']) {
    await ana.newDocument(words.repeat(9).trim());
    await ana.isSynced();
    await ana.goBack();
  }
  const search = ana.page.getByRole('searchbox', { name: 'Search documents' });
  for (const word of ['harbour', 'הנמל']) {
    await search.fill(word);
    const mark = ana.documents.locator('mark').first();
    await expect(mark).toHaveText(word);
    const lines = () =>
      mark.evaluate((found) => {
        const shown = found.closest('p')!;
        return shown.clientHeight / Number.parseFloat(getComputedStyle(shown).lineHeight);
      });
    await expect.poll(lines).toBeCloseTo(2, 1);
  }
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
  // One that is dropped on the page is taken in, where the browser would leave the app for it.
  const dropped = await ana.page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['# Rota\n\nBen brings the boat\n'], 'rota.md'));
    return data;
  });
  await ana.page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await expect(ana.title).toHaveValue('Rota');
  await ana.reads(['Ben brings the boat']);
});

offlineTest('a link made without a network works once the network is back', async ({ arrive }) => {
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
  await expect(links).toContainText('opens once this device has been online');
  await ana.goOnline();
  await expect(links).not.toContainText('opens once this device has been online');
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

  // In the document, one's own avatar leads to the same; the others' say who they are.
  await ana.people.getByRole('button', { name: 'Ben of the garden club' }).hover();
  await expect(ana.page.getByText(/^Ben of the garden club: click/)).toBeVisible();
  await ben.people.getByRole('button', { name: 'Ben of the garden club (you)' }).click();
  const profile = ben.page.getByRole('dialog', { name: 'Profile' });
  await profile.getByRole('textbox', { name: 'Your name' }).fill('Benjamin');
  await expect(ana.people.getByText('Benjamin')).toBeVisible();
  await ben.press('Escape');
  await expect(profile).toBeHidden();
});

test('a thousand documents are scrolled through, walked by keys and counted, though few are drawn', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/api/server');
  await storeLargeLibrary(page, 1000);
  await ana.openLibrary();
  const link = (number: number) =>
    ana.documents.getByRole('link', { name: `Document ${number}`, exact: true });
  const rows = ana.documents.getByRole('listitem');
  const fewAreDrawn = async () => expect(await rows.count()).toBeLessThan(100);
  await expect(rows.first()).toHaveAttribute('aria-setsize', '1000');
  await fewAreDrawn();

  // By the keys of the page, to the end and back, with nothing empty in view; where the end is was
  // known before.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const atFirst = await height();
  // A browser that gets no time may end its own smooth scrolling halfway; then one presses again.
  const go = (key: string, number: number) =>
    expect(async () => {
      await page.getByRole('main').press(key);
      await expect(link(number)).toBeInViewport({ timeout: 3000 });
    }).toPass();
  await go('End', 1);
  expect(await height()).toBe(atFirst);
  await expect(link(5)).toBeInViewport();
  await fewAreDrawn();
  await expect(rows.last()).toHaveAttribute('aria-posinset', '1000');
  await go('Home', 1000);

  // From row to row; what has the focus keeps it while one scrolls elsewhere.
  await page.getByRole('searchbox', { name: 'Search documents' }).press('ArrowDown');
  await expect(link(1000)).toBeFocused();
  for (let row = 0; row < 40; row++) await ana.press('ArrowDown');
  await expect(link(960)).toBeFocused();
  await expect(link(960)).toBeInViewport();
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 20_000);
  await expect(link(960)).not.toBeInViewport();
  await expect(link(960)).toBeFocused();
  expect(await page.evaluate(() => document.elementFromPoint(600, 500)?.tagName)).toBe('A');
  await ana.press('ArrowUp');
  await expect(link(961)).toBeFocused();
  await expect(link(961)).toBeInViewport();

  // Found, they are as many as they are.
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('document 77');
  await expect(ana.documents.getByRole('link')).toHaveCount(19);
  await expect(rows.first()).not.toHaveAttribute('aria-setsize');
});
