/** Suggesting instead of changing: one suggests, others see it, and it is accepted, refused and undone. */
import { faultsOf } from './support/axe.ts';
import { company } from './support/company.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

function cardsOf({ page }: Person) {
  return page.getByRole('complementary', { name: 'Suggestions' }).getByRole('article');
}

async function openPanel(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: 'More actions' }).click();
  await person.page.getByRole('menuitem', { name: 'Suggestions' }).click();
}

/** From now on looks at each frame how often the first line shows these words, suggested or in the text. */
async function watch({ body }: Person, words: string): Promise<() => Promise<string[]>> {
  const watched = await body.evaluateHandle((element, words) => {
    const seen = { odd: [] as string[], frame: 0 };
    const look = () => {
      const line = element.firstElementChild?.textContent ?? '';
      if (line.split(words).length !== 2) seen.odd.push(line);
      seen.frame = requestAnimationFrame(look);
    };
    look();
    return seen;
  }, words);
  return () =>
    watched.evaluate(({ odd, frame }) => {
      cancelAnimationFrame(frame);
      return odd;
    });
}

async function suggest(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: 'More actions' }).click();
  await person.page.getByRole('menuitem', { name: 'Suggest changes' }).click();
  await expect(person.page.getByRole('region', { name: 'You are suggesting' })).toBeVisible();
}

test('one suggests, another accepts it and takes that back, refuses it, and nothing is lost', async ({
  arrive,
}) => {
  test.slow();
  const lines = ['The ship sails at nine', 'Bring a coat', '# Plan'];
  const [ana, ben] = await company(arrive, lines, ['editor']);

  // Others write on underneath while one suggests.
  await suggest(ben);
  await ben.putCaret({ after: 'sails' });
  await ben.type(' early');
  await ben.select('a coat');
  await ben.type('two hats');
  await ana.putCaret({ before: 'The ship' });
  await ana.type('Tomorrow: ');
  await ben.reads(['Tomorrow: The ship sails early at nine', 'Bring two hats', 'Plan']);
  await ben.isSynced();
  await expect(ben.body.locator('ins.came')).toHaveText([' early', 'two hats']);

  // It is drawn in the document, and is not in it.
  await expect(ana.body.locator('ins.would-come')).toHaveText([' early', 'two hats']);
  await expect(ana.body.locator('del.would-go')).toHaveText('a coat');
  await ana.reads(['Tomorrow: The ship sails at nine', 'Bring a coat', 'Plan']);
  await ana.body.locator('ins.would-come').first().click();
  await expect(cardsOf(ana)).toHaveCount(1);
  await expect(cardsOf(ana)).toContainText('early');
  await cardsOf(ana).getByRole('textbox', { name: 'Reply' }).click();
  await ana.type('Why two?');
  await ana.press('ControlOrMeta+Enter');
  expect(await faultsOf(ana.page)).toEqual([]);

  // After a reload it is there, the document is what one writes in, and so are the answers.
  await ben.page.reload();
  await ben.reads(['Tomorrow: The ship sails at nine', 'Bring a coat', 'Plan']);
  await expect(ben.body.locator('ins.would-come')).toHaveText([' early', 'two hats']);
  await expect(ben.page).toHaveTitle(/^\(1\) /);
  await openPanel(ben);
  await expect(cardsOf(ben)).toContainText('Why two?');
  await expect(cardsOf(ben).getByText('New', { exact: true })).toBeVisible();
  await cardsOf(ben).getByText('Why two?').click();
  await expect(ben.page).toHaveTitle(/^[^(]/);

  // From frame to frame each word is either in the text or suggested.
  const [atAna, atBen] = [await watch(ana, ' early'), await watch(ben, ' early')];
  await cardsOf(ana).getByRole('button', { name: 'Accept' }).click();
  const accepted = ['Tomorrow: The ship sails early at nine', 'Bring two hats', 'Plan'];
  for (const person of [ana, ben]) await person.reads(accepted);
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  for (const person of [ana, ben]) {
    await person.reads(['Tomorrow: The ship sails at nine', 'Bring a coat', 'Plan']);
    await expect(person.body.locator('ins.would-come')).toHaveText([' early', 'two hats']);
  }
  expect(await atAna()).toEqual([]);
  // What is taken back comes to others as two changes: for a moment it may be neither, and never both.
  expect((await atBen()).filter((line) => line.includes('early'))).toEqual([]);
  await cardsOf(ana).getByRole('button', { name: 'Reject' }).click();
  for (const person of [ana, ben]) {
    await expect(person.body.locator('[data-suggestion]')).toHaveCount(0);
    await person.reads(['Tomorrow: The ship sails at nine', 'Bring a coat', 'Plan']);
  }

  // In a long document it is looked up off the page.
  await ana.putCaret({ after: 'Plan' });
  await ana.press('Enter');
  await ana.paste('word '.repeat(4_500));
  await ben.sees('word word');
  await suggest(ben);
  await ben.putCaret({ after: 'sails' });
  await ben.type(' late');
  await expect(ben.body.locator('ins.came')).toHaveText(' late');
  await expect(ana.body.locator('ins.would-come')).toHaveText(' late');
  await ana.press('Alt+F8');
  await expect(cardsOf(ana)).toHaveAttribute('data-active', 'true');
  // By keys alone it is accepted.
  const end = await watch(ana, ' late');
  await ana.press('ControlOrMeta+k');
  const field = ana.page.getByRole('combobox', { name: 'Search commands' });
  await field.fill('accept');
  await expect(ana.page.getByRole('option', { name: /^Accept.*suggestion/ }).first()).toBeVisible();
  await ana.press('Enter');
  await ben.sees('sails late');
  await expect(ana.body.locator('[data-suggestion]')).toHaveCount(0);
  expect(await end()).toEqual([]);
  await ana.sees('sails late');
});

test('what one restores while one suggests is suggested, and how the document looks is not', async ({
  arrive,
}) => {
  const [ana, ben] = await company(arrive, ['The ship sails at nine', 'Bring a coat'], ['editor']);
  const history = ben.page.getByRole('complementary', { name: 'History' });
  await ben.press('ControlOrMeta+Alt+h');
  await history.getByRole('button', { name: 'Name what is here now' }).click();
  await ben.page.getByRole('textbox', { name: 'Name of the version' }).fill('First');
  await ben.press('Enter');
  const first = history.getByRole('button', { name: /^First/ });
  await expect(first).toBeEnabled();
  await ana.select('a coat');
  await ana.type('two hats 🎩');
  const written = ['The ship sails at nine', 'Bring two hats 🎩'];
  await ben.reads(written);

  await suggest(ben);
  await ben.putCaret({ after: 'sails' });
  await ben.type(' early');
  await first.click();
  await ben.page.getByRole('button', { name: 'Restore this version' }).click();
  const restored = ['The ship sails early at nine', 'Bring a coat'];
  await ben.reads(restored);
  // A caret may stand in what would go, and part it.
  const gone = async () => (await ana.body.locator('del.would-go').allTextContents()).join('');
  await expect.poll(gone).toBe('two hats 🎩');
  await expect(ana.body.locator('ins.would-come')).toHaveText([' early', 'a coat']);
  await ana.reads(written);
  // What cannot be suggested stands in the way of nothing else.
  await ben.press('ControlOrMeta+k');
  await ben.page.getByRole('combobox', { name: 'Search commands' }).fill('wide page');
  await expect(ben.page.getByRole('option', { name: 'Wide page' })).toBeVisible();
  await ben.press('Enter');
  await expect(ben.page.getByText('cannot be suggested')).toBeVisible();
  // It is one step, and goes on with what is written next.
  await ben.press('ControlOrMeta+z');
  await ben.reads(['The ship sails early at nine', 'Bring two hats 🎩']);
  await ben.press('ControlOrMeta+Shift+z');
  await ben.putCaret({ after: 'nine' });
  await ben.type('!');
  await ben.isSynced();
  await ana.body.locator('ins.would-come').first().click();
  await cardsOf(ana).getByRole('button', { name: 'Accept' }).click();
  for (const person of [ana, ben])
    await person.reads(['The ship sails early at nine!', 'Bring a coat']);
});

test('whoever has a link for suggesting writes in the document, and changes nothing in it', async ({
  arrive,
}) => {
  test.slow();
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('Alpha one', 'Bravo two');
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('suggester'));
  const bar = ben.page.getByRole('region', { name: 'You are suggesting' });
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Stop suggesting' })).toHaveCount(0);
  await expect(ben.page.getByText('What you write is a suggestion until')).toBeVisible();
  // On a phone the bar stands over nothing of what that says.
  await ben.page.setViewportSize({ width: 390, height: 844 });
  const says = ben.page.getByText('Your link lets you read, comment and suggest');
  const edges = async () => {
    const [over, notice] = [await bar.boundingBox(), await says.boundingBox()];
    return over && notice ? notice.y - (over.y + over.height) : Number.NaN;
  };
  await expect.poll(edges).toBeGreaterThan(0);
  await ben.page.setViewportSize({ width: 1280, height: 720 });

  await ben.putCaret({ after: 'Alpha' });
  await ben.type(' big');
  await ben.press('End');
  await ben.press('Enter');
  await ben.type('## Between');
  await ben.isSynced();
  await openPanel(ana);
  await expect(cardsOf(ana)).toContainText('Between');
  await ana.reads(['Alpha one', 'Bravo two']);

  // Another one is decided about by itself, in whatever order.
  await bar.getByRole('button', { name: 'Begin another suggestion' }).click();
  await ben.reads(['Alpha one', 'Bravo two']);
  await ben.putCaret({ after: 'Bravo two' });
  await ben.type('!');
  await expect(cardsOf(ana)).toHaveCount(2);
  await cardsOf(ana).last().getByRole('button', { name: 'Accept' }).click();
  await ben.reads(['Alpha one', 'Bravo two!']);
  await expect(cardsOf(ana)).toHaveCount(1);
  await cardsOf(ana).getByRole('button', { name: 'Accept' }).click();
  for (const person of [ana, ben]) await person.reads(['Alpha big one', 'Between', 'Bravo two!']);
  await expect(ana.body.getByRole('heading', { name: 'Between' })).toBeVisible();

  // What was typed last outlives a page that goes at once, without a network too.
  await ben.putCaret({ after: 'Bravo' });
  await ben.type(' and a half');
  await ben.page.reload();
  await expect(ana.body.locator('ins.would-come')).toHaveText(' and a half');
  await ana.reads(['Alpha big one', 'Between', 'Bravo two!']);
});

offlineTest(
  'it is looked at as one likes, decided about where one selects, by touch, and by four',
  async ({ arrive }) => {
    test.slow();
    const lines = ['Alpha one', 'Bravo two', 'Charlie three'];
    const [ana, ben] = await company(arrive, lines, ['suggester']);
    const bar = ben.page.getByRole('region', { name: 'You are suggesting' });
    await expect(bar).toBeVisible();
    await ben.putCaret({ after: 'Alpha' });
    await ben.type(' big');
    await ben.putCaret({ after: 'three' });
    await ben.type('!');
    await bar.getByRole('button', { name: 'Begin another suggestion' }).click();
    await ben.reads(['Alpha one', 'Bravo two', 'Charlie three']);
    await ben.select(' two');
    await ben.press('Backspace');
    await ben.isSynced();

    await openPanel(ana);
    await expect(cardsOf(ana)).toHaveCount(2);
    const view = ana.page.getByRole('combobox', { name: 'How suggestions are shown' });
    await view.selectOption('If all were accepted');
    await ana.reads(['Alpha big one', 'Bravo', 'Charlie three!']);
    await expect(ana.body).not.toBeEditable();
    await expect(ana.page.getByText('as if all suggestions were accepted')).toBeVisible();
    // It goes on with what is suggested meanwhile.
    await ben.putCaret({ after: 'Bravo' });
    await ben.type(' zero');
    await ana.reads(['Alpha big one', 'Bravo zero', 'Charlie three!']);
    await view.selectOption('As it is');
    await ana.reads(['Alpha one', 'Bravo two', 'Charlie three']);
    await expect(ana.body.locator('[data-suggestion]')).toHaveCount(0);
    await expect(ana.body).toBeEditable();
    await view.selectOption('As suggested');
    // As a screen reader is told it.
    await expect(ana.body.getByRole('insertion')).toHaveText([' big', ' zero', '!']);
    await expect(ana.body.getByRole('deletion')).toHaveText(' two');

    // What is selected is accepted by itself, and that taken back; the rest is still suggested.
    const acceptSelected = async (words: string) => {
      await ana.select(words);
      await ana.page.getByRole('button', { name: 'Accept selected' }).click();
    };
    await acceptSelected('Alpha');
    await expect(ana.page.getByText('The rest is still suggested')).toBeVisible();
    await ana.reads(['Alpha big one', 'Bravo two', 'Charlie three']);
    await expect(ana.body.locator('ins.would-come')).toHaveText([' zero', '!']);
    await ana.page.getByRole('button', { name: 'Undo' }).click();
    await ana.reads(['Alpha one', 'Bravo two', 'Charlie three']);
    await expect(ana.body.locator('ins.would-come')).toHaveText([' big', ' zero', '!']);
    await acceptSelected('Alpha');
    await ana.reads(['Alpha big one', 'Bravo two', 'Charlie three']);
    await acceptSelected('Charlie three');
    await ana.reads(['Alpha big one', 'Bravo two', 'Charlie three!']);
    await ana.select('two');
    await ana.press('Alt+Shift+F9');
    await expect(ana.body.locator('[data-suggestion]')).toHaveCount(0);
    await ana.reads(['Alpha big one', 'Bravo two', 'Charlie three!']);

    // By touch, on a phone.
    const cleo = await arrive('Cleo', { hasTouch: true, viewport: { width: 390, height: 844 } });
    await cleo.open(await ana.share('editor'));
    await ben.putCaret({ after: 'Charlie' });
    await ben.type(' and Delta');
    await cleo.page.getByRole('button', { name: 'More actions' }).tap();
    await cleo.page.getByRole('menuitem', { name: 'Suggestions' }).tap();
    await expect(cardsOf(cleo)).toContainText('and Delta');
    await cardsOf(cleo).getByRole('button', { name: 'Accept' }).tap();
    for (const person of [ana, ben, cleo])
      await person.reads(['Alpha big one', 'Bravo two', 'Charlie and Delta three!']);

    // Four: two suggest at one place, one edits underneath without a network, one decides.
    const dora = await arrive('Dora');
    await dora.open(await ana.share('suggester'));
    await cleo.goOffline();
    await cleo.putCaret({ after: 'Alpha' });
    await cleo.press('Home');
    await cleo.type('مرحبا ');
    await cleo.putCaret({ after: 'Charlie' });
    await cleo.press('Enter');
    const suggested = [' 👩🏽‍🚀 first', ' שלום second'] as const;
    for (const [index, person] of [ben, dora].entries()) {
      await expect(person.page.getByRole('region', { name: 'You are suggesting' })).toBeVisible();
      await person.putCaret({ after: 'Bravo' });
      await person.type(suggested[index]!);
    }
    for (const words of suggested)
      await cardsOf(ana).filter({ hasText: words }).getByRole('button', { name: 'Accept' }).click();
    await cleo.goOnline();
    const around = (words: string) => [
      'مرحبا Alpha big one',
      `Bravo${words} two`,
      'Charlie',
      ' and Delta three!',
    ];
    const orders = [suggested, [...suggested].reverse()].map((words) => around(words.join('')));
    // It is offered for ten seconds from when one pointed at it last, and four take their time.
    const undo = ana.page.getByRole('button', { name: 'Undo' });
    let pointed = 0;
    const point = () => undo.hover({ position: { x: 4 + (pointed++ % 2) * 4, y: 4 } });
    await expect
      .poll(async () => {
        await point();
        return orders.map(String).includes(String(await ana.lines()));
      })
      .toBe(true);
    const everything = await ana.lines();
    for (const person of [ben, cleo, dora]) {
      await point();
      await person.reads(everything);
    }
    // What is taken back is suggested again, and nothing else is touched.
    await undo.click();
    for (const person of [ana, ben, cleo, dora]) await person.reads(around(suggested[0]));
    await cardsOf(ana).getByRole('button', { name: 'Accept' }).click();
    for (const person of [ana, ben, cleo, dora]) await person.reads(everything);

    // One writes in what another one suggests; accepted, both come.
    await dora.putCaret({ after: 'Charlie' });
    await dora.type(' or 🐫');
    await openPanel(ben);
    await cardsOf(ben).getByRole('button', { name: 'More for the suggestion by' }).click();
    await ben.page.getByRole('menuitem', { name: 'Write in it' }).click();
    await ben.putCaret({ after: '🐫' });
    await ben.type('🐪');
    await expect(ben.body.locator('ins.came')).toHaveText('🐪');
    await ben.reads([...everything.slice(0, 2), 'Charlie or 🐫🐪', everything[3]!]);
    await cardsOf(ana).filter({ hasText: '🐪' }).getByRole('button', { name: 'Accept' }).click();
    for (const person of [ana, ben, cleo, dora])
      await person.reads([...everything.slice(0, 2), 'Charlie or 🐫🐪', everything[3]!]);
    await expect(cardsOf(ana)).toHaveCount(0);

    // All of one person's at once, and nothing of another's.
    await dora.putCaret({ after: 'Delta' });
    await dora.type(' by Dora');
    // Drawn while one points, it would be what one points at.
    await expect(ben.body.getByRole('insertion')).toHaveText(' by Dora');
    await ben.putCaret({ after: 'Alpha' });
    await ben.type(' by Ben');
    await ben.page.getByRole('button', { name: 'Begin another suggestion' }).click();
    await ben.putCaret({ after: 'three' });
    await ben.type(' too');
    await expect(cardsOf(ana)).toHaveCount(3);
    await cardsOf(ana)
      .filter({ hasText: 'by Ben' })
      .getByRole('button', { name: 'More for the suggestion by' })
      .click();
    await ana.page.getByRole('menuitem', { name: 'Accept all by' }).click();
    const decided = [
      everything[0]!.replace('Alpha', 'Alpha by Ben'),
      everything[1]!,
      'Charlie or 🐫🐪',
      ' and Delta three too!',
    ];
    for (const person of [ana, ben, cleo]) await person.reads(decided);
    const open = cardsOf(ana).filter({ has: ana.page.getByRole('button', { name: 'Accept' }) });
    await expect(open).toHaveCount(1);
    await expect(open).toContainText('by Dora');
  },
);
