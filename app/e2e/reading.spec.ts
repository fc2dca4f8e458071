/** A text to read: without writing in it, on paper, by ear, and as long as it is. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/test.ts';

test('in reading mode nothing changes, links open at a click, and text can be copied', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.newDocumentOf(
    '# Plan\n\nSee [the site](https://example.com/site) for more.\n\nend',
    'end',
  );
  await ana.context.route('https://example.com/**', (route) => route.fulfill({ body: 'the site' }));
  await ana.page.getByRole('button', { name: 'Reading mode' }).click();
  await expect(ana.body).toHaveAttribute('aria-readonly', 'true');
  await expect(ana.page.getByRole('button', { name: 'Move block' })).toBeHidden();
  await expect(ana.page.getByRole('button', { name: 'Share', exact: true })).toBeHidden();

  const opened = ana.context.waitForEvent('page');
  await ana.body.getByRole('link', { name: 'the site' }).click();
  const site = await opened;
  expect(site.url()).toBe('https://example.com/site');
  await site.close();

  await ana.select('See the site for more.');
  // One may say something to it; nothing there changes the text.
  const toolbar = ana.page.getByRole('toolbar', { name: 'Comment' });
  await expect(toolbar.getByRole('button')).toHaveCount(1);
  await expect(ana.page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden();
  await ana.press('ControlOrMeta+c');
  await expect
    .poll(() => ana.page.evaluate(() => navigator.clipboard.readText()))
    .toBe('See the site for more.');
  await ana.page.keyboard.type('lost');
  await ana.press('ControlOrMeta+z');
  await ana.press('Backspace');
  await ana.reads(['Plan', 'See the site for more.', 'end']);
  // What only changes how one reads works.
  await ana.press('ControlOrMeta+k');
  await ana.page.keyboard.type('fold all');
  await ana.press('Enter');
  const fold = ana.body.getByRole('button', { name: 'Fold' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  // A page may be translated to be read, which is no writing in it.
  await expect(ana.body).toHaveAttribute('translate', 'yes');
  await ana.body.evaluate((body) => {
    const last = body.lastElementChild!;
    const outer = document.createElement('font');
    outer.append(Object.assign(document.createElement('font'), { textContent: 'Ende' }));
    last.replaceChildren(outer);
  });
  await ana.press('ControlOrMeta+Alt+r');
  await expect(ana.body).toHaveAttribute('aria-readonly', 'false');
  await expect(ana.body).toHaveAttribute('translate', 'no');
  await ana.putCaret({ after: 'end' });
  await ana.type('!');
  await ana.reads(['Plan', 'See the site for more.', 'end!']);
});

test('on paper there is all of the text, also what is folded, and nothing around it', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const rows = Array.from({ length: 90 }, (_, row) => `| row ${row} | value |`).join('\n');
  const table = `| Name | Value |\n| --- | --- |\n${rows}`;
  const text = `# Folded\n\ninside [here](https://example.com/a?b=c)\n\n# Table\n\n${table}\n\nend`;
  await ana.newDocumentOf(text, 'end');
  await ana.page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await ana.putCaret({ after: 'Folded' });
  await ana.press('ControlOrMeta+Alt+f');
  await expect(ana.body.getByText('inside')).toBeHidden();

  await ana.page.evaluate(() => {
    addEventListener('beforeprint', () => {
      const body = document.querySelector<HTMLElement>('.body')!;
      const heads = [...body.querySelectorAll('tr')].filter(
        (row) => getComputedStyle(row).display === 'table-header-group',
      );
      const link = body.querySelector('a')!;
      Object.assign(window, {
        printed: {
          text: [...body.children]
            .filter((block) => block.getClientRects().length > 0)
            .map((block) => block.textContent)
            .join('\n'),
          // The head row is a part of the table that is repeated.
          heads: heads.map((row) => [...row.cells].map((cell) => cell.textContent)),
          link: getComputedStyle(link, '::after').content,
          ink: getComputedStyle(body).color,
          around: [...document.querySelectorAll<HTMLElement>('header, [role="status"], aside')]
            .filter((element) => element.getClientRects().length > 0)
            .map((element) => element.outerHTML),
        },
      });
    });
  });
  await ana.page.emulateMedia({ media: 'print' });
  const pdf = await ana.page.pdf({ format: 'A4' });
  const printed = await ana.page.evaluate(
    () =>
      Reflect.get(window, 'printed') as {
        text: string;
        heads: string[][];
        link: string;
        ink: string;
        around: string[];
      },
  );
  expect(printed.text).toContain('inside');
  expect(printed.text).toContain('row 89');
  expect(printed.around).toEqual([]);
  expect(printed.heads).toEqual([['Name', 'Value']]);
  expect(printed.link).toContain('https://example.com/a?b=c');
  // Dark ink, though the screen is dark.
  expect(printed.ink).toMatch(/^oklch\(0\.27 /);
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(2);
  await ana.page.emulateMedia({ media: 'screen' });
  await expect(ana.body.getByText('inside')).toBeHidden();
});

test('lists are heard as lists of their levels, with numbers from where one wants', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.newDocumentOf(
    '# Shopping\n\n1. milk\n2. bread\n   - white\n   - rye\n3. tea\n\ntext\n\n1. more\n\n- [ ] pay\n\nend',
    'end',
  );
  const lists = ana.body.getByRole('list');
  await expect(lists).toHaveCount(4);
  await ana.putCaret({ after: 'more' });
  const run = async (command: string) => {
    await ana.press('ControlOrMeta+k');
    await ana.page.keyboard.type(command);
    await ana.press('Enter');
  };
  await run('continue numbering');
  await ana.putCaret({ after: 'bread' });
  await run('start numbering at');
  await ana.page.getByRole('textbox', { name: 'Number' }).fill('7');
  await ana.press('Enter');
  await expect(ana.body).toBeFocused();

  const heard = async () => {
    const device = await ana.context.newCDPSession(ana.page);
    const { nodes } = await device.send('Accessibility.getFullAXTree');
    const known = new Map(nodes.map((node) => [node.nodeId, node]));
    const lines: string[] = [];
    const walk = (id: string, level: number) => {
      const node = known.get(id);
      if (!node) return;
      const role = String(node.role?.value);
      const isList = role === 'list';
      if (role === 'StaticText' && level > 0)
        lines.push(`${level} ${String(node.name?.value).trim()}`);
      for (const child of node.childIds ?? []) walk(child, level + (isList ? 1 : 0));
    };
    const body = nodes.find(({ name }) => name?.value === 'Document body')!;
    for (const child of body.childIds ?? []) walk(child, 0);
    await device.detach();
    // A number and the dot behind it are two texts.
    return lines.filter((line) => !/ \.?$/.test(line));
  };
  await expect
    .poll(heard)
    .toEqual([
      '1 1',
      '1 milk',
      '1 7',
      '1 bread',
      '2 ◦',
      '2 white',
      '2 ◦',
      '2 rye',
      '1 8',
      '1 tea',
      '1 4',
      '1 more',
      '1 pay',
    ]);
  await ana.page.getByRole('button', { name: 'Outline' }).click();
  await expect(ana.page.getByRole('complementary', { name: 'Outline' })).toContainText('Shopping');
  // What steps back while one writes is back.
  await ana.page.mouse.move(20, 300);
  await expect(ana.page.getByRole('button', { name: 'Share' })).toHaveCSS('opacity', '1');
  const { violations } = await new AxeBuilder({ page: ana.page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('words are counted as one writes and selects; quotes are set as the person wants', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type('She said "it\'s late" -- and left...');
  await ana.reads(['She said “it’s late” – and left…']);
  await ana.type(' "');
  await ana.press('Backspace');
  await ana.reads(['She said “it’s late” – and left… "']);
  const count = ana.page.getByRole('status', { name: 'Word count' });
  await expect(count).toHaveText('6 words');
  await ana.select('it’s late');
  await expect(count).toHaveText('2 of 6 words');
  await count.getByRole('button').click();
  const details = ana.page.getByRole('dialog', { name: 'Word count' });
  await expect(details).toContainText('Characters');
  await expect(details).toContainText('9 of 34');
  await ana.press('Escape');

  await ana.page.getByRole('button', { name: 'More actions' }).click();
  await ana.page.getByRole('menuitem', { name: 'Settings' }).click();
  await ana.page
    .getByRole('group', { name: 'Smart quotes and dashes' })
    .getByText('Off', { exact: true })
    .click();
  await ana.page.goBack();
  await ana.putCaret({ after: '"' });
  await ana.press('Enter');
  await ana.type('"--"');
  await ana.reads(['She said “it’s late” – and left… "', '"--"']);
});
