/** What comes of writing apart: nothing lost, nothing doubled, nothing in the wrong place. */

import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const START = ['Alpha one two three', 'Bravo four five six', 'Charlie seven eight nine'];

/** Two people with the same document, both without a network. */
async function apart(arrive: (name: string) => Promise<Person>): Promise<[Person, Person]> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument(...START);
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(START);
  await Promise.all([ana.isSynced(), ben.isSynced()]);
  await Promise.all([ana.goOffline(), ben.goOffline()]);
  await Promise.all([ana.isOffline(), ben.isOffline()]);
  return [ana, ben];
}

async function meetAgain(ana: Person, ben: Person): Promise<void> {
  await Promise.all([ana.goOnline(), ben.goOnline()]);
  await Promise.all([ana.isSynced(), ben.isSynced()]);
}

test('one splits a paragraph, one types in its tail: both are kept, in place', async ({
  arrive,
}) => {
  const [ana, ben] = await apart(arrive);
  await ana.putCaret({ after: 'Bravo' });
  await ana.press('Enter');
  await ana.press('Delete');
  await ana.reads(['Alpha one two three', 'Bravo', 'four five six', 'Charlie seven eight nine']);
  await ben.putCaret({ after: 'four' });
  await ben.type(' XXX');
  await ben.reads(['Alpha one two three', 'Bravo four XXX five six', 'Charlie seven eight nine']);
  await meetAgain(ana, ben);
  const merged = ['Alpha one two three', 'Bravo ', 'four XXX five six', 'Charlie seven eight nine'];
  await ana.reads(merged);
  await ben.reads(merged);
});

test('one makes it a heading, one types in it: the heading has the words', async ({ arrive }) => {
  const [ana, ben] = await apart(arrive);
  await ana.putCaret({ after: 'Bravo' });
  await ana.press('ControlOrMeta+Alt+1');
  await expect(ana.body.getByRole('heading', { name: 'Bravo four five six' })).toBeVisible();
  await ben.putCaret({ after: 'four' });
  await ben.type(' XXX');
  await meetAgain(ana, ben);
  for (const person of [ana, ben]) {
    await person.reads([
      'Alpha one two three',
      'Bravo four XXX five six',
      'Charlie seven eight nine',
    ]);
    await expect(
      person.body.getByRole('heading', { name: 'Bravo four XXX five six' }),
    ).toBeVisible();
  }
});

test('one joins it to the paragraph above, one types in it: the words come along', async ({
  arrive,
}) => {
  const [ana, ben] = await apart(arrive);
  await ana.putCaret({ before: 'Bravo' });
  await ana.press('Backspace');
  await ana.reads(['Alpha one two threeBravo four five six', 'Charlie seven eight nine']);
  await ben.putCaret({ after: 'five' });
  await ben.type(' XXX');
  await meetAgain(ana, ben);
  const merged = ['Alpha one two threeBravo four five XXX six', 'Charlie seven eight nine'];
  await ana.reads(merged);
  await ben.reads(merged);
});

test('both move and type in the same paragraph: it moves once, with the words', async ({
  arrive,
}) => {
  const [ana, ben] = await apart(arrive);
  await ana.putCaret({ after: 'Bravo' });
  await ana.press('Alt+Shift+ArrowUp');
  await ana.reads(['Bravo four five six', 'Alpha one two three', 'Charlie seven eight nine']);
  await ben.putCaret({ after: 'six' });
  await ben.type(' XXX');
  await meetAgain(ana, ben);
  const merged = ['Bravo four five six XXX', 'Alpha one two three', 'Charlie seven eight nine'];
  await ana.reads(merged);
  await ben.reads(merged);
});

test('a reload without a network keeps what was written without a network', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.canComeBackOffline();
  await ana.newDocument('before');
  await ana.isSynced();
  await ana.goOffline();
  await ana.putCaret({ after: 'before' });
  await ana.type(' and after');
  await ana.isSaved();
  await ana.page.reload();
  await ana.reads(['before and after']);
  await ana.isSaved();
  await ana.isOffline();
});

test('a document made without a network reaches the others when it returns', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.canComeBackOffline();
  await ana.goOffline();
  await ana.newDocument('written on a mountain', 'without a network');
  await ana.isSaved();
  await ana.isOffline();
  await ana.page.reload();
  await ana.reads(['written on a mountain', 'without a network']);
  await ana.goOnline();
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(['written on a mountain', 'without a network']);
});

test('the app opens without a network on any route once it has been visited', async ({
  arrive,
  server,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('kept here');
  await ana.title.click();
  await ana.type('Kept');
  await ana.isSynced();
  await ana.canComeBackOffline();
  const address = ana.page.url();
  await ana.goOffline();
  await server.stop();
  await ana.openLibrary();
  await expect(ana.documents.getByRole('link', { name: 'Kept' })).toBeVisible();
  await ana.page.goto('/settings');
  await expect(ana.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await ana.page.goto(address);
  await ana.reads(['kept here']);
  await ana.page.goto('/nowhere');
  await expect(ana.page.getByText('There is nothing at this address.')).toBeVisible();
});
