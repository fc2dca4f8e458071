/** Getting from one document to another, and to everything else, without looking for it. */
import { faultsOf } from './support/axe.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

/** Two documents, in the library. */
async function haveTwo(ana: Person): Promise<void> {
  await ana.openLibrary();
  for (const [title, text] of [
    ['Harbour', 'where the lighthouse stands'],
    ['Kitchen', 'bread'],
  ] as const) {
    await ana.newDocument(text);
    // A page has a heading.
    await ana.press('ControlOrMeta+Alt+1');
    await expect(ana.body.getByRole('heading', { level: 1 })).toHaveText(text);
    await ana.title.fill(title);
    await ana.isSaved();
    await ana.goBack();
  }
}

test('one list leads to documents by title and text, to commands and to new documents', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  const { keyboard } = page;
  const switcher = page.getByRole('dialog', { name: 'Search documents and commands' });
  const field = switcher.getByRole('combobox', { name: 'Search commands' });
  const options = switcher.getByRole('option');
  const open = async () => {
    await ana.press('ControlOrMeta+k');
    await expect(field).toBeFocused();
  };
  await haveTwo(ana);

  // Where there is no text, and before anything is typed.
  await open();
  await expect(options.first()).toHaveText('Kitchen');
  await expect(options.filter({ hasText: 'Bold' })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  await keyboard.type('harb');
  await expect(options).toHaveText(['Harbour', 'New document called “harb”']);
  await keyboard.press('Enter');
  await expect(ana.title).toHaveValue('Harbour');
  await expect(switcher).toBeHidden();

  // From one to the other; the one that is open is not offered.
  await ana.body.click();
  await open();
  await expect(options.first()).toHaveText('Kitchen');
  await expect(options.filter({ hasText: 'Harbour' })).toHaveCount(0);
  await keyboard.type('bread');
  await expect(options.first()).toHaveText(/^Kitchen.*bread$/);
  await keyboard.press('Enter');
  await expect(ana.title).toHaveValue('Kitchen');
  await ana.reads(['bread']);

  // What is in the text is found beside commands, and one that is not there yet is begun.
  await ana.body.click();
  await open();
  await keyboard.type('sett');
  await expect(options.first()).toHaveText('Settings');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await open();
  await keyboard.type('Fresh plan');
  await expect(options).toHaveText(['New document called “Fresh plan”']);
  await keyboard.press('Enter');
  await expect(ana.title).toHaveValue('Fresh plan');
  await expect(switcher).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await open();
  await keyboard.press('Escape');
  await expect(switcher).toBeHidden();
});

test('whoever asks for the list before it has come gets it, with what they typed meanwhile', async ({
  arrive,
}) => {
  const { page } = await arrive('Ana');
  // A browser that is busy: what comes after the screen waits.
  await page.addInitScript(() => {
    const { requestIdleCallback } = window;
    const busy = new Promise<void>((end) => addEventListener('over', () => end()));
    window.requestIdleCallback = (work, options) => {
      void busy.then(() => requestIdleCallback(work, options));
      return 0;
    };
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'New document' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  await page.evaluate(() => dispatchEvent(new Event('over')));
  const switcher = page.getByRole('dialog', { name: 'Search documents and commands' });
  await expect(switcher.getByRole('combobox', { name: 'Search commands' })).toHaveValue('settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('what is typed links documents, which say who links to them; known keys do what they do elsewhere', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await haveTwo(ana);
  await ana.documents.getByRole('link', { name: 'Kitchen' }).click();
  await ana.putCaret({ after: 'bread' });
  await ana.type(' for the [[harb');
  await expect(page.getByRole('option', { name: 'Harbour' })).toBeVisible();
  await ana.press('Enter');
  await ana.type(' and $x^2$');
  await expect(ana.body.getByRole('math')).toBeVisible();
  await ana.press('ControlOrMeta+z');
  await ana.reads(['bread for the  and $x^2$']);
  await ana.isSynced();
  await ana.press('ControlOrMeta+s');
  await expect(page.getByText(/^Already saved on this device\. /)).toBeVisible();
  await ana.press('ControlOrMeta+h');
  const find = page.getByRole('dialog', { name: 'Find and replace' });
  await expect(find.getByRole('textbox', { name: 'Replace' })).toBeVisible();
  await ana.press('Escape');
  await ana.body.getByRole('link', { name: 'Harbour' }).click();
  await expect(ana.title).toHaveValue('Harbour');
  const foot = page.getByRole('navigation', { name: 'Linked from' });
  await expect(foot.getByRole('link')).toHaveText(['Kitchen']);
  expect(await faultsOf(page)).toEqual([]);
  await foot.getByRole('link', { name: 'Kitchen' }).click();
  await expect(ana.title).toHaveValue('Kitchen');
  await expect(foot).toBeHidden();
});

test('what was renamed, moved or thrown away is brought back where that is told', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await haveTwo(ana);
  const undo = page.getByRole('button', { name: 'Undo' });
  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Kitchen' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Rename');
  await ana.title.fill('Kitchenette');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Kitchenette', 'Harbour']);
  await undo.click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Kitchen', 'Harbour']);
  await act('Move to trash');
  await expect(ana.documents.getByRole('link')).toHaveText(['Harbour']);
  await undo.click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Kitchen', 'Harbour']);

  // From the document itself one comes back to it.
  await ana.documents.getByRole('link', { name: 'Harbour' }).click();
  await ana.reads(['where the lighthouse stands']);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Kitchen']);
  await page.keyboard.press('ControlOrMeta+z');
  await ana.reads(['where the lighthouse stands']);

  // Last, since the message may be gone before all is looked at.
  await ana.openLibrary();
  await act('Move to trash');
  await expect(undo).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test('a sidebar leads everywhere, takes what is dragged onto it, and is left alone by writing', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await haveTwo(ana);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
  const button = page.getByRole('button', { name: 'Sidebar' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect(sidebar.getByRole('link')).toHaveText([
    'New document',
    'All documents',
    'Settings',
    'Kitchen',
    'Harbour',
    'Work',
  ]);
  const work = sidebar.getByRole('link', { name: 'Work' });
  // Held over a folder until that unfolds.
  await ana.documents.getByRole('listitem').filter({ hasText: 'Kitchen' }).hover();
  await page.mouse.down();
  await work.hover();
  await work.hover();
  const contents = sidebar.getByRole('button', { name: 'What is in Work' });
  await expect(contents).toHaveAttribute('aria-expanded', 'true');
  await page.mouse.up();
  await expect(ana.documents.getByRole('link')).toHaveText(['Harbour']);
  // The menu of the library's rows, by a right click.
  await sidebar.getByRole('link', { name: 'Harbour' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(sidebar.getByRole('heading')).toHaveText(['Pinned', 'Recent', 'Folders']);
  expect(await faultsOf(page)).toEqual([]);
  await sidebar.getByRole('list').getByRole('list').getByRole('link', { name: 'Kitchen' }).click();
  await expect(ana.title).toHaveValue('Kitchen');
  await expect(sidebar.locator('[aria-current="page"]')).toHaveText(['Kitchen', 'Kitchen']);
  const path = page.getByRole('navigation', { name: 'Folder' });
  await expect(path.getByRole('link')).toHaveText(['Work']);
  expect(await faultsOf(page)).toEqual([]);

  // Not drawn anew while one writes.
  const changes = await sidebar.evaluateHandle((element) => {
    const seen: MutationRecord[] = [];
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((records) => seen.push(...records)).observe(element, options);
    return seen;
  });
  await ana.putCaret({ after: 'bread' });
  await ana.type(' and butter');
  await ana.reads(['bread and butter']);
  await ana.isSaved();
  expect(await changes.evaluate((seen) => seen.length)).toBe(0);

  // Folded by a key, from within the text, which keeps the caret; open again after a reload.
  await ana.press('ControlOrMeta+Alt+b');
  await expect(sidebar).toBeHidden();
  await ana.type(', salt');
  await ana.reads(['bread and butter, salt']);
  await ana.press('ControlOrMeta+Alt+b');
  await page.reload();
  await expect(sidebar.getByRole('link', { name: 'Work' })).toBeVisible();

  // Moved from where its folders stand, and back again.
  await path.getByRole('button', { name: 'Move to folder…' }).click();
  await page
    .getByRole('list', { name: 'Places' })
    .getByRole('button', { name: 'All documents' })
    .click();
  await expect(path).toBeHidden();

  // Where there is no room it lies over the page, until one has gone somewhere.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar).toBeHidden();
  const drawer = page.getByRole('dialog', { name: 'Sidebar' });
  await button.click();
  await expect(drawer.getByRole('link', { name: 'New document' })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await ana.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await drawer.getByRole('link', { name: 'Harbour' }).click();
  await expect(ana.title).toHaveValue('Harbour');
  await expect(drawer).toBeHidden();
});

test('rows say what a document is; several are selected, and each is copied, shared and opened beside', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await haveTwo(ana);
  // Whoever is here is seen to write.
  await ana.documents.getByRole('link', { name: 'Kitchen' }).click();
  await expect(ana.people.getByRole('listitem')).toHaveCount(1);
  await ana.putCaret({ after: 'bread' });
  await ana.type(' rolls');
  await ana.isSaved();
  await ana.goBack();
  const rows = ana.documents.getByRole('listitem');
  await expect(rows.first()).toContainText('Edited');
  await expect(rows.first()).toContainText('bread rolls');
  const menu = page.getByRole('menu');
  const act = async (title: string, action: string) => {
    await ana.documents.getByRole('link', { name: title, exact: true }).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: action, exact: true }).click();
    await expect(menu).toBeHidden();
  };
  await act('Kitchen', 'Duplicate');
  await expect(ana.documents.getByRole('link')).toHaveText([
    'Kitchen (copy)',
    'Kitchen',
    'Harbour',
  ]);
  const download = page.waitForEvent('download');
  await act('Kitchen', 'Export as Markdown');
  expect((await download).suggestedFilename()).toBe('Kitchen.md');
  const beside = ana.context.waitForEvent('page');
  await act('Harbour', 'Open in a new tab');
  await expect((await beside).getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour');
  // Opened last, wherever that was.
  await expect(ana.documents.getByRole('link')).toHaveText([
    'Harbour',
    'Kitchen (copy)',
    'Kitchen',
  ]);
  await (await beside).close();

  // From the first to the last.
  const pick = (title: string) =>
    page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
  await pick('Harbour').check();
  await pick('Kitchen').click({ modifiers: ['Shift'] });
  const selection = page.getByRole('region', { name: 'Selected documents' });
  await expect(selection.getByRole('status')).toHaveText('3 selected');
  expect(await faultsOf(page)).toEqual([]);
  await pick('Kitchen').uncheck();
  await selection.getByRole('button', { name: 'Move to trash' }).click();
  await expect(ana.documents.getByRole('link')).toHaveText(['Kitchen']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.documents.getByRole('link')).toHaveCount(3);

  // Where it is shared, it is open.
  await act('Kitchen', 'Share…');
  const share = page.getByRole('dialog', { name: 'Share' });
  await expect(share).toBeVisible();
  await ana.press('Escape');
  await expect(share).toBeHidden();
  await expect(ana.title).toHaveValue('Kitchen');
});
