/** Formulas and diagrams: written as text, shown as what they mean, whatever the text tries to be. */
import { hasBlocks } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

async function begin(arrive: (name: string) => Promise<Person>): Promise<Person> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  return ana;
}

/** What the page's policy refused, in the browser's words. */
function refusals({ complaints }: Person): string[] {
  return complaints.filter((text) => /content security policy/i.test(text));
}

test('a formula block is drawn as it is typed, and as its source only where one writes', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  await ana.type('above\n$$ \\frac{a}{b');
  const formula = ana.body.getByRole('group', { name: 'Formula' });
  await expect(formula.getByText(/expected '}'/)).toBeVisible();
  await ana.type('}');
  await expect(formula.getByRole('math')).toBeAttached();
  await expect(formula.getByText(/expected/)).toBeHidden();
  const source = formula.getByText('\\frac{a}{b}', { exact: true }).first();
  await expect(source).toBeVisible();
  // Away from it only the formula is seen; keys and the pointer go in again.
  await ana.press('ArrowUp');
  await expect(source).toBeHidden();
  await ana.press('ArrowDown');
  await ana.type('x');
  await hasBlocks(ana, ['text above', 'code x\\frac{a}{b}']);
  await ana.press('ArrowUp');
  await formula.click();
  await ana.type('^2');
  await hasBlocks(ana, ['text above', 'code x\\frac{a}{b}^2']);
  await ana.press('ControlOrMeta+Enter');
  await ana.type('$$\n\\bad');
  const wrong = ana.body.getByRole('group', { name: 'Formula' }).nth(1);
  await expect(wrong.getByText('Undefined control sequence')).toBeVisible();
  await ana.press('ArrowUp');
  await expect(wrong.getByText('\\bad', { exact: true })).toBeVisible();
});

test('a formula in the line is put in by /, changed by keys, and undone as one step', async ({
  arrive,
}) => {
  const ana = await begin(arrive);
  const { keyboard } = ana.page;
  await ana.type('so /inl');
  await ana.press('Enter');
  const field = ana.page.getByRole('textbox', { name: 'Source in TeX' });
  await expect(field).toBeFocused();
  await keyboard.type('x^2');
  await expect(ana.page.getByRole('status', { name: 'Preview' }).getByRole('math')).toBeAttached();
  await ana.press('Enter');
  await ana.type(' it is');
  const formula = ana.body.getByRole('math');
  await expect(formula).toHaveText(/x2/);
  // Back to it with the caret; the arrows leave the form at its ends.
  for (const _ of ' it is.') await ana.press('ArrowLeft');
  await ana.press('Enter');
  await expect(field).toHaveValue('x^2');
  await ana.press('ArrowRight');
  await keyboard.type('+1');
  await ana.press('ArrowRight');
  await expect(field).toBeHidden();
  await ana.type(',');
  await expect(formula).toHaveText(/x2\+1/);
  await hasBlocks(ana, ['text so , it is']);
  await ana.press('ControlOrMeta+z');
  await ana.press('ControlOrMeta+z');
  await expect(formula).toHaveText(/x2/);
  await formula.click({ force: true });
  await field.fill('');
  await ana.press('Enter');
  await expect(ana.body.getByRole('math')).toHaveCount(0);

  // What one leaves for another place is kept, what one leaves by Escape is not.
  const begun = async (source: string) => {
    await ana.press('End');
    await ana.type(' /inl');
    await ana.press('Enter');
    await expect(field).toBeFocused();
    await keyboard.type(source);
  };
  await begun('y_1');
  await ana.title.click();
  await expect(field).toBeHidden();
  await expect(formula).toHaveText(/y1/);
  await expect(ana.title).toBeFocused();
  await ana.body.click();
  await begun('z_2');
  await ana.press('Escape');
  await expect(field).toBeHidden();
  await expect(formula).toHaveCount(1);
});

offlineTest(
  'what formulas try to do beside being drawn does nothing, offline too',
  async ({ arrive }) => {
    const ana = await begin(arrive);
    await ana.page.evaluate(() => Object.assign(window, { harm: 0 }));
    const hostile = [
      '\\href{javascript:harm=1}{a}',
      '\\includegraphics{https://harm.example/x.png}',
      '\\htmlStyle{position:fixed}{a}',
      '\\html@mathml{<img src=x onerror=harm=1>}{a}',
      '\\def\\a{\\a\\a}\\a',
      '\\rule{9999em}{9999em}',
      // What KaTeX itself writes with style attributes.
      '\\fcolorbox{red}{yellow}{a} \\pmb{b} \\vec{c} \\widehat{abc} \\sqrt{\\cancel{d}}',
    ];
    await ana.paste(
      hostile.map((source) => `$$\n${source}\n$$\n\nand $${source}$ here`).join('\n\n'),
    );
    const blocks = ana.body.getByRole('group', { name: 'Formula' });
    await expect(blocks).toHaveCount(hostile.length);
    await expect(blocks.last().getByRole('math')).toBeAttached();
    await expect(blocks.nth(4).getByText(/Too many expansions/)).toBeVisible();
    await expect(ana.body.locator('a, img[src], [onerror]')).toHaveCount(0);
    const widest = await blocks.nth(5).evaluate((block) => block.getBoundingClientRect().height);
    expect(widest).toBeLessThan(1000);
    expect(await ana.page.evaluate(() => 'harm' in window && window.harm)).toBe(0);
    expect(refusals(ana)).toEqual([]);

    await ana.isSynced();
    await ana.canComeBackOffline();
    await ana.goOffline();
    await ana.page.reload();
    await expect(blocks.last().getByRole('math')).toBeAttached();
    expect(refusals(ana)).toEqual([]);
  },
);

offlineTest(
  'Mermaid code is a diagram beneath, which reaches nothing, and is drawn offline',
  async ({ arrive }) => {
    const ana = await begin(arrive);
    await ana.page.evaluate(() => Object.assign(window, { harm: 0 }));
    await ana.type('```mermaid\ngraph TD\n  A[Start] --> B["<img src=x onerror=parent.harm=1>"]\n');
    await ana.type('click B "javascript:parent.harm=1"');
    const code = ana.body.getByRole('group', { name: 'Code, Mermaid diagram' });
    const diagram = code.getByRole('img', { name: 'Diagram' });
    await expect(diagram).toBeVisible();
    const seen = async () => {
      await expect
        .poll(() => diagram.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(20);
      return decodeURIComponent((await diagram.getAttribute('src'))!);
    };
    expect(await seen()).toContain('Start');
    const light = await seen();
    await ana.type('\n-->');
    await expect(
      code.getByText(/This diagram cannot be drawn\. Parse error on line/),
    ).toBeVisible();
    await ana.press('Shift+Home');
    await ana.press('Backspace');
    await expect(code.getByText(/cannot be drawn/)).toBeHidden();

    await code.getByRole('button', { name: 'Hide source' }).click();
    await ana.press('ControlOrMeta+Enter');
    await ana.type('below');
    await expect(code.getByText('graph TD')).toBeHidden();
    await ana.press('ArrowUp');
    await expect(code.getByText('graph TD')).toBeVisible();

    await ana.isSynced();
    await ana.canComeBackOffline();
    await ana.goOffline();
    await ana.page.emulateMedia({ colorScheme: 'dark' });
    await ana.page.reload();
    await expect(diagram).toBeVisible();
    const dark = await seen();
    expect(dark).toContain('Start');
    expect(dark).not.toBe(light);
    expect(await ana.page.evaluate(() => 'harm' in window && window.harm)).toBe(false);
    expect(refusals(ana)).toEqual([]);
  },
);
