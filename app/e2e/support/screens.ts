/**
 * A walk through every screen, panel and dialog, for what has to hold on each of them.
 *
 * Invariant: what is on them is always the same: names, colours and times are fixed, and chance has
 * no say in anything that is shown.
 */
import { expect, type Page } from '@playwright/test';
import { docIdOf } from '../../../shared/access/ids.ts';
import { formatLink } from '../../../shared/access/link-addresses.ts';
import type { Person } from './person.ts';
import type { RunningServer } from './server.ts';
import { bringShowcase, SHOWCASE_END, SHOWCASE_TITLE, secretOf } from './showcase.ts';

/** Looks at the screen that is there now. */
export type Look = (screen: string, page: Page) => Promise<void>;
type Arrive = (name: string) => Promise<Person>;

const TODAY = new Date('2026-03-04T09:30:00Z');

/** Somebody who is always called and coloured the same, on a day that is always the same. */
export async function arriveTheSame(arrive: Arrive, name: string, color: string): Promise<Person> {
  const person = await arrive(name);
  await person.page.clock.setFixedTime(TODAY);
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await person.page.goto('/settings');
  await person.page.getByRole('textbox', { name: 'Your name' }).fill(name);
  const chosen = person.page.getByRole('radio', { name: color });
  await chosen.check({ force: true });
  // Whoever has the colour by chance does not choose it: the focus would stay in the name.
  await chosen.focus();
  return person;
}

/** Opens the showcase and waits until all of it is drawn; one of its sections is folded. */
export async function openShowcase(person: Person, server: RunningServer): Promise<void> {
  await person.open(await bringShowcase(server));
  await person.sees(SHOWCASE_END);
  await person.isSynced();
  const { body } = person;
  // What draws it is large.
  await expect(body.getByRole('img', { name: 'Diagram' })).toBeVisible({ timeout: 60_000 });
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
  await look('settings', page);
  await page.getByRole('link', { name: 'Driftless' }).click();
  await expect(page.getByRole('heading', { name: 'Write the first one' })).toBeVisible();
  await look('library-empty', page);
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
  await look('library', page);
  await actions('Spring rota').click();
  await look('library-menu', page);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await look('rename', page);
  await ana.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'New from template…' }).click();
  await expect(page.getByRole('button', { name: 'Weekly journal' })).toBeVisible();
  await look('templates', page);
  await ana.press('Escape');
  await actions('Spring rota').click();
  await page.getByRole('menuitem', { name: 'Move to folder…' }).click();
  await expect(page.getByRole('list', { name: 'Places' })).toBeVisible();
  await look('move', page);
  await ana.press('Escape');
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('autumn');
  // It is told, too, which passes.
  await expect(page.getByText('0 documents found')).toBeVisible();
  await look('library-no-match', page);
  await expect(page.getByText('0 documents found')).toBeHidden();
  await page.getByRole('link', { name: 'Trash' }).click();
  await look('trash', page);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('trash-delete', page);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('not-found', page);
  await page.goto('/join');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('join', page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Link a device…' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await look('link-device', page);
  await page.goto(`/d/${docIdOf(secretOf('no key'))}`);
  await expect(page.getByRole('heading', { name: /no key/ })).toBeVisible();
  await look('no-key', page);
  await page.goto(formatLink(server.origin, docIdOf(secretOf('nowhere')), secretOf('a link')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('refused', page);

  // A browser that does not get all of the app.
  const eve = await arrive('Eve');
  await eve.context.route('**/assets/around-*.js', (route) => route.abort());
  await eve.page.goto('/settings');
  await expect(eve.page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  await look('failure', eve.page);
  expect(eve.crashes.filter((crash) => !crash.includes('dynamically imported'))).toEqual([]);
  eve.crashes.length = 0;
}

/** The document screen and all that opens on it; the showcase is open. */
export async function walkThroughDocument(ana: Person, look: Look): Promise<void> {
  const { page } = ana;
  await expect(ana.title).toHaveValue(SHOWCASE_TITLE);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await ana.putCaret({ after: 'These are our' });
  await ana.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await look('palette', page);
  await ana.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await ana.press('ControlOrMeta+f');
  await page.keyboard.type('count');
  await expect(page.getByRole('dialog', { name: 'Find and replace' })).toContainText('1 of');
  await look('find', page);
  await ana.press('Escape');
  await ana.select('what we do');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await look('toolbar', page);
  await page.getByRole('button', { name: 'Text colour' }).click();
  await look('colours', page);
  await ana.press('Escape');
  await ana.putCaret({ after: 'the harbour' });
  await expect(page.getByRole('toolbar', { name: 'Link' })).toBeVisible();
  await look('link', page);
  await ana.putCaret({ after: 'for the weather.' });
  await ana.press('ControlOrMeta+.');
  await expect(page.getByRole('menu', { name: 'Block' })).toBeVisible();
  await look('block-menu', page);
  await ana.press('Escape');
  await expect(ana.body).toBeFocused();
  await ana.type(' /');
  await expect(page.getByRole('listbox', { name: 'Insert block' })).toBeVisible();
  // What steps back while one writes is back.
  await page.mouse.move(10, 420);
  await expect(button('Share')).toHaveCSS('opacity', '1');
  await look('insert', page);
  await ana.press('Escape');
  await ana.press('Backspace');
  await ana.press('Backspace');
  await page.mouse.move(10, 400);
  await expect(button('Share')).toHaveCSS('opacity', '1');
  await ana.press('ControlOrMeta+Alt+o');
  await expect(page.getByRole('complementary', { name: 'Outline' })).toBeVisible();
  await look('outline', page);
  await ana.press('ControlOrMeta+Alt+o');
  await page.mouse.move(10, 400);
  await ana.isSynced();
  await ana.saveState.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Where this document is' })).toBeVisible();
  await look('save-details', page);
  await ana.press('Escape');
  await button('More actions').click();
  await look('more-actions', page);
  await ana.press('Escape');
  await button('Share').click();
  const share = page.getByRole('dialog', { name: 'Share' });
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await expect(share.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('Link copied')).toBeHidden();
  await look('share', page);
  await ana.press('Escape');
  await expect(share).toBeHidden();
  await button('More actions').focus();
  await ana.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await look('shortcuts', page);
  await ana.press('Escape');
  await walkThroughComments(ana, look);
  await walkThroughHistory(ana, look);
}

/** Something is said about words, and answered; afterwards nobody said anything. */
async function walkThroughComments(ana: Person, look: Look): Promise<void> {
  const { page } = ana;
  const panel = page.getByRole('complementary', { name: 'Comments' });
  const says = async (field: string, words: string) => {
    await expect(panel.getByRole('textbox', { name: field })).toBeFocused();
    await ana.type(words);
    await ana.press('ControlOrMeta+Enter');
    await expect(panel.getByRole('article')).toContainText(words);
  };
  await ana.select('what we do');
  await ana.press('ControlOrMeta+Alt+m');
  await says('Comment', 'Is this ☕ all of it?');
  await ana.press('ControlOrMeta+Alt+n');
  await says('Reply', 'שלום, and the mud');
  await ana.press('Escape');
  await ana.isSynced();
  await page.mouse.move(10, 400);
  await look('comments', page);
  for (const words of ['Is this ☕ all of it?', 'שלום, and the mud']) {
    await panel.getByRole('button', { name: `More for “${words}”` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(panel).not.toContainText(words);
  }
  await panel.getByRole('button', { name: 'Close comments' }).click();
  await expect(panel).toBeHidden();
}

/** The one session there was, looked at. */
async function walkThroughHistory(ana: Person, look: Look): Promise<void> {
  const { page } = ana;
  await ana.isSynced();
  // Times are the server's, and of another length at another hour.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('time { display: inline-block; width: 9rem; height: 1lh; overflow: hidden }');
    document.adoptedStyleSheets.push(sheet);
  });
  await ana.press('ControlOrMeta+Alt+h');
  const panel = page.getByRole('complementary', { name: 'History' });
  await panel
    .getByRole('list', { name: 'When it was written' })
    .getByRole('button')
    .first()
    .click();
  const past = page.getByRole('document', { name: /^The document as it was/ });
  await expect(past.locator('ins').first()).toBeVisible();
  await page.mouse.move(10, 400);
  await look('history', page);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await ana.press('ControlOrMeta+Alt+h');
  await expect(panel).toBeHidden();
}

/** What somebody with a link sees: a password first, then a document to be read only. */
export async function walkAsGuest(arrive: Arrive, ana: Person, look: Look): Promise<void> {
  const link = await ana.share('viewer', { password: 'sesame' });
  const ben = await arriveTheSame(arrive, 'Ben Otter', 'Orange');
  const { page } = ben;
  await page.goto(link);
  const field = page.getByLabel('Password of the link');
  await field.fill('salami');
  await ben.press('Enter');
  await expect(page.getByText('not the password').or(field)).toBeVisible();
  await look('password', page);
  await field.fill('sesame');
  await ben.press('Enter');
  await ben.sees(SHOWCASE_END);
  await ben.isSynced();
  await expect(ben.body).toHaveAttribute('aria-readonly', 'true');
  await look('read-only', page);
}
