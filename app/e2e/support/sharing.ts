/** The dialog "Share", as whoever owns a document uses it. */
import { expect, type Locator } from '@playwright/test';
import type { Person } from './person.ts';

/** Opens it and gives it. */
export async function openShare(person: Person): Promise<Locator> {
  await person.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = person.page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Has the link that is the `nth` from the top allow something else; the newest is the first. */
export async function giveRole(share: Locator, nth: number, role: string): Promise<void> {
  const link = share.getByRole('list', { name: 'Links' }).getByRole('listitem').nth(nth);
  await link.getByRole('button', { name: 'Change', exact: true }).click();
  await link.getByRole('combobox', { name: 'What this link allows' }).selectOption(role);
  await expect(link.getByRole('paragraph').first()).toHaveText(role);
  await link.getByRole('button', { name: 'Change', exact: true }).click();
}

export async function closeShare(person: Person): Promise<void> {
  await person.press('Escape');
  await expect(person.page.getByRole('dialog', { name: 'Share' })).toBeHidden();
}
