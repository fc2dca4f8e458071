/** `/` in the text: a list of blocks to insert, found by typing. */
import { hasBlocks } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

async function begin(arrive: (name: string) => Promise<Person>, text = ''): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type(text);
  return ana;
}

test('an empty block becomes what is chosen; one with text gets a new block behind it', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await keyboard.type('/head');
  await expect(list.getByRole('option')).toHaveText([/Heading 1/, /Heading 2/, /Heading 3/]);
  await keyboard.press('ArrowDown');
  const active = list.getByRole('option', { selected: true });
  await expect(active).toHaveText(/Heading 2/);
  // The focus stays in the text, which says what Enter would take.
  await expect(ana.body).toBeFocused();
  await expect(ana.body).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id'))!,
  );
  await keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(ana.body).not.toHaveAttribute('aria-activedescendant');
  await keyboard.type('Plan /todo');
  await list.getByRole('option', { name: 'Task list' }).click();
  await keyboard.type('first');
  await hasBlocks(ana, ['heading2 Plan', 'task first']);
});

test('what was typed and the new block are one step of undo', async ({ arrive }) => {
  const ana = await begin(arrive, 'some text ');
  const { keyboard } = ana.page;
  await keyboard.type('/divider');
  await keyboard.press('Enter');
  await hasBlocks(ana, ['text some text', 'divider', 'text']);
  await keyboard.press('ControlOrMeta+z');
  await hasBlocks(ana, ['text some text /divider']);
  await expect(ana.page.getByRole('listbox')).toBeHidden();
});

test('Escape leaves the slash as text, and so do blanks, words, code and a search without end', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await keyboard.type('/');
  await expect(list).toBeVisible();
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await keyboard.type('x and/or ');
  await expect(list).toBeHidden();
  await keyboard.type('/');
  await expect(list).toBeVisible();
  await keyboard.type(' ');
  await expect(list).toBeHidden();
  await keyboard.type('/zzz');
  await expect(list).toBeHidden();
  await keyboard.press('Enter');
  await keyboard.type('```js ');
  await keyboard.type('/');
  await expect(list).toBeHidden();
  await hasBlocks(ana, ['text /x and/or / /zzz', 'code /']);
});

test('Backspace over the slash closes the list', async ({ arrive }) => {
  const ana = await begin(arrive);
  await ana.type('/q');
  const list = ana.page.getByRole('listbox', { name: 'Insert block' });
  await expect(list.getByRole('option')).toHaveText([/Quote/]);
  await ana.press('Backspace');
  await expect(list.getByRole('option').first()).toHaveText(/Text/);
  await ana.press('Backspace');
  await expect(list).toBeHidden();
  await hasBlocks(ana, ['text']);
});
