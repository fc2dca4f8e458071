/** Keys of what stands around the text, pressed before it is there, and what is typed behind them. */
import { company } from './support/company.ts';
import { holdBack } from './support/held.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

/** The features of a document come in one file, behind the text. */
const FEATURES = /\/around-/;
const SUGGEST = 'ControlOrMeta+Alt+x';
const COMMENT = 'ControlOrMeta+Alt+m';

function commentField({ page }: Person) {
  const panel = page.getByRole('complementary', { name: 'Comments' });
  return panel.getByRole('textbox', { name: 'Comment' });
}

/** Opens the document anew, without its features until they are let through. */
async function withoutFeatures(person: Person, line: string): Promise<() => void> {
  const arrived = await holdBack(person.page, FEATURES);
  await person.page.reload();
  await person.putCaret({ after: line });
  return arrived;
}

test('suggesting begun before the features are there holds what is typed behind it', async ({
  arrive,
}) => {
  const [ana, ben] = await company(arrive, ['The ship sails'], ['editor']);
  const { keyboard } = ben.page;
  const arrived = await withoutFeatures(ben, 'sails');
  await keyboard.press(SUGGEST);
  await keyboard.type(' early');
  await keyboard.press('Enter');
  await keyboard.insertText('অতি');
  await ben.reads(['The ship sails']);
  arrived();
  await ben.reads(['The ship sails early', 'অতি']);
  await ben.isSynced();
  await ana.reads(['The ship sails']);
  // And what is typed right behind the key that ends it is written.
  await keyboard.press(SUGGEST);
  await keyboard.type(' at nine');
  await ana.reads(['The ship sails at nine']);
});

test('a comment begun before the features are there gets what is typed behind it', async ({
  arrive,
}) => {
  const [ana, ben] = await company(arrive, ['The ship sails'], ['editor']);
  const { keyboard } = ben.page;
  const arrived = await withoutFeatures(ben, 'sails');
  await ben.select('ship');
  await keyboard.press(COMMENT);
  await keyboard.type('Which onee');
  await keyboard.press('Backspace');
  await keyboard.type(' 🚢?');
  await keyboard.press('Enter');
  await keyboard.type('Ours');
  await keyboard.press('Home');
  await keyboard.type('Not ');
  arrived();
  await expect(commentField(ben)).toBeFocused();
  await expect(commentField(ben)).toHaveText('Which one 🚢?Not Ours');
  await ben.reads(['The ship sails']);
  await ana.reads(['The ship sails']);
});

test('a comment is written and sent before the features are there', async ({ arrive }) => {
  const [ana, ben] = await company(arrive, ['The ship sails'], ['editor']);
  const { keyboard } = ben.page;
  const arrived = await withoutFeatures(ben, 'sails');
  await ben.select('ship');
  await keyboard.press(COMMENT);
  await keyboard.type('Which one?');
  await keyboard.press('ControlOrMeta+Enter');
  arrived();
  const panel = ben.page.getByRole('complementary', { name: 'Comments' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'Which one?' })).toBeVisible();
  await ben.reads(['The ship sails']);
  await ana.reads(['The ship sails']);
});
