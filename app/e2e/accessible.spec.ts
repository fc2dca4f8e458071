/** All there is, by keys alone. What axe finds on each screen is asked in `appearance.spec.ts`. */
import type { Locator } from '@playwright/test';
import { hasBlocks } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

/** Hands that have no pointer: after each key the focus is somewhere. */
function keysOf({ page }: Person) {
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.tagName), {
          message: `where the focus is after ${key}`,
        })
        .not.toBe('BODY');
    }
  };
  return {
    press,
    /** Goes to something as one does who does not see where it is. */
    goTo: async (wanted: Locator, key = 'Tab') => {
      await expect(wanted).toBeVisible();
      for (let step = 0; step < 60; step++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
        await press(key);
      }
      throw new Error(`${key} does not lead to ${wanted}`);
    },
    choose: async (command: string) => {
      await press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search commands' }).press('End');
      await page.keyboard.type(command);
      await press('Enter');
    },
  };
}

offlineTest(
  'who joins, and where the text is, is told to those who do not see it',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('ours');
    const link = await ana.share('editor');
    await ana.isSynced();
    await expect(ana.saveState).toMatchAriaSnapshot(`
    - status "Save state":
      - button "Synced"
  `);
    const ben = await arrive('Ben');
    await ben.page.goto('/settings');
    await ben.page.getByRole('textbox', { name: 'Your name' }).fill('Ben Otter');
    await ben.open(link);
    await expect(ana.page.getByRole('status').filter({ hasText: 'joined' })).toMatchAriaSnapshot(
      `- status: Ben Otter joined`,
    );
    await expect(ana.people).toMatchAriaSnapshot(`
    - list "People here":
      - listitem /you/
      - listitem:
        - button "Ben Otter"
  `);
    await ana.goOffline();
    await expect(ana.saveState).toMatchAriaSnapshot(`
    - status "Save state":
      - button /Offline/
  `);
  },
);

test('by keys alone one writes, formats, reorganises, shares and goes through every screen; the focus is never lost', async ({
  arrive,
}) => {
  test.slow();
  const ana = await arrive('Ana');
  const { page } = ana;
  const { press, goTo, choose } = keysOf(ana);
  const named = (role: 'button' | 'link' | 'searchbox' | 'combobox', name: string) =>
    page.getByRole(role, { name, exact: true });
  await ana.openLibrary();
  await goTo(named('button', 'New document'));
  await press('Enter');
  await expect(ana.title).toBeFocused();
  await page.keyboard.type('Plan');
  await press('Enter');
  await expect(ana.body).toBeFocused();

  // Written.
  await ana.type('# Goals\nwrite it down\n- one\n');
  await press('Tab');
  await ana.type('inner\n');
  await press('Shift+Tab', 'Enter');
  await ana.type('/toggle');
  await press('Enter');
  await ana.type('more');
  await press('Enter', 'ControlOrMeta+Alt+0');
  await ana.type('end');
  await press('Shift+Tab', 'Shift+Home', 'ControlOrMeta+b', 'Alt+F10');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await goTo(toolbar.getByRole('button', { name: 'Italic' }), 'ArrowRight');
  await press('Enter', 'Escape');
  await expect(ana.body.locator('strong em, em strong')).toHaveText('end');
  await expect(ana.body).toBeFocused();

  // Reorganised.
  await press('ArrowRight', 'Alt+Shift+ArrowUp', 'ControlOrMeta+.');
  await goTo(page.getByRole('menuitem', { name: 'Duplicate' }), 'ArrowDown');
  await press('Enter');
  await expect(ana.body).toBeFocused();
  await press('ControlOrMeta+Shift+Backspace', 'Escape', 'ArrowUp', 'Escape');
  await hasBlocks(ana, [
    'heading1 Goals',
    'text write it down',
    'bullet one',
    'bullet+1 inner',
    'text end',
    'toggle more',
  ]);

  // What opens on the document.
  await press('ControlOrMeta+Alt+o');
  const outline = page.getByRole('complementary', { name: 'Outline' });
  await expect(outline.locator(':focus')).toHaveCount(1);
  await press('Escape');
  await expect(ana.body).toBeFocused();
  await press('ControlOrMeta+f');
  await page.keyboard.type('one');
  await press('Enter', 'Tab', 'Tab', 'Escape');
  await expect(ana.body).toBeFocused();
  // What was found is selected, and what is selected would be linked.
  await press('ArrowRight');
  for (const [command, dialog] of [
    ['word count', 'Word count'],
    ['keyboard shortcuts', 'Keyboard shortcuts'],
  ] as const) {
    await choose(command);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await press('Tab', 'Escape');
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
    await press('Shift');
  }
  await choose('reading mode');
  await expect(ana.body).toBeEditable({ editable: false });
  await expect(ana.body).toBeFocused();
  await choose('reading mode');
  await expect(ana.body).toBeEditable();

  // Shared, and taken back. Tab belongs to the text until Escape, twice, lets it go.
  await expect(ana.body).toBeFocused();
  await press('Escape', 'Escape');
  await goTo(named('button', 'Share'), 'Shift+Tab');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await goTo(dialog.getByRole('combobox', { name: 'Role' }));
  await press('ArrowDown');
  await goTo(dialog.getByRole('button', { name: 'Copy link' }));
  await press('Enter');
  const revoke = dialog
    .getByRole('list', { name: 'Links' })
    .getByRole('button', { name: 'Revoke' });
  await goTo(revoke);
  await press('Enter');
  await goTo(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }));
  await press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(revoke).toHaveCount(0);
  await press('Shift', 'Escape');
  await expect(named('button', 'Share')).toBeFocused();
  await goTo(ana.saveState.getByRole('button'), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Where this document is' })).toBeVisible();
  await press('Escape');
  const where = ana.saveState.getByRole('button');
  await expect(where).toBeFocused();
  // Whoever is quicker than what opens: the focus is not yet in it.
  await where.evaluate(async (button) => {
    (button as HTMLElement).click();
    await Promise.resolve();
    const pressed = { key: 'Escape', bubbles: true, cancelable: true };
    button.dispatchEvent(new KeyboardEvent('keydown', pressed));
  });
  await expect(where).toHaveAttribute('aria-expanded', 'false');
  await expect(where).toBeFocused();
  await goTo(named('button', 'More actions'));
  await press('Enter');
  await goTo(page.getByRole('menuitem', { name: 'Move to trash' }), 'ArrowDown');
  await press('Enter');

  // The other screens.
  await expect(page.getByRole('heading', { name: 'Write the first one' })).toBeVisible();
  await goTo(named('link', 'Trash'));
  await press('Enter');
  await goTo(page.getByRole('button', { name: 'Restore' }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await press('Shift');
  await goTo(named('link', 'All documents'));
  await press('Enter');
  await goTo(named('searchbox', 'Search documents'));
  await page.keyboard.type('nothing');
  await goTo(named('button', 'Show all documents'));
  await press('Enter', 'Shift');
  await goTo(named('button', 'Actions for Plan'));
  await press('Enter');
  await goTo(page.getByRole('menuitem', { name: 'Rename' }), 'ArrowDown');
  await press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Plans');
  await press('Enter', 'Shift');
  await goTo(named('link', 'Settings'), 'Shift+Tab');
  await press('Enter');
  await goTo(page.getByRole('textbox', { name: 'Your name' }));
  await goTo(page.getByRole('group', { name: 'Theme' }).getByRole('radio', { checked: true }));
  await press('ArrowRight');
  await goTo(named('link', 'Driftless'), 'Shift+Tab');
  await press('Enter');
  await goTo(named('link', 'Plans'));
  await press('Enter');
  await ana.sees('write it down');
  await press('Shift');
});
