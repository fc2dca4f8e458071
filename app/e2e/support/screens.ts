/**
 * A walk through every screen, panel and dialog, for what has to hold on each of them.
 *
 * Invariant: what is on them is always the same: names, colours and times are fixed, and chance has
 * no say in anything that is shown.
 */
import { expect } from '@playwright/test';
import { formatLink } from '../../../shared/access/addresses.ts';
import { docIdOf } from '../../../shared/access/ids.ts';
import type { Person } from './person.ts';
import type { RunningServer } from './server.ts';
import { bringShowcase, SHOWCASE_END, SHOWCASE_TITLE, secretOf } from './showcase.ts';

/** Looks at the screen that is there now. */
export type Look = (screen: string) => Promise<void>;
type Arrive = (name: string) => Promise<Person>;

const TODAY = new Date('2026-03-04T09:30:00Z');

/** Somebody who is always called and coloured the same, on a day that is always the same. */
export async function arriveTheSame(arrive: Arrive, name: string, color: string): Promise<Person> {
  const person = await arrive(name);
  await person.page.clock.setFixedTime(TODAY);
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await person.page.goto('/settings');
  await person.page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await person.page.getByRole('radio', { name: color }).check({ force: true });
  return person;
}

/** Opens the showcase and waits until all of it is drawn; one of its sections is folded. */
export async function openShowcase(person: Person, server: RunningServer): Promise<void> {
  await person.open(await bringShowcase(server));
  await person.sees(SHOWCASE_END);
  await person.isSynced();
  const { body } = person;
  await expect(body.getByRole('img', { name: 'Diagram' })).toBeVisible();
  await expect(body.getByRole('math')).toHaveCount(2);
  await expect(body.getByRole('img', { name: /Hills behind a bay/ })).toBeVisible();
  await expect
    .poll(() => person.page.evaluate(() => CSS.highlights.get('code-keyword')?.size ?? 0))
    .toBeGreaterThan(0);
  const fold = body.getByRole('heading', { name: 'Folded section' }).getByRole('button');
  if ((await fold.getAttribute('aria-expanded')) === 'true') await fold.dispatchEvent('click');
  await expect(body.getByText('This line is inside')).toBeHidden();
}

/** The screens without a document. */
export async function walkAround(arrive: Arrive, server: RunningServer, look: Look) {
  const ana = await arriveTheSame(arrive, 'Ana Heron', 'Teal');
  const { page } = ana;
  await expect(page.getByText(/^Server/)).toBeVisible();
  await look('settings');
  await page.getByRole('link', { name: 'Driftless' }).click();
  await expect(page.getByRole('heading', { name: 'Write the first one' })).toBeVisible();
  await look('library-empty');
  for (const title of ['Spring rota', 'Minutes of the February meeting', 'Old list']) {
    await ana.newDocument();
    await ana.title.fill(title);
    await ana.isSynced();
    await ana.goBack();
  }
  const actions = (title: string) => page.getByRole('button', { name: `Actions for ${title}` });
  await actions('Old list').click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await actions('Spring rota').click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(page.getByText('is in the trash')).toBeHidden();
  await look('library');
  await actions('Spring rota').click();
  await look('library-menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await look('rename');
  await ana.press('Escape');
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('autumn');
  await look('library-no-match');
  await page.getByRole('link', { name: 'Trash' }).click();
  await look('trash');
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('trash-delete');
  await page.goto('/no/such/page');
  await look('not-found');
  await page.goto('/join');
  await look('join');
  await page.goto(`/d/${docIdOf(secretOf('no key'))}`);
  await expect(page.getByRole('heading', { name: /no key/ })).toBeVisible();
  await look('no-key');
  await page.goto(formatLink(server.origin, docIdOf(secretOf('nowhere')), secretOf('a link')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('refused');

  // A browser that does not get all of the app.
  const eve = await arrive('Eve');
  await eve.context.route('**/assets/around-*.js', (route) => route.abort());
  await eve.page.goto('/settings');
  await expect(eve.page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  return { ana, eve };
}

/** The document screen and all that opens on it; the showcase is open. */
export async function walkThroughDocument(ana: Person, look: Look): Promise<void> {
  const { page } = ana;
  await expect(ana.title).toHaveValue(SHOWCASE_TITLE);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await ana.putCaret({ after: 'These are our' });
  await ana.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await look('palette');
  await ana.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await ana.press('ControlOrMeta+f');
  await page.keyboard.type('count');
  await expect(page.getByRole('dialog', { name: 'Find and replace' })).toContainText('1 of');
  await look('find');
  await ana.press('Escape');
  await ana.select('what we do');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await look('toolbar');
  await page.getByRole('button', { name: 'Text colour' }).click();
  await look('colours');
  await ana.press('Escape');
  await ana.putCaret({ after: 'the harbour' });
  await expect(page.getByRole('toolbar', { name: 'Link' })).toBeVisible();
  await look('link');
  await ana.putCaret({ after: 'for the weather.' });
  await ana.press('ControlOrMeta+.');
  await expect(page.getByRole('menu', { name: 'Block' })).toBeVisible();
  await look('block-menu');
  await ana.press('Escape');
  await ana.type(' /');
  await expect(page.getByRole('listbox', { name: 'Insert block' })).toBeVisible();
  await look('insert');
  await ana.press('Escape');
  await ana.press('Backspace');
  await ana.press('Backspace');
  await ana.press('ControlOrMeta+Alt+o');
  await expect(page.getByRole('complementary', { name: 'Outline' })).toBeVisible();
  await look('outline');
  await ana.press('ControlOrMeta+Alt+o');
  await page.mouse.move(10, 400);
  await ana.isSynced();
  await ana.saveState.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Where this document is' })).toBeVisible();
  await look('save-details');
  await ana.press('Escape');
  await button('More actions').click();
  await look('more-actions');
  await ana.press('Escape');
  await button('Share').click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await share.getByRole('button', { name: 'Create link' }).click();
  await expect(share.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(1);
  await look('share');
  await ana.press('Escape');
  await expect(share).toBeHidden();
  await button('More actions').focus();
  await ana.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await look('shortcuts');
  await ana.press('Escape');
}

/** What somebody with a link sees: a password first, then a document to be read only. */
export async function walkAsGuest(arrive: Arrive, ana: Person, look: Look): Promise<Person> {
  const link = await ana.share('viewer', { password: 'sesame' });
  const ben = await arriveTheSame(arrive, 'Ben Otter', 'Orange');
  const { page } = ben;
  await page.goto(link);
  const field = page.getByLabel('Password of the link');
  await field.fill('salami');
  await ben.press('Enter');
  await expect(page.getByText('not the password').or(field)).toBeVisible();
  await look('password');
  await field.fill('sesame');
  await ben.press('Enter');
  await ben.sees(SHOWCASE_END);
  await ben.isSynced();
  await look('read-only');
  return ben;
}
