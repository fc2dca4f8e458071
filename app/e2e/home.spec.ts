/**
 * The first hour of somebody who came to stay, at a desk, in the dark, and on a phone: a document and
 * its link, the ways about, what becomes of it all if the device is lost, and a new device.
 *
 * The three walk the same way; what is only for a pointer or a keyboard has its tests elsewhere.
 */
import { readFile } from 'node:fs/promises';
import { type BrowserContextOptions, devices, type Page } from '@playwright/test';
import { faultsOf } from './support/axe.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const DESK = { viewport: { width: 1280, height: 800 } };
const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  'at a desk': DESK,
  'in the dark': { ...DESK, colorScheme: 'dark' },
  'on a phone': { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
};

/** How far the page can be scrolled sideways, px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

for (const [where, device] of Object.entries(DEVICES)) {
  test(`${where} one begins, finds the way about, and gets everything back on a new device`, async ({
    arrive,
  }) => {
    test.slow();
    const theme = device.colorScheme === 'dark' ? 'dark' : 'light';
    const ana = await arrive('Ana', device);
    const { page } = ana;
    const isGood = async ({ page }: Person = ana) => {
      expect.soft(await faultsOf(page, [theme])).toEqual([]);
      expect.soft(await sideways(page)).toBeLessThanOrEqual(0);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const undo = button('Undo');
    await ana.context.addInitScript(() => localStorage.removeItem('driftless.safety'));
    await ana.openLibrary();
    const safety = page.getByText('What if this device is lost?');
    await expect(safety).toBeHidden();

    // The link is made and copied by one press; it ends only once that was asked.
    await button('New document').click();
    await expect(ana.title).toBeFocused();
    // A page has a heading.
    await ana.type('Picnic\n# Who brings what?');
    await button('Share').click();
    const share = page.getByRole('dialog', { name: 'Share' });
    await expect(share.getByText('No links yet. Only you can open this document.')).toBeVisible();
    await button('Copy link').click();
    const links = share.getByRole('list', { name: 'Links' }).getByRole('listitem');
    await expect(links).toHaveCount(1);
    await links.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep the link' }).click();
    await isGood();
    await ana.press('Escape');
    await expect(share).toBeHidden();
    const leading = () =>
      ana.body.evaluate((body) => Number.parseFloat(getComputedStyle(body).lineHeight));
    const written = await leading();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Read', exact: true }).click();
    await expect(button('Share')).toBeHidden();
    expect(await leading()).toBeGreaterThan(written);
    await expect(button('Move block')).toBeHidden();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await ana.isSynced();
    await ana.goBack();

    // What a row says, and what it does: each thing is taken back where it is told.
    const row = ana.documents.getByRole('listitem');
    await expect(row).toContainText('Who brings what?');
    await expect(row).toContainText(/Edited .*1 link/);
    await expect(page.getByText('Link copied')).toBeHidden();
    const act = async (action: string) => {
      await button('Actions for Picnic').click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act('Move to folder…');
    const move = page.getByRole('dialog', { name: 'Move “Picnic”' });
    await move.getByRole('button', { name: 'New folder…' }).click();
    const folder = page.getByRole('dialog', { name: 'New folder' });
    await folder.getByRole('textbox', { name: 'Name' }).fill('Summer');
    await folder.getByRole('button', { name: 'Create and move' }).click();
    await expect(page.getByText('“Picnic” is now in “Summer”')).toBeVisible();
    await undo.click();
    await expect(row).toContainText('Picnic');
    await act('Move to trash');
    await expect(row).toHaveCount(0);
    await undo.click();
    await expect(row).toHaveCount(1);

    // The sidebar, or the drawer, leads to the switcher, and to a document in one press.
    await button('Sidebar').click();
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('button', { name: /^Search documents/ }).click();
    const switcher = page.getByRole('dialog', { name: 'Search documents and commands' });
    const field = switcher.getByRole('combobox');
    await expect(field).toBeFocused();
    await field.fill('brings');
    await page.getByRole('option', { name: /^Picnic/ }).click();
    await ana.reads(['Who brings what?']);
    if (!(await sidebar.isVisible())) await button('Sidebar').click();
    await isGood();
    await sidebar.getByRole('link', { name: 'All documents' }).click();
    await expect(sidebar.or(row)).not.toHaveCount(0);

    // Told once, below the documents: whoever did something about it hears no more of it.
    await expect(safety).toBeVisible();
    await isGood();
    const saving = page.waitForEvent('download');
    await button('Save recovery file').click();
    const file = await saving;
    await expect(safety).toBeHidden();

    const anew = await arrive('Ana', device);
    await anew.page.goto('/settings');
    const choosing = anew.page.waitForEvent('filechooser');
    await anew.page.getByRole('button', { name: 'Bring back from a recovery file…' }).click();
    await (await choosing).setFiles({
      name: file.suggestedFilename(),
      mimeType: 'application/zip',
      buffer: await readFile(await file.path()),
    });
    await expect(anew.page.getByText('1 document imported')).toBeVisible();
    await isGood(anew);
    await anew.openLibrary();
    await expect(anew.page.getByRole('link', { name: 'Summer' })).toBeVisible();
    await anew.documents.getByRole('link', { name: /Picnic/ }).click();
    await anew.reads(['Who brings what?']);
    await anew.putCaret({ after: 'what?' });
    await anew.type(' Cheese');
    await anew.isSynced();
    // With its keys: what was the owner's is the owner's again.
    await anew.page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(
      anew.page.getByRole('list', { name: 'Links' }).getByRole('button', { name: 'Revoke' }),
    ).toBeVisible();
    await ana.documents.getByRole('link', { name: /Picnic/ }).click();
    await ana.reads(['Who brings what? Cheese']);
    await ana.goBack();
    await expect(row).toContainText(/\p{L}+ edited /u);
  });
}
