/** What is folded is out of the way and never in it: folding, the outline, links into a fold. */
import type { Locator } from '@playwright/test';
import { blockWith, dragBlock } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const REPORT = `# One

alpha

## Inner

bravo

# Two

charlie`;

function chevron(person: Person, heading: string): Locator {
  return blockWith(person, heading).getByRole('button', { name: 'Fold' });
}

/** The blocks that can be seen. */
async function shows(person: Person, texts: string[]): Promise<void> {
  const seen = () =>
    person.body.evaluate((body) =>
      [...body.children]
        .filter((block) => !block.classList.contains('gap') && block.getClientRects().length > 0)
        .map((block) => block.textContent),
    );
  await expect.poll(seen).toEqual(texts);
}

test('a section folds by its chevron or a key, on this device only, and shows where it is in the way', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.newDocumentOf(REPORT, 'charlie');
  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.sees('charlie');

  const fold = chevron(ana, 'One');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await blockWith(ana, 'One').hover();
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await shows(ana, ['One', 'Two', 'charlie']);
  await shows(ben, ['One', 'alpha', 'Inner', 'bravo', 'Two', 'charlie']);
  // Others go on writing in it; arrows pass it by.
  await ben.putCaret({ after: 'alpha' });
  await ben.type(' and more');
  await ana.putCaret({ after: 'One' });
  await ana.press('ArrowDown');
  await ana.press('End');
  await ana.type('!');
  await shows(ana, ['One', 'Two!', 'charlie']);
  await ben.sees('Two!', 'alpha and more');

  await ana.isSaved();
  await ana.page.reload();
  await shows(ana, ['One', 'Two!', 'charlie']);
  await ana.putCaret({ after: 'One' });
  await ana.press('ControlOrMeta+Alt+f');
  await shows(ana, ['One', 'alpha and more', 'Inner', 'bravo', 'Two!', 'charlie']);

  // The palette folds all; finding something shows just what is in the way of it.
  await ana.press('ControlOrMeta+k');
  await ana.page.keyboard.type('fold all');
  await ana.press('Enter');
  await shows(ana, ['One', 'Two!']);
  await ana.press('ControlOrMeta+f');
  await ana.page.keyboard.type('bravo');
  await shows(ana, ['One', 'alpha and more', 'Inner', 'bravo', 'Two!']);
  await ana.press('Escape');

  // Enter behind a fold goes on behind it, and undo of what is in one shows it.
  await ana.putCaret({ after: 'Two!' });
  await ana.press('Enter');
  await ana.type('Three');
  await shows(ana, ['One', 'alpha and more', 'Inner', 'bravo', 'Two!', 'Three']);
  await ben.reads(['One', 'alpha and more', 'Inner', 'bravo', 'Two!', 'charlie', 'Three']);
});

test('a folded section is dragged whole, to where it takes nothing else in', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.newDocumentOf(`${REPORT}\n\n# Three\n\ndelta`, 'delta');
  await ana.putCaret({ after: 'One' });
  await ana.press('ControlOrMeta+Alt+f');
  await shows(ana, ['One', 'Two', 'charlie', 'Three', 'delta']);
  await dragBlock(ana, 'One', { behind: 'Two' });
  await shows(ana, ['Two', 'charlie', 'One', 'Three', 'delta']);
  await chevron(ana, 'One').click();
  await ana.reads(['Two', 'charlie', 'One', 'alpha', 'Inner', 'bravo', 'Three', 'delta']);
  await chevron(ana, 'One').click();
  // Selected as a block it goes to the clipboard with what is folded, and comes back with it.
  await ana.putCaret({ after: 'One' });
  await ana.press('Escape');
  await ana.press('ControlOrMeta+x');
  await ana.reads(['Two', 'charlie', 'Three', 'delta']);
  await ana.putCaret({ after: 'delta' });
  await ana.press('Enter');
  await ana.press('ControlOrMeta+v');
  await ana.reads(['Two', 'charlie', 'Three', 'delta', 'One', 'alpha', 'Inner', 'bravo']);
});

test('a link to a block in a fold shows and marks it, also to somebody else who has the document', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.newDocumentOf(REPORT, 'charlie');
  await ana.putCaret({ after: 'bravo' });
  await ana.press('ControlOrMeta+k');
  await ana.page.keyboard.type('copy link to block');
  await ana.press('Enter');
  const copied = () => ana.page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/\/d\/[^#]+#/);
  const address = await copied();
  const link = await ana.share('editor');
  const secret = new URL(link).hash.split('.').at(-1)!;
  expect(secret.length).toBeGreaterThan(10);
  expect(address).not.toContain(secret);

  const ben = await arrive('Ben');
  await ben.open(link);
  await ben.sees('charlie');
  await ben.putCaret({ after: 'One' });
  await ben.press('ControlOrMeta+Alt+f');
  await shows(ben, ['One', 'Two', 'charlie']);
  await ben.isSynced();
  await ben.page.goto('/');
  await ben.page.goto(address);
  await expect(blockWith(ben, 'bravo')).toHaveClass(/selected-block/);
  await expect(blockWith(ben, 'bravo')).toBeInViewport();
});

test('the outline follows the text and the scroll, and goes to what is folded', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const parts = Array.from({ length: 40 }, (_, part) => {
    const lines = Array.from({ length: 14 }, (_, index) => `line ${part}.${index}`).join('\n\n');
    return `## Part ${part}\n\n${lines}`;
  });
  await ana.newDocumentOf(parts.join('\n\n'), 'line 39.13');
  await ana.page.getByRole('button', { name: 'Outline', exact: true }).click();
  const panel = ana.page.getByRole('complementary', { name: 'Outline' });
  const entry = (name: string) => panel.getByRole('button', { name, exact: true });
  await expect(panel.getByRole('listitem')).toHaveCount(40);
  await ana.body.press('ControlOrMeta+End');
  await expect(entry('Part 39')).toHaveAttribute('aria-current', 'location');
  await ana.page.mouse.move(400, 400);
  await ana.page.mouse.wheel(0, -100_000);
  await expect(entry('Part 0')).toHaveAttribute('aria-current', 'location');

  await ana.press('ControlOrMeta+k');
  await ana.page.keyboard.type('fold all');
  await ana.press('Enter');
  await entry('Part 20').click();
  await expect(entry('Part 20')).toHaveAttribute('aria-current', 'location');
  await expect(ana.body).toBeFocused();
  await ana.type(' and a half');
  await expect(entry('Part 20 and a half')).toBeVisible();
  await expect(blockWith(ana, 'Part 20 and a half')).toBeInViewport();

  // By keys: open, go along the list, and there.
  await ana.press('Escape');
  await ana.press('ControlOrMeta+Alt+o');
  await expect(panel).toBeHidden();
  await ana.press('ControlOrMeta+Alt+o');
  await expect(entry('Part 20 and a half')).toBeFocused();
  await ana.press('ArrowDown');
  await ana.press('Enter');
  await expect(blockWith(ana, 'Part 21')).toBeInViewport();
  await expect(entry('Part 21')).toHaveAttribute('aria-current', 'location');
});
