/** Looking back: who wrote what when, the document as it was, and taking any of it back. */
import { readFile } from 'node:fs/promises';
import { devices } from '@playwright/test';
import { faultsOf } from './support/axe.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const { defaultBrowserType: _, ...PIXEL } = devices['Pixel 7'];
const PHONE = { ...PIXEL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };

function panelOf({ page }: Person) {
  return page.getByRole('complementary', { name: 'History' });
}

/** Opens the history by its key. */
async function lookBack(person: Person): Promise<void> {
  await person.press('ControlOrMeta+Alt+h');
  await expect(panelOf(person).getByRole('listitem').first()).toBeVisible();
}

/** What the app calls somebody, to themselves and to others. */
async function nameOf({ page }: Person): Promise<string> {
  const here = await page.getByRole('list', { name: 'People here' }).ariaSnapshot();
  return /listitem "(.+?) \(you\)"/.exec(here)?.[1] ?? here;
}

/** Whoever has rested in a document has a copy of it as they saw it. */
async function isKeptAsSeen({ page }: Person): Promise<void> {
  const count = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      if (!names.includes('driftless-seen')) return 0;
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('driftless-seen');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const transaction = db.transaction('states');
          const counting = transaction.objectStore('states').count();
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = () => reject(counting.error);
          transaction.oncomplete = () => db.close();
        };
      });
    });
  await expect.poll(count).toBeGreaterThan(0);
}

function pastOf({ page }: Person) {
  return page.getByRole('document', { name: /^The document as it was/ });
}

/** The clock of the server is the machine's, so sessions are told apart by who wrote in them. */
function sessionsOf(person: Person) {
  return panelOf(person).getByRole('listitem');
}

test('a session is seen in the place of the text, while others write on', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('We begin at nine 🎉');
  await ana.title.fill('תוכנית (3)!');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.putCaret({ after: 'nine 🎉' });
  await ben.type(', says Ben');
  await ben.isSynced();
  await ana.sees('says Ben');

  await lookBack(ana);
  const session = sessionsOf(ana).first();
  await expect(session).toContainText(await nameOf(ana));
  await expect(session).toContainText(await nameOf(ben));
  await session.getByRole('button').click();
  await expect(pastOf(ana)).toContainText('We begin at nine 🎉, says Ben');
  await expect(pastOf(ana).locator('ins').first()).toBeVisible();
  await expect(ana.body).toBeHidden();
  const title = ana.page.getByRole('heading', { level: 1, name: 'תוכנית (3)!' });
  await expect(title).toHaveCSS('direction', 'rtl');
  // It would take back what nobody sees.
  await ana.press('ControlOrMeta+z');
  // What is written meanwhile is there when one comes back, and the past stays as it was.
  await ben.type(' again');
  await ben.isSynced();
  await expect(pastOf(ana)).not.toContainText('again');
  await ana.page.getByRole('button', { name: 'Back to now' }).click();
  await expect(pastOf(ana)).toBeHidden();
  await expect(ana.body).toBeFocused();
  await ana.reads(['We begin at nine 🎉, says Ben again']);
  // One writes on as if nothing had been.
  await ana.putCaret({ after: 'again' });
  await ana.type('!');
  await ben.reads(['We begin at nine 🎉, says Ben again!']);

  // What one of both did is taken back, and what the other did stays, also what was written on it.
  await ana.isSynced();
  await expect(async () => {
    await session.getByRole('button').click();
    await expect(pastOf(ana)).toContainText('again!', { timeout: 2_000 });
  }).toPass();
  const others = `Take back what ${await nameOf(ben)} did`;
  await ana.page.getByRole('button', { name: others }).click();
  for (const person of [ana, ben]) await person.reads(['We begin at nine 🎉!']);
  await ana.press('ControlOrMeta+z');
  for (const person of [ana, ben]) await person.reads(['We begin at nine 🎉, says Ben again!']);
});

test('a version is restored as one step for everyone, and undo brings back what was there', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('First thoughts 🍎');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.sees('First thoughts');
  await lookBack(ana);
  await sessionsOf(ana).first().getByRole('button').click();
  await expect(pastOf(ana)).toContainText('First thoughts 🍎');
  await ben.putCaret({ after: 'thoughts' });
  await ben.type(' and worse ones');
  await ben.isSynced();
  await ana.page.getByRole('button', { name: 'Restore this version' }).click();
  await ana.reads(['First thoughts 🍎']);
  await ben.reads(['First thoughts 🍎']);
  await ana.press('ControlOrMeta+z');
  await ana.reads(['First thoughts and worse ones 🍎']);
  await ben.reads(['First thoughts and worse ones 🍎']);
  await ana.press('ControlOrMeta+Shift+z');
  await ben.reads(['First thoughts 🍎']);
});

test('what others write is listed, also where they never rest', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Minutes');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await lookBack(ana);
  const name = await nameOf(ben);
  await expect(sessionsOf(ana)).not.toContainText(name);
  await ben.putCaret({ after: 'Minutes' });
  // Each look writes on: with a rest in between the list would be told without waiting for any.
  await expect(async () => {
    await ben.type(' more');
    await expect(sessionsOf(ana)).toContainText(name, { timeout: 200 });
  }).toPass({ intervals: [0] });
});

test('a moment has a name for everybody, which is never lost, renamed and removed', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('For the printer');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await lookBack(ana);
  await panelOf(ana).getByRole('button', { name: 'Name what is here now' }).click();
  await ana.page.getByRole('textbox', { name: 'Name of the version' }).fill('Printed 🖨️');
  await ana.press('Enter');
  const named = panelOf(ana).getByRole('button', { name: /^Printed 🖨️/ });
  await expect(named).toBeEnabled();
  await ben.putCaret({ after: 'printer' });
  await ben.type(', not for the web');
  await ben.isSynced();
  await ana.sees('not for the web');

  await named.click();
  await expect(pastOf(ana)).toHaveText('For the printer');
  await ana.page.getByRole('button', { name: 'Back to now' }).click();
  await lookBack(ben);
  await panelOf(ben).getByRole('radio', { name: 'With a name' }).check({ force: true });
  await expect(sessionsOf(ben)).toHaveCount(1);
  await panelOf(ben).getByRole('button', { name: 'More for Printed 🖨️' }).click();
  await ben.page.getByRole('menuitem', { name: 'Rename' }).click();
  await ben.page.getByRole('textbox', { name: 'Name of the version' }).fill('For the press');
  await ben.press('Enter');
  await expect(panelOf(ana).getByRole('button', { name: /^For the press/ })).toBeVisible();
  await panelOf(ben)
    .getByRole('button', { name: /^For the press/ })
    .click();
  await expect(pastOf(ben)).toHaveText('For the printer');
  expect(await faultsOf(ben.page)).toEqual([]);
  // A session's end gets one, too: of what came since, which is listed a moment after it came.
  await expect(sessionsOf(ana).first()).toContainText(await nameOf(ben));
  await sessionsOf(ana).first().getByRole('button').click();
  await ana.page.getByRole('button', { name: 'Name this version' }).click();
  await ana.page.getByRole('textbox', { name: 'Name of the version' }).fill('All of it');
  await ana.press('Enter');
  await expect(sessionsOf(ben)).toHaveCount(2);
  await panelOf(ana).getByRole('button', { name: 'More for For the press' }).click();
  await ana.page.getByRole('menuitem', { name: 'Remove the name' }).click();
  await expect(sessionsOf(ben)).toHaveCount(1);
  await expect(sessionsOf(ben)).toContainText('All of it');
});

test('the moments are played, one is chosen by keys, and one block of it restored', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Alpha 🍎');
  await ana.press('Enter');
  await ana.type('Bravo');
  await ana.isSynced();
  await lookBack(ana);
  await sessionsOf(ana).first().getByRole('button').click();
  await expect(pastOf(ana)).toContainText('Bravo');
  const moments = ana.page.getByRole('slider', { name: 'Moment' });
  const last = await moments.inputValue();
  await moments.focus();
  await ana.press('Home');
  await expect(pastOf(ana)).not.toContainText('Bravo');
  await ana.page.getByRole('button', { name: 'Play' }).click();
  await expect(pastOf(ana)).toContainText('Bravo');
  await expect(moments).toHaveValue(last);
  await expect(ana.page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(pastOf(ana).locator('ins').first()).toBeVisible();
  await ana.page.getByRole('button', { name: 'Back to now' }).click();
  await ana.putCaret({ after: 'Bravo' });
  await ana.type(' two');
  await ana.putCaret({ after: 'Alpha' });
  await ana.type(' one');
  await ana.reads(['Alpha one 🍎', 'Bravo two']);

  // What was written just now comes into the list when the server has it.
  await expect(async () => {
    await sessionsOf(ana).first().getByRole('button').click();
    await expect(pastOf(ana)).toContainText('two', { timeout: 2_000 });
    await expect(pastOf(ana)).toContainText('one', { timeout: 500 });
  }).toPass();
  await moments.focus();
  const restores = ana.page.getByRole('button', { name: 'Restore this version' });
  // As often as it takes to where neither was there.
  for (let text: string | null = null; text !== 'Alpha 🍎Bravo'; ) {
    await ana.press('ArrowLeft');
    await expect(restores).toBeEnabled();
    text = await pastOf(ana).textContent();
  }
  // Nothing is done with the moment before while another one is on its way.
  await ana.page.clock.install();
  await ana.page.clock.pauseAt(Date.now() + 60_000);
  await ana.press('ArrowRight');
  await expect(restores).toBeDisabled();
  await ana.press('ArrowLeft');
  await ana.page.clock.resume();
  await expect(restores).toBeEnabled();
  await pastOf(ana).focus();
  await ana.press('ArrowDown');
  await ana.press('ArrowDown');
  await ana.page.getByRole('button', { name: 'Restore this block' }).click();
  await ana.reads(['Alpha one 🍎', 'Bravo']);
  await ana.press('ControlOrMeta+z');
  await ana.reads(['Alpha one 🍎', 'Bravo two']);
});

test('on a phone words and versions are restored while another one types, and nothing of theirs is lost', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Alpha one two', 'Bravo four 👩‍👩‍👧 five six');
  await ana.isSynced();
  const link = await ana.share('editor');
  await lookBack(ana);
  await panelOf(ana).getByRole('button', { name: 'Name what is here now' }).click();
  await ana.page.getByRole('textbox', { name: 'Name of the version' }).fill('First');
  await ana.press('Enter');
  await expect(panelOf(ana).getByRole('button', { name: /^First/ })).toBeEnabled();
  await ana.press('ControlOrMeta+Alt+h');
  await ana.select('four 👩‍👩‍👧 five ');
  await ana.press('Delete');
  await ana.isSynced();

  const cleo = await arrive('Cleo', PHONE);
  await cleo.open(link);
  await cleo.sees('Bravo six');
  const first = panelOf(cleo).getByRole('button', { name: /^First/ });
  const lookAtFirst = async () => {
    if (!(await panelOf(cleo).isVisible())) {
      await cleo.page.getByRole('button', { name: 'More actions' }).tap();
      await cleo.page.getByRole('menuitem', { name: 'History' }).tap();
    }
    await first.tap();
    await expect(pastOf(cleo)).toContainText('four 👩‍👩‍👧 five');
    // The list makes way for it.
    await expect(panelOf(cleo)).toBeHidden();
  };
  await lookAtFirst();
  // Nothing reaches beyond the screen, and what one touches is large enough.
  expect(await cleo.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await faultsOf(cleo.page)).toEqual([]);
  await pastOf(cleo).getByText('Bravo').tap();
  await expect(cleo.page.getByRole('button', { name: 'Restore this block' })).toBeVisible();
  // As a finger does it that rests on words; the second one begins within an emoji.
  await pastOf(cleo).evaluate((past) => {
    const texts = document.createTreeWalker(past, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode()!;
    while (!text.textContent!.includes('👩‍👩‍👧')) text = texts.nextNode()!;
    const at = text.textContent!.indexOf('👩‍👩‍👧');
    getSelection()!.setBaseAndExtent(text, at + 2, text, at + '👩‍👩‍👧 five'.length);
  });
  const restores = cleo.page.getByRole('button', { name: 'Restore the selected text' });
  await ana.putCaret({ after: 'one' });
  await Promise.all([ana.type(' typed meanwhile'), restores.tap()]);
  for (const person of [ana, cleo])
    await person.reads(['Alpha one typed meanwhile two', 'Bravo 👩‍👩‍👧 fivesix']);

  // All of it as it was then: what another one types at that moment is there as soon as it is undone.
  await lookAtFirst();
  await ana.putCaret({ after: 'typed' });
  await Promise.all([
    ana.type(' more and more'),
    cleo.page.getByRole('button', { name: 'Restore this version' }).tap(),
  ]);
  await ana.isSynced();
  await cleo.isSynced();
  await ana.sees('Bravo four 👩‍👩‍👧 five six');
  await cleo.reads(await ana.lines());
  await cleo.press('ControlOrMeta+z');
  // Her caret stood in what was gone for a moment, so it may be in another order, and all is there.
  const sorted = (text: string) => [...text].sort().join('');
  for (const person of [ana, cleo])
    await expect
      .poll(async () => sorted((await person.lines()).join('')))
      .toBe(sorted('Alpha one typed more and more meanwhile twoBravo 👩‍👩‍👧 fivesix'));
  await cleo.reads(await ana.lines());

  // A link can leave all of that out.
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor', { history: 'Without the history' }));
  await ben.sees('Alpha one');
  await ben.page.getByRole('button', { name: 'More actions' }).click();
  await expect(ben.page.getByRole('menuitem').first()).toBeVisible();
  await expect(ben.page.getByRole('menuitem', { name: 'History' })).toBeHidden();
});

test('a long document is looked back at as a whole, and as a whole restored', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  // More than the server tells of at once.
  const paragraphs = Array.from(
    { length: 1500 },
    (_, index) => `${index} 🍎 ${'word '.repeat(180)}`,
  );
  await ana.newDocumentOf(paragraphs.join('\n\n'), '0 🍎');
  await ana.isSynced();
  await lookBack(ana);
  await sessionsOf(ana).first().getByRole('button').click();
  await expect(pastOf(ana)).toContainText('0 🍎');
  await expect(pastOf(ana)).toContainText('1499 🍎');
  // Of which only what is near the view is drawn.
  expect(await pastOf(ana).locator(':scope > *').count()).toBeLessThan(500);
  await ana.page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(pastOf(ana)).toBeHidden();
  await ana.press('ControlOrMeta+End');
  await ana.sees('1499 🍎');
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('changes are taken back as a whole, and without a network one looks back at what is here', async ({
    arrive,
  }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('Words of mine');
    await ana.isSynced();
    await lookBack(ana);
    await sessionsOf(ana).first().getByRole('button').click();
    await ana.page.getByRole('button', { name: 'Take these changes back' }).click();
    await expect.poll(async () => (await ana.lines()).join('')).toBe('');
    await ana.press('ControlOrMeta+z');
    await ana.reads(['Words of mine']);
    await ana.press('ControlOrMeta+Alt+h');
    await expect(panelOf(ana)).toBeHidden();
    const ben = await arrive('Ben');
    await ben.open(await ana.share('editor'));
    await ben.isSynced();
    await isKeptAsSeen(ben);
    await ana.goOffline();
    await ana.putCaret({ after: 'Words of mine' });
    await ana.type(' and more');
    // What this device was told once is there, and what it has beyond that.
    await lookBack(ana);
    await expect(panelOf(ana)).toContainText('This is the history as this device last had it');
    const [own, told] = [sessionsOf(ana).first(), sessionsOf(ana).last()];
    await expect(own).toContainText('On this device until');
    await expect(told).toContainText(await nameOf(ana));
    await own.getByRole('button').click();
    await expect(pastOf(ana).locator('ins')).toHaveText(['and more']);
    await told.getByRole('button').click();
    await expect(pastOf(ana)).toHaveText('Words of mine');
    await ana.page.reload();
    await ana.reads(['Words of mine and more']);
    await lookBack(ana);
    await told.getByRole('button').click();
    await ana.page.getByRole('button', { name: 'Restore this version' }).click();
    await ana.reads(['Words of mine']);
    await ana.press('ControlOrMeta+z');
    await ana.reads(['Words of mine and more']);

    // A device that never looked back knows how it was seen, and how it is.
    await ben.goOffline();
    await ben.putCaret({ after: 'Words' });
    await ben.type(' of Ben and');
    await lookBack(ben);
    await expect(panelOf(ben)).toContainText('this device has never opened this history before');
    await expect(panelOf(ben)).toContainText('is on the server only');

    // With a network it is what the server says, for both.
    await own.getByRole('button').click();
    await expect(pastOf(ana).locator('ins')).toHaveText(['and more']);
    await ana.goOnline();
    await ben.goOnline();
    for (const person of [ana, ben]) {
      await expect(panelOf(person)).not.toContainText('The server cannot be reached');
      await expect(panelOf(person)).not.toContainText('On this device until');
      await expect(sessionsOf(person).first()).toContainText(await nameOf(ben));
    }
  });
});

test('who may only read looks back, and is offered nothing that writes', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Only words');
  await ana.isSynced();
  const ben = await arrive('Ben');
  // Nor has the device room for what it is told, which takes nothing from looking.
  await ben.context.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.transaction.db.name !== 'driftless-history') return put.apply(this, args);
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
  });
  await ben.open(await ana.share('viewer'));
  await ben.sees('Only words');
  await lookBack(ben);
  await expect(panelOf(ben)).toContainText('This device has no room for the history');
  await sessionsOf(ben).first().getByRole('button').click();
  await expect(pastOf(ben)).toContainText('Only words');
  await expect(ben.page.getByRole('button', { name: 'Back to now' })).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Restore this version' })).toBeHidden();
  await expect(ben.page.getByRole('button', { name: 'Take these changes back' })).toBeHidden();
  await ben.page.getByText('What changed').click();
  await expect(ben.page.getByRole('list', { name: 'What changed' })).toContainText('Only words');
  expect(await faultsOf(ben.page)).toEqual([]);
  await ben.press('Escape');
  await expect(pastOf(ben)).toBeHidden();
  await sessionsOf(ben).first().getByRole('button').click();
  const address = ben.page.url();
  await ben.page.getByRole('button', { name: 'Save a copy of this version' }).click();
  await expect(ben.page).not.toHaveURL(address);
  await ben.reads(['Only words']);
  await ben.putCaret({ after: 'Only words' });
  await ben.type(', and mine');
  await ben.reads(['Only words, and mine']);
});

test('who wrote a word, and when, is said by a key, shown by colours, and told in an exported page', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Begun by me');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.putCaret({ after: 'Begun' });
  await ben.type(' <well>');
  await ben.isSynced();
  await ana.sees('<well>');
  const [anas, bens] = [await nameOf(ana), await nameOf(ben)];
  const news = ana.page.getByRole('status').filter({ hasText: bens });

  await ana.putCaret({ after: '<we' });
  await ana.press('ControlOrMeta+Alt+y');
  // A day and a time, whatever the day is called.
  await expect(news).toContainText(/\d+:\d\d/);
  await ana.putCaret({ after: 'by' });
  await ana.press('ControlOrMeta+Alt+y');
  await expect(ana.page.getByRole('status').filter({ hasText: anas })).toContainText(/\d+:\d\d/);

  const chooseInMenu = async (name: string) => {
    await ana.page.getByRole('button', { name: 'More actions' }).click();
    await ana.page.getByRole('menuitem', { name }).click();
  };
  await chooseInMenu('Colours of authors');
  const words = ana.body.locator('.author').filter({ hasText: '<well>' });
  await expect(words).toHaveAttribute('title', new RegExp(`^${bens}, .*\\d+:\\d\\d`));

  const saving = ana.page.waitForEvent('download');
  await chooseInMenu('Export as HTML with authors');
  const html = await readFile(await (await saving).path(), 'utf8');
  expect(html).toContain(`<span title="${bens}"> &lt;well&gt;</span>`);
  expect(html).toContain(`<span title="${anas}">Begun</span>`);
});
