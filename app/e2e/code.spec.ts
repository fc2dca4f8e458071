/** Code as people write it here: coloured, indented, copied, in a language they choose. */
import type { Locator } from '@playwright/test';
import { blockWith, hasBlocks } from './support/blocks.ts';
import { expect, offlineTest, test } from './support/test.ts';

/** The stretches of a block that have a colour, as text and colour. */
function coloured(block: Locator): Promise<[text: string, colour: string][]> {
  return block.evaluate((element) => {
    const { color: plain } = getComputedStyle(element);
    const found: { range: Range; color: string }[] = [];
    for (const [name, highlight] of CSS.highlights)
      for (const range of highlight) {
        const { color } = getComputedStyle(element, `::highlight(${name})`);
        if (!(range instanceof Range) || !element.contains(range.startContainer)) continue;
        if (color !== plain) found.push({ range, color });
      }
    return found
      .sort((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
      .map(({ range, color }) => [range.toString(), color]);
  });
}

async function hasColoured(block: Locator, texts: string[]): Promise<void> {
  await expect.poll(async () => (await coloured(block)).map(([text]) => text)).toEqual(texts);
}

test('code is written with its indentation, coloured, copied, and named to screen readers', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type('```js\nif (on) {\n');
  await ana.press('Tab');
  await ana.type('go("x");\nstop(1);\n');
  await ana.press('Shift+Tab');
  await ana.type('} // done');
  await hasBlocks(ana, ['code if (on) {\n  go("x");\n  stop(1);\n} // done']);
  const code = ana.body.getByRole('group', { name: 'Code, JavaScript' });
  await hasColoured(code, ['if', 'go', '"x"', 'stop', '1', '// done']);
  const colours = Object.fromEntries(await coloured(code));
  expect(new Set([colours.if, colours['"x"'], colours['1'], colours['// done']]).size).toBe(4);

  // All of the code first, then all of the document.
  await ana.press('ControlOrMeta+a');
  await ana.press('Tab');
  await hasBlocks(ana, ['code   if (on) {\n    go("x");\n    stop(1);\n  } // done']);
  await ana.press('Shift+Tab');
  await code.hover();
  await code.getByRole('button', { name: 'Copy code' }).click();
  await expect(ana.page.getByText('Code copied')).toBeVisible();
  expect(await ana.page.evaluate(() => navigator.clipboard.readText())).toBe(
    'if (on) {\n  go("x");\n  stop(1);\n} // done',
  );
});

test('a language is chosen with the pointer and with keys', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type('```\nimport os # all');
  const button = ana.body.getByRole('button', { name: 'Language: Plain text' });
  await button.click();
  const field = ana.page.getByRole('combobox', { name: 'Search languages' });
  await expect(field).toBeFocused();
  await ana.page.keyboard.type('pyth');
  await ana.page.getByRole('option', { name: 'Python' }).click();
  const code = ana.body.getByRole('group', { name: 'Code, Python' });
  await hasColoured(code, ['import', '# all']);

  // The focus is in the text again, and the key opens the list where it was.
  await ana.press('ControlOrMeta+Alt+l');
  await expect(ana.page.getByRole('option', { selected: true })).toHaveText('Python');
  await ana.page.keyboard.type('fortran');
  await expect(ana.page.getByRole('option')).toHaveText(['Other: fortran']);
  await ana.press('Enter');
  await expect(ana.body.getByRole('group', { name: 'Code, fortran' })).toBeVisible();
  await hasColoured(blockWith(ana, 'import os'), []);
  await ana.type('!');
  await ana.sees('import os # all!');
  await ana.press('ControlOrMeta+z');
  await ana.press('ControlOrMeta+z');
  await hasColoured(ana.body.getByRole('group', { name: 'Code, Python' }), ['import', '# all']);
});

offlineTest(
  'colours stay right while two people type in the same code, and offline after a visit',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument();
    await ana.body.click();
    await ana.type('```ts\nlet a = 1;\nlet b = 2;');
    const link = await ana.share('editor');
    const ben = await arrive('Ben');
    await ben.open(link);
    await ben.sees('let b = 2;');
    await ana.putCaret({ after: 'a = 1' });
    await ben.putCaret({ after: 'b = 2' });
    await Promise.all([ana.type('00 + "x"'), ben.type('5 * `y`')]);
    for (const person of [ana, ben]) {
      const code = person.body.getByRole('group', { name: 'Code, TypeScript' });
      await person.sees('let a = 100 + "x";\nlet b = 25 * `y`;');
      await hasColoured(code, ['let', '100', '"x"', 'let', '25', '`y`']);
    }
    // What opens a comment above makes one of everything below, for whoever types there, too.
    await ana.putCaret({ before: 'let a' });
    await ana.type('/*');
    for (const person of [ana, ben])
      await hasColoured(person.body.getByRole('group', { name: 'Code, TypeScript' }), [
        '/*let a = 100 + "x";\nlet b = 25 * `y`;',
      ]);

    await ben.isSynced();
    await ben.canComeBackOffline();
    await ben.goOffline();
    await ben.page.reload();
    const code = ben.body.getByRole('group', { name: 'Code, TypeScript' });
    await ben.putCaret({ after: '/*' });
    await ben.type(' */ // ');
    await hasColoured(code, ['/* */', '// let a = 100 + "x";', 'let', '25', '`y`']);
  },
);
