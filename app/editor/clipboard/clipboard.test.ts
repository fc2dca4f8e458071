// @vitest-environment jsdom
/** What comes of the clipboards of other programs, and what others get of ours. */
import { AllSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { readBlocks } from '../../../shared/document/body.ts';
import {
  type BlockContent,
  type Inline,
  MAX_DEPTH,
  type TableContent,
} from '../../../shared/document/schema.ts';
import { randomDocument, seeded } from '../../../shared/formats/testing/random-blocks.ts';
import { LETTERS } from '../../../shared/testing/alphabet.ts';
import { news } from '../../ui/announce.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { PAYLOADS, wordItem } from '../testing/clipboard/payloads.ts';
import { Page, type Payload } from '../testing/pasting.ts';
import { insertBlocks } from './clipboard.ts';
import { readTabSeparated, writeTabSeparated } from './tab-separated.ts';

const TABLE = ['TOP', '⊞# a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ h ¦ i', 'END'];

/** Blocks of which HTML can say all: nested where something holds them, media with an address. */
function copyable(blocks: readonly BlockContent[]): BlockContent[] {
  let deepest = 0;
  const above: string[] = [];
  return blocks
    .filter(
      ({ type, table }) =>
        type !== 'poll' && (!table || (table.columns.length > 0 && table.rows.length > 0)),
    )
    .map(({ depth = 0, start: _start, ...block }) => {
      const shown = Math.min(depth, deepest);
      const holds = /^(?:bullet|ordered|task|quote|callout|toggle)$/.test(block.type);
      deepest = holds ? Math.min(shown + 1, MAX_DEPTH) : shown;
      // A paragraph directly in a quote is a quote.
      if (block.type === 'paragraph' && above[shown - 1] === 'quote') block.type = 'heading';
      above[shown] = block.type;
      const media = /^(?:image|file)$/.test(block.type) ? { src: block.src ?? '/a' } : {};
      const content = block.content.filter(hasSource);
      if (block.type === 'ordered') delete block.checked;
      if (block.type === 'file') block.name ??= 'File';
      return {
        ...block,
        ...media,
        ...(block.table ? { table: copyableTable(block.table) } : {}),
        depth: shown,
        content: [{ text: 'a' }, ...content, { text: 'z' }],
      };
    });
}

/** Blanks around the text of a cell are layout, as they are around that of a block. */
function copyableTable({ columns, rows }: TableContent): TableContent {
  const copyableCell = (cell: Inline[]): Inline[] =>
    cell.length === 0 ? [] : [{ text: 'a' }, ...cell.filter(hasSource), { text: 'z' }];
  return { columns, rows: rows.map((row) => ({ ...row, cells: row.cells.map(copyableCell) })) };
}

function hasSource(run: Inline): boolean {
  return 'text' in run || run.embed.src !== '';
}

/** What people all over the world write, formatted by chance: HTML has no NUL. */
function worldly(seed: number): BlockContent[] {
  const random = seeded(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]!;
  const letters = LETTERS.filter((letter) => letter !== '\u0000');
  const text = () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(letters)).join('');
  const runs = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 6) },
      (): Inline =>
        random() < 0.5
          ? { text: text() }
          : { text: text(), marks: pick([{ bold: true }, { italic: true }, { code: true }]) },
    );
  const content = (): Inline[] => [{ text: 'a' }, ...runs(), { text: 'z' }];
  return ['paragraph', 'heading', 'bullet', 'code'].map((type) => ({
    type,
    ...(type === 'heading' ? { level: 2 } : {}),
    content: type === 'code' ? [{ text: `a${text()}z` }] : content(),
  }));
}

/** What a document says, without the names of its parts. */
function contentOf({ doc }: Page): unknown {
  return readBlocks(doc).map(({ id: _, table, ...block }) => ({
    ...block,
    columns: table?.columns.map(({ id: _id, ...column }) => column),
    rows: table?.rows.map(({ cells }) => cells),
  }));
}

describe('What is pasted from', () => {
  test.each(PAYLOADS.map((payload) => [payload.from, payload] as const))('%s', (_, payload) => {
    const page = new Page().paste(payload.data);
    expect(page.sketch).toEqual(payload.gives);
  });

  test('any program keeps the address of a picture, the tone of an alert, the side of a column, where numbers begin', () => {
    const pasted = (from: string) => {
      const payload = PAYLOADS.find((other) => other.from.startsWith(from))!;
      return readBlocks(new Page().paste(payload.data).doc);
    };
    expect(pasted('a web page')[1]).toMatchObject({
      type: 'image',
      src: 'https://example.org/a.png',
      alt: 'a hill',
    });
    const footnotes = (from: string) =>
      pasted(from).flatMap(({ content }) =>
        content.flatMap((run) =>
          'embed' in run ? [[run.embed.label, run.embed.text, run.marks]] : [],
        ),
      );
    expect(footnotes('Word: footnotes')).toEqual([
      ['1', undefined, undefined],
      ['2', undefined, undefined],
      ['i', undefined, undefined],
      ['1', true, undefined],
      ['2', true, undefined],
      ['i', true, undefined],
    ]);
    const back = '<a id="t" href="#p">Part</a><h2>x</h2><p><a id="p" href="#t">Part</a> one</p>';
    expect(new Page().paste({ 'text/html': back }).sketch).toEqual([
      '<Part>',
      '## x',
      '<Part> one',
    ]);
    // Two of one name are told apart.
    expect(footnotes('Google Docs: a footnote').map(([label]) => label)).toEqual([
      ...['1', '1-2', '1', '1-2'],
    ]);
    expect(pasted('Notion').find(({ type }) => type === 'callout')?.icon).toBe('💡');
    expect(pasted('Google Docs: a numbered list')[0]?.start).toBe(3);
    const items = '<li>a</li><li value="5">b<ol><li value="2">c</li></ol></li><li value="x">d</li>';
    const numbered = readBlocks(new Page().paste({ 'text/html': `<ol>${items}</ol>` }).doc);
    expect(numbered.map(({ start }) => start)).toEqual([undefined, 5, 2, undefined]);
    const counted = (list: string) =>
      readBlocks(
        new Page().paste({ 'text/html': `${list}<li>a</li><li>b</li><li>c</li></ol>` }).doc,
      ).map(({ start }) => start);
    expect(counted('<ol reversed>')).toEqual([3, 2, 1]);
    expect(counted('<ol reversed start="12">')).toEqual([12, 11, 10]);
    expect(counted('<ol start="first">')).toEqual([undefined, undefined, undefined]);
    const table = pasted('GitHub').at(-1)?.table;
    expect(table?.columns.map(({ align }) => align)).toEqual([undefined, 'end']);
  });

  test.each([
    [
      ['a)', 'b)', 'c)'],
      [undefined, undefined, undefined],
    ],
    [['i.', 'ii.', 'iii.', 'iv.', 'v.'], Array(5).fill(undefined)],
    [
      ['1.1.', '1.2.', '1.3.'],
      [undefined, undefined, undefined],
    ],
    [
      ['2.1', '2.2', '3.1'],
      [undefined, undefined, 1],
    ],
    [
      ['1', '2', '4'],
      [undefined, undefined, 4],
    ],
    [
      ['(c)', '(d)', '(a)'],
      [3, undefined, 1],
    ],
    [
      ['iv.', 'v.'],
      [4, undefined],
    ],
    [
      ['XXVII.', 'XXVIII.', 'XXIX.'],
      [27, undefined, undefined],
    ],
    [
      ['123456.', '123457.'],
      [123456, undefined],
    ],
    [
      ['٣-', '٤-'],
      [3, undefined],
    ],
    [
      ['一、', '二、'],
      [undefined, undefined],
    ],
    [
      ['א.', 'ב.'],
      [undefined, undefined],
    ],
    [
      ['①', '②'],
      [undefined, undefined],
    ],
  ])('Word counts as %j does', (markers, starts) => {
    const items = markers.map((marker) => wordItem('x', marker, 1)).join('');
    const blocks = readBlocks(new Page().paste({ 'text/html': items }).doc);
    expect(blocks.map(({ type }) => type)).toEqual(markers.map(() => 'ordered'));
    expect(blocks.map(({ start }) => start)).toEqual(starts);
  });

  test.each(['·', 'o', '§', 'Ø', '-', '–', 'à', '•'])('Word has %s for a point', (marker) => {
    const page = new Page().paste({ 'text/html': wordItem('x', marker, 1) });
    expect(page.sketch).toEqual(['- x']);
  });

  test('a page keeps apart what stands in parts of their own', () => {
    for (const part of ['legend', 'dialog', 'hgroup', 'search', 'option'])
      expect(
        new Page().paste({ 'text/html': `<div><${part}>Who</${part}>Name</div>` }).sketch,
        part,
      ).toEqual(['Who', 'Name']);
  });

  test('a text with signs of Markdown in it keeps its lines', async () => {
    const page = new Page(['']).paste({ 'text/plain': 'Present: Ana\nand Ben\n- one\nNext: May' });
    await expect.poll(() => page.sketch).toEqual(['Present: Ana', 'and Ben', '- one', 'Next: May']);
  });

  test('the first heading of a text stands there once, where it stood, also where it is more than a title', async () => {
    const long = `# ${'many words '.repeat(30).trim()}`;
    for (const [text, lines] of [
      ['# A plan[^1]\n\n[^1]: a note', ['# A plan{footnote}', '{footnote} a note']],
      ['# A **plan**\n\nrest', ['# A *plan*', 'rest']],
      [`${long}\n\nrest`, [long, 'rest']],
      ['---\ntitle: A\n---\n\n# B\n\nrest', ['| ---↵title: A↵---', '# B', 'rest']],
    ] as const) {
      const page = new Page(['']).paste({ 'text/plain': text });
      await expect.poll(() => page.sketch).toEqual(lines);
    }
  });

  test('a page that shows its text as a drawing or in a control gives the text beside it', () => {
    for (const html of [
      '<svg xmlns="http://www.w3.org/2000/svg"><text x="1">In</text></svg>',
      '<meta charset="utf-8"><p><br></p>',
      '<html><body>\n<!--StartFragment--><!--EndFragment-->\n</body></html>',
      '<button>In</button>',
    ]) {
      const pasted = new Page(['a here b']).select('here', 'here');
      pasted.paste({ 'text/html': html, 'text/plain': 'one https://a.org\ntwo' });
      expect(pasted.sketch, html).toEqual(['a one <https://a.org>', 'two b']);
    }
    const rule = { 'text/html': '<hr>', 'text/plain': '---' };
    expect(new Page().paste(rule).sketch).toEqual(['---']);
    const picture = { 'text/html': '<img src="https://a.org/b.png">', 'text/plain': 'b' };
    expect(new Page().paste(picture).sketch).toEqual(['{image}']);
  });

  test('an editor of the same kind may have line ends in its text, which part words', () => {
    const html = '<p data-pm-slice="1 1 []">one\ntwo <strong>three</strong>\nfour</p>';
    expect(new Page().paste({ 'text/html': html }).sketch).toEqual(['one↵two *three*↵four']);
    const list =
      '<ul data-pm-slice="3 3 []">\n<li>\n<p>one\n</p>\n</li>\n<li><p>two</p></li>\n</ul>';
    expect(new Page().paste({ 'text/html': list }).sketch).toEqual(['- one', '- two']);
  });

  test('a hostile page gives a bookmark no address that runs, and an address alone is a link', () => {
    const figure = (href: string) =>
      `<figure class="bookmark"><a href="${href}">x</a><figcaption>T</figcaption></figure>`;
    const html = figure('https://example.org/') + figure('javascript:alert(1)');
    const pasted = new Page().paste({
      'text/html': `<div data-pm-slice="0 0 []">${html}</div>`,
    });
    expect(
      readBlocks(pasted.doc)
        .filter(({ type }) => type === 'bookmark')
        .map(({ href }) => href),
    ).toEqual(['https://example.org/', undefined]);
    const [line] = readBlocks(new Page().paste({ 'text/plain': ' https://example.org/a\n' }).doc);
    expect(line?.content).toEqual([
      { text: 'https://example.org/a', marks: { link: 'https://example.org/a' } },
    ]);
  });

  test('a table keeps the cells that reach over others, also when it is copied or moved here', () => {
    const word = PAYLOADS.find(({ from }) => from.startsWith('Word: a table'))!;
    const page = new Page(['END']);
    page.caret(1).paste(word.data);
    const table = page.sketch[0]!;
    expect(table).toContain('↖');
    for (const from of [page, new Page(page.doc, [])]) {
      from.view.dispatch(
        from.view.state.tr.setSelection(BlockSelection.between(from.view.state.doc, 0)),
      );
      const copied = from.copy();
      expect(new Page().paste(copied).sketch).toEqual([table]);
      expect(new Page(['END']).drop('END', copied).sketch).toEqual(['END', table]);
    }
    expect(page.drop('END').sketch).toEqual(['END', table]);
  });

  test('a hostile page is a table no larger than what it holds', () => {
    const cell = '<td colspan="1000000" rowspan="1000000">x</td>';
    const [block] = readBlocks(
      new Page().paste({ 'text/html': `<table><tr>${cell}</tr><tr><td>y</td></tr></table>` }).doc,
    );
    expect(block?.table?.rows).toHaveLength(2);
    expect(block?.table?.columns.length).toBeLessThan(500);
  });
});

describe('In a cell', () => {
  const grid = {
    'text/html': '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table>',
  };

  test('a table fills cells from the caret on', () => {
    const page = new Page(TABLE).select('d').paste(grid);
    expect(page.sketch[1]).toBe('⊞# a ¦ b ¦ c ⁄ 1 ¦ 2 ¦ f ⁄ 3 ¦ ¦ i');
  });

  test('a table adds the rows and columns that are missing', () => {
    const page = new Page(TABLE).select('i').paste(grid);
    expect(page.sketch[1]).toBe('⊞# a ¦ b ¦ c ¦ ⁄ d ¦ e ¦ f ¦ ⁄ g ¦ h ¦ 1 ¦ 2 ⁄ ¦ ¦ 3 ¦');
  });

  test('cells of a spreadsheet fill cells, also a single row', () => {
    const page = new Page(TABLE).select('e').paste({ 'text/plain': 'X\tY\r\n' });
    expect(page.sketch[1]).toBe('⊞# a ¦ b ¦ c ⁄ d ¦ X ¦ Y ⁄ g ¦ h ¦ i');
  });

  test('blocks become lines, and nothing of them is lost', () => {
    const html =
      '<h2>one</h2><ul><li>two <b>bold</b></li></ul><pre>a\nb</pre><p>three</p>' +
      '<figure><img src="https://example.org/a.png"><figcaption>four</figcaption></figure>' +
      '<table><tr><td>5</td><td>6</td></tr></table>';
    const page = new Page(TABLE).select('e').paste({ 'text/html': html });
    expect(page.sketch[1]).toBe(
      '⊞# a ¦ b ¦ c ⁄ d ¦ eone↵• two *bold*↵`a`↵`b`↵three↵{image}↵four↵5 | 6 ¦ f ⁄ g ¦ h ¦ i',
    );
  });

  test('lines of text stay lines of the cell', () => {
    const page = new Page(TABLE).select('e').paste({ 'text/plain': 'one\ntwo' });
    expect(page.sketch[1]).toBe('⊞# a ¦ b ¦ c ⁄ d ¦ eone↵two ¦ f ⁄ g ¦ h ¦ i');
  });

  test('Markdown becomes lines, too', async () => {
    const page = new Page(TABLE).select('e').paste({ 'text/plain': '- one\n- **two**' });
    await expect
      .poll(() => page.sketch[1], { timeout: 30_000 })
      .toBe('⊞# a ¦ b ¦ c ⁄ d ¦ e• one↵• *two* ¦ f ⁄ g ¦ h ¦ i');
  });

  test('what is pasted over several cells takes their text and leaves the table its form', () => {
    const page = new Page(TABLE).select('e', 'g').paste({ 'text/plain': 'X' });
    expect(page.sketch).toEqual(['TOP', '⊞# a ¦ b ¦ c ⁄ d ¦ X ¦ ⁄ ¦ h ¦ i', 'END']);
  });
});

describe('In code', () => {
  const code = ['| code', ...TABLE.slice(1)];

  test('what is pasted is its text, also where it takes the place of cells', () => {
    const both: Payload = { 'text/plain': 'X\nY', 'text/html': '<p>X</p><p><b>Y</b></p>' };
    const page: Payload = { 'text/html': '<p>X</p><p><b>Y</b></p>' };
    for (const data of [both, page]) {
      expect(new Page(code).select('co').paste(data).sketch[0]).toBe('| coX↵Yde');
      expect(new Page(code).select('od', 'od').paste(data).sketch[0]).toBe('| cX↵Ye');
      expect(new Page(code).select('ode', 'h').paste(data).sketch).toEqual([
        '| cX↵Y',
        '⊞# ¦ ¦ ⁄ ¦ ¦ ⁄ ¦ ¦ i',
        'END',
      ]);
    }
  });
});

describe('What is cut', () => {
  test.each([
    ['e', 'g', ['TOP', '⊞# a ¦ b ¦ c ⁄ d ¦ ¦ ⁄ ¦ h ¦ i', 'END']],
    ['OP', 'e', ['T', '⊞# ¦ ¦ ⁄ ¦ ¦ f ⁄ g ¦ h ¦ i', 'END']],
    ['h', 'EN', ['TOP', '⊞# a ¦ b ¦ c ⁄ d ¦ e ¦ f ⁄ g ¦ ¦', 'D']],
    ['OP', 'EN', ['TD']],
  ])('out of a table, from %s to %s, leaves it its form', (from, to, left) => {
    const page = new Page(TABLE).select(from, to);
    const copied = page.copy();
    expect(page.cut()).toEqual(copied);
    expect(page.sketch).toEqual(left);
    page.binding.undoStep(page.view);
    expect(page.sketch).toEqual(TABLE);
  });
});

describe('What is copied', () => {
  const ALL = [
    '## Part',
    'some *bold* <link>',
    '- one',
    '  1. inner',
    '  [x] done',
    '> said',
    '!tip Mind',
    '  below it',
    '▸ More',
    '  - inside',
    '▣ a _hill_',
    '▤ a plan',
    '∑ x+2',
    '| let a;',
    '---',
    '⊞# a ¦ *b* ⁄ c↵d ¦',
    'end',
  ];

  test('is pasted again as it was', () => {
    const copied = new Page(ALL).select('Part', 'end').copy();
    expect(new Page().paste(copied).sketch).toEqual(ALL);
    expect(new Page().paste({ 'text/html': copied['text/html']! }).sketch).toEqual(ALL);
  });

  test('is pasted again as it was, whatever the document', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const page = new Page();
      insertBlocks(page.view, copyable(randomDocument(seeded(seed)).blocks));
      const { state } = page.view;
      page.view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
      const pasted = new Page().paste({ 'text/html': page.copy()['text/html'] ?? '' });
      expect(contentOf(pasted), `seed ${seed}`).toEqual(contentOf(page));
    }
  });

  test('is pasted again as it was, whatever people write', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const page = new Page();
      insertBlocks(page.view, worldly(seed));
      const { state } = page.view;
      page.view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
      const copied = page.copy();
      for (const data of [copied, { 'text/html': copied['text/html'] ?? '' }])
        expect(contentOf(new Page().paste(data)), `seed ${seed}`).toEqual(contentOf(page));
      for (const { content } of readBlocks(page.doc))
        for (const run of content)
          if ('text' in run) expect(copied['text/plain'], `seed ${seed}`).toContain(run.text);
    }
  });

  test('is pasted again as it was where its text looks like what other programs mean by it', () => {
    const image = { object: 'image', src: 'https://example.org/i.png', alt: 'a' };
    const contents: Inline[][] = [
      [{ text: '[x] done' }],
      [{ text: '☐ box' }],
      [{ text: '🔥 hot' }],
      [{ text: '🔥' }],
      [{ embed: image }],
      [{ embed: image }, { text: 'a' }],
    ];
    const types = 'paragraph heading bullet ordered task quote callout toggle progress'.split(' ');
    const page = new Page();
    insertBlocks(
      page.view,
      types.flatMap((type) =>
        contents.map(
          (content): BlockContent =>
            type === 'callout' ? { type, tone: 'tip', content } : { type, content },
        ),
      ),
    );
    for (const copied of [page, new Page(page.doc, [])]) {
      const { state } = copied.view;
      copied.view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
      const pasted = new Page().paste({ 'text/html': copied.copy()['text/html'] ?? '' });
      expect(contentOf(pasted)).toEqual(contentOf(page));
    }
  });

  test('before the part for it is there is pasted again as it was, too', () => {
    const copied = new Page(ALL, []).select('Part', 'end').copy();
    for (const text of ['bold', 'inner', 'below it', 'let a;', 'end'])
      expect(copied['text/plain']).toContain(text);
    expect(new Page().paste(copied).sketch).toEqual(ALL);
    for (let seed = 1; seed <= 60; seed++) {
      const page = new Page();
      insertBlocks(page.view, copyable(randomDocument(seeded(seed)).blocks));
      const early = new Page(page.doc, []);
      const { state } = early.view;
      early.view.dispatch(state.tr.setSelection(new AllSelection(state.doc)));
      const pasted = new Page().paste({ 'text/html': early.copy()['text/html'] ?? '' });
      expect(contentOf(pasted), `seed ${seed}`).toEqual(contentOf(page));
    }
  });

  test('is clean HTML', () => {
    const html = new Page(ALL).select('Part', 'end').copy()['text/html']!;
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelector('[id],[style],[data-block],[contenteditable]')).toBeNull();
    expect(page.querySelectorAll('table thead th[scope=col]')).toHaveLength(2);
    expect(page.querySelectorAll('ul > li > ol > li')).toHaveLength(1);
    expect(page.querySelector('details > summary')?.textContent).toBe('More');
    expect(page.querySelector('aside[data-tone=tip] > p')?.textContent).toBe('Mind');
  });

  test('of a table in part is whole rows, and text as a spreadsheet has it', () => {
    const copied = new Page(TABLE).select('e', 'g').copy();
    expect(copied['text/plain']).toBe('\te\tf\ng\t\t');
    expect(new Page().paste(copied).sketch).toEqual(['⊞ ¦ e ¦ f ⁄ g ¦ ¦']);
    expect(new Page().paste({ 'text/plain': copied['text/plain']! }).sketch).toEqual([
      '⊞ ¦ e ¦ f ⁄ g ¦ ¦',
    ]);
  });

  test('of one row is its cells, and of one cell its text', () => {
    const page = new Page(TABLE);
    expect(page.select('e', 'f').copy()['text/plain']).toBe('e\tf');
    const cell = page.select('e', 'e').copy();
    expect(cell['text/plain']).toBe('e');
    expect(page.select('END').paste(cell).sketch[2]).toBe('ENDe');
  });

  test('with a table among other blocks is Markdown as text', () => {
    const copied = new Page(TABLE).select('TOP', 'END').copy();
    expect(copied['text/plain']).toBe(
      'TOP\n| a | b | c |\n| - | - | - |\n| d | e | f |\n| g | h | i |\nEND',
    );
  });
});

test('a clipboard that hands out nothing says so', async () => {
  // As where a browser keeps a picture to itself.
  new Page().paste({});
  await expect.poll(news).toBe('The clipboard holds nothing that can be pasted here.');
});

describe('Text with tabs', () => {
  test.each([
    [[['a', 'b']]],
    [
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    [
      [
        ['line\nbreak', 'tab\tbed'],
        ['"quoted"', 'a "b"'],
      ],
    ],
  ])('is a table: %j', (rows) => {
    expect(readTabSeparated(writeTabSeparated(rows))).toEqual(rows);
  });

  test.each(['plain', 'one\ntwo', '\tindented\n\tcode', 'a\tb\nc', 'if:\n\tx'])(
    'is none: %j',
    (text) => {
      expect(readTabSeparated(text)).toBeNull();
    },
  );
});
