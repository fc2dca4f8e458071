/** What people who write at the same time see of each other. */
import type { Locator } from '@playwright/test';
import { holdBack } from './support/held.ts';
import type { Person } from './support/person.ts';
import { appear } from './support/raw-client.ts';
import { expect, test } from './support/test.ts';

test('two people who have never seen it come to write together by what is to be read on the screen', async ({
  arrive,
}) => {
  const [ana, ben] = [await arrive('Ana'), await arrive('Ben')];
  const press = async ({ page }: Person, words: string) =>
    page.getByText(words, { exact: true }).click();
  await ana.page.goto('/');
  await press(ana, 'New document');
  await ana.page.keyboard.type('Our trip\nPack the tent');
  await press(ana, 'Share');
  await press(ana, 'Copy link');
  await expect(ana.page.getByText('Link copied')).toBeVisible();
  const link = await ana.page.evaluate(() => navigator.clipboard.readText());
  await ben.page.goto(link);
  await press(ben, 'Pack the tent');
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type('\nand the stove');
  // What comes of it is to be seen beside the dialog, too.
  await expect(ana.page.getByText('and the stove')).toBeVisible();
  await ana.page.keyboard.press('Escape');
  await press(ana, 'and the stove');
  await ana.page.keyboard.press('End');
  await ana.page.keyboard.type(', of course');
  await expect(ben.page.getByText('and the stove, of course')).toBeVisible();
});

test('two people see each other’s keys', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Dear all,');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['Dear all,']);

  await ben.putCaret({ after: 'all' });
  await ben.type(' of you');
  await ana.reads(['Dear all of you,']);
  await ana.putCaret({ after: 'you,' });
  await ana.type('\nthanks');
  await ben.reads(['Dear all of you,', 'thanks']);
});

test('both write in one line at once and no key is lost or doubled', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('left right');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['left right']);

  await ana.putCaret({ after: 'left' });
  await ben.putCaret({ after: 'right' });
  await Promise.all([ana.type(' abcdefghijklmnopqrstuvwxyz'), ben.type(' 0123456789')]);
  const both = ['left abcdefghijklmnopqrstuvwxyz right 0123456789'];
  await ana.reads(both);
  await ben.reads(both);
});

test('the title is shared, too, and names the document in the library', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('text');
  await ana.title.click();
  await ana.type('Minutes of May');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await expect(ben.title).toHaveValue('Minutes of May');
  await ben.goBack();
  await expect(ben.documents.getByRole('link', { name: 'Minutes of May' })).toBeVisible();
});

test('whoever comes by a link is asked for a name once, and leads others to where they write', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('start', ...Array.from({ length: 60 }, (_, line) => `line ${line}`), 'end');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  const prompt = ben.page.getByRole('form', { name: 'Your name here' });
  await prompt.getByRole('textbox').fill('Ben Otter');
  await ben.press('Enter');
  await expect(prompt).toBeHidden();
  const face = ana.people.getByRole('button', { name: 'Ben Otter' });
  await expect(face).toBeVisible();
  await ben.page.reload();
  await ben.sees('end');
  await expect(ben.people.getByRole('listitem')).toHaveCount(2);
  await expect(prompt).toBeHidden();

  await ana.putCaret({ before: 'start' });
  await ben.putCaret({ after: 'end' });
  await expect(ana.body.getByText('end', { exact: true })).not.toBeInViewport();
  await expect(async () => {
    await face.click();
    await expect(ana.body.getByText('end', { exact: true })).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await face.dblclick();
  await expect(face).toHaveAttribute('aria-pressed', 'true');
  await ben.putCaret({ after: 'start' });
  await expect(ana.body.getByText('start', { exact: true })).toBeInViewport();
  await ana.page.mouse.wheel(0, 200);
  await expect(face).toHaveAttribute('aria-pressed', 'false');
});

test('people see who is here, and who has left', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('text');
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  await ben.open(link);
  await expect(ana.people.getByRole('listitem')).toHaveCount(2);
  await expect(ben.people.getByRole('listitem')).toHaveCount(2);
  await ben.page.goto('/settings');
  await expect(ana.people.getByRole('listitem')).toHaveCount(1);
});

test('of a class in one document everybody can be found, and Share stays in a narrow window', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', { viewport: { width: 390, height: 740 }, hasTouch: true });
  await ana.openLibrary();
  await ana.newDocument('Welcome');
  const link = await ana.share('editor');
  const names = ['Ben', 'Cleo', 'Cleo', 'Dan', 'Eve', 'Finn', 'Zoe'];
  const others = await Promise.all(names.map((name) => appear(link, name)));
  await expect(ana.people).toContainText('+6');
  await expect(ana.page.getByRole('button', { name: 'Share', exact: true })).toBeInViewport({
    ratio: 1,
  });
  // Now there is somebody to be called by a name.
  await expect(ana.page.getByRole('form', { name: 'Your name here' })).toBeVisible();
  await ana.people.getByRole('button', { name: '6 more people' }).click();
  const menu = ana.page.getByRole('menu', { name: '6 more people' });
  await expect(menu.getByRole('menuitem')).toHaveText(
    names.slice(1).map((name) => new RegExp(name)),
  );
  await menu.getByRole('menuitem', { name: 'Zoe' }).click();
  await expect(ana.people.getByRole('button', { name: 'Zoe' })).toBeVisible();
  for (const other of others) other.leave();
});

test('undo takes back one’s own words and leaves the other’s', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('base');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['base']);
  await ben.putCaret({ after: 'base' });
  await ben.withoutPauses(() => ben.type(' ben'));
  await ana.reads(['base ben']);
  await ben.putCaret({ before: 'base' });
  await ana.putCaret({ before: 'base' });
  await ana.type('ana ');
  await ben.reads(['ana base ben']);
  await ben.press('ControlOrMeta+z');
  await ana.reads(['ana base']);
  await ben.reads(['ana base']);
});

test('the caret goes where one clicks, also while someone else writes', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  await ana.newDocument(words.join(' '), 'Ben:');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.putCaret({ after: 'Ben:' });
  const bens = '-abcdefghijklmnopqrstuvwxyz'.repeat(6);
  const writing = ben.type(bens);
  for (const word of [...words].reverse()) {
    await ana.putCaret({ before: word });
    await ana.type('*');
  }
  await writing;
  const both = [words.map((word) => `*${word}`).join(' '), `Ben:${bens}`];
  await ana.reads(both);
  await ben.reads(both);
});

test('what one aims at in a menu stays there when the page moves beneath it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument(...Array.from({ length: 60 }, (_, at) => `line ${at}`));
  /** How far it has gone, in the frame in which the page has moved. */
  const moved = async (target: Locator) => {
    await expect(target).toBeVisible();
    return target.evaluate((element) => {
      const top = () => element.getBoundingClientRect().top;
      const [before, scrolled] = [top(), scrollY];
      scrollBy({ top: scrollY > 100 ? -100 : 100, behavior: 'instant' });
      return [top() - before, Math.abs(scrollY - scrolled)];
    });
  };
  const more = ana.page.getByRole('button', { name: 'More actions' });
  await more.click();
  const item = ana.page.getByRole('menuitem', { name: 'Suggest changes' });
  expect(await moved(item)).toEqual([0, 100]);
  await ana.page.keyboard.press('Escape');
  await expect(item).toBeHidden();
  await ana.putCaret({ after: 'line 30' });
  await ana.page.keyboard.press('ControlOrMeta+.');
  const turn = ana.page.getByRole('menuitem', { name: 'Turn into' });
  expect(await moved(turn)).toEqual([0, 100]);
  await turn.press('ArrowRight');
  expect(await moved(ana.page.getByRole('menuitem', { name: /^Text/ }))).toEqual([0, 100]);
});

test('who has no socket reads and writes on, and is told that others may be here unseen', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('from a socket');
  const link = await ana.share('editor');
  const ben = await arrive('Ben');
  await ben.page.routeWebSocket(/\/sync\//, (socket) => socket.close());
  await ben.open(link);
  await ben.reads(['from a socket']);
  await expect(ben.people.getByText('?', { exact: true })).toBeVisible();
  await expect(ana.people.getByText('?', { exact: true })).toHaveCount(0);
  await ben.putCaret({ after: 'from a socket' });
  await ben.type(' and by asking');
  await ana.reads(['from a socket and by asking']);
  await ben.isSynced();
});

test('what one writes in a tab that goes at once is in the other tab, and with everybody', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('before');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await ana.isSynced();
  const other = await ana.openTab();
  // What talks to the server and to other tabs comes after the text.
  await holdBack(other.page, /\/connection-/);
  await other.page.goto(ana.page.url());
  await other.reads(['before']);
  await other.putCaret({ before: 'before' });
  await other.type('कि ');
  await other.isSaved();
  await other.page.evaluate(() => {
    addEventListener('pagehide', () => document.execCommand('insertText', false, '👋 '), true);
  });
  await other.page.close();
  await Promise.all([ana, ben].map((person) => person.reads(['कि 👋 before'])));
  await ana.isSynced();
});
