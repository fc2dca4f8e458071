/** Several devices of one person. */
import { expect } from '@playwright/test';
import type { Person } from './person.ts';

/** The link that another device is linked with. */
export async function linkOf(person: Person): Promise<string> {
  const { page } = person;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Link (a|another) device/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Link a device' });
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const link = await dialog
    .getByRole('textbox', { name: 'Link for your other device' })
    .inputValue();
  await person.press('Escape');
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
  await page.getByRole('link', { name: 'Driftless' }).click();
  return link;
}
