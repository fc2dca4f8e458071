/** `==highlights==`, `H~2~O` and titles of YAML headers: as they are written, and back. */
import { expect, test } from 'vitest';
import type { BlockContent, Inline, Marks } from '../document/schema.ts';
import { canonicalInline, canonicalLine } from './inline.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { seeded } from './testing/random-blocks.ts';

const lineOf = (markdown: string): Inline[] => parseMarkdown(markdown).blocks[0]?.content ?? [];
const write = (...content: Inline[]): string =>
  formatMarkdown({ title: '', blocks: [{ type: 'paragraph', content }] });
const marked = (text: string, marks: Marks): Inline => ({ text, marks });
const yellow: Marks = { highlight: 'yellow' };

test.each([
  ['so ==marked== text', [{ text: 'so ' }, marked('marked', yellow), { text: ' text' }]],
  ['==all of it==', [marked('all of it', yellow)]],
  ['(==a==)', [{ text: '(' }, marked('a', yellow), { text: ')' }]],
  ['H~2~O', [{ text: 'H' }, marked('2', { subscript: true }), { text: 'O' }]],
  [
    'x~i~ and ~~gone~~',
    [
      { text: 'x' },
      marked('i', { subscript: true }),
      { text: ' and ' },
      marked('gone', { strike: true }),
    ],
  ],
  ['m<sup>2</sup>', [{ text: 'm' }, marked('2', { superscript: true })]],
] as const)('%s is read, and written so again', (markdown, content) => {
  expect(lineOf(markdown)).toEqual(content);
  expect(write(...content)).toBe(`${markdown}\n`);
});

test('a highlight may hold other formatting, and stand in lists, quotes and cells', () => {
  expect(lineOf('==a **b** c==')).toEqual([
    marked('a ', yellow),
    marked('b', { ...yellow, bold: true }),
    marked(' c', yellow),
  ]);
  expect(lineOf('> line\n> ==two\n> three== x')[1]).toEqual(marked('two three', yellow));
  const table = parseMarkdown('| a |\n| - |\n| ==b== |').blocks[0]?.table;
  expect(table?.rows[1]?.cells[0]).toEqual([marked('b', yellow)]);
});

test('signs stand beside letters where words have no blanks between them, or none before endings', () => {
  expect(lineOf('这是==重点==内容，==중요==한')).toEqual([
    { text: '这是' },
    marked('重点', yellow),
    { text: '内容，' },
    marked('중요', yellow),
    { text: '한' },
  ]);
  const formula = (source: string): Inline => ({ embed: { object: 'formula', source } });
  const line: Inline[] = [
    { text: '设' },
    formula('x_1'),
    { text: '为サーバー' },
    formula('y'),
    { text: 'は' },
  ];
  expect(lineOf('设$x_1$为サーバー$y$は')).toEqual(line);
  expect(lineOf(write(...line))).toEqual(line);
});

test.each(['从$5到$10', '价格是$5和$6元', '甲$a$b', '它花了5$，那个10$', '甲==1和乙==2'])(
  '%s has neither',
  (text) => {
    expect(lineOf(text)).toEqual([{ text }]);
    expect(lineOf(write({ text }))).toEqual([{ text }]);
  },
);

test.each([
  'a == b',
  'if a==b and c==d',
  '==',
  '== a ==',
  'a ==b',
  '===a===',
  '`==a==`',
  '\\==a==',
  'a \\=\\=b==',
])('%s is no highlight', (markdown) => {
  expect(lineOf(markdown).some(({ marks }) => marks?.highlight)).toBe(false);
  const { blocks } = parseMarkdown(markdown);
  expect(parseMarkdown(formatMarkdown({ title: '', blocks })).blocks).toEqual(blocks);
});

test('whatever is highlighted or lower among signs is the same after writing and reading', () => {
  const texts = [
    '==',
    '~',
    '===',
    '~~',
    '=',
    'a',
    'b c',
    ' ',
    '🎒',
    'é',
    '中',
    '.',
    '\\',
    '&amp;',
    '2',
    '\n',
    '*',
    '<u>',
    '(x)',
  ];
  const choices: (Marks | undefined)[] = [
    undefined,
    undefined,
    yellow,
    { highlight: 'green' },
    { subscript: true },
    { superscript: true },
    { strike: true },
    { bold: true },
    { ...yellow, bold: true },
    { strike: true, subscript: true },
    { code: true },
  ];
  for (let seed = 1; seed <= 1500; seed++) {
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)]!;
    const content = Array.from({ length: 1 + Math.floor(random() * 6) }, (): Inline => {
      const marks = pick(choices);
      const text = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(texts)).join('');
      return marks ? { text, marks } : { text };
    });
    const wanted = canonicalInline([{ text: 'x' }, ...content, { text: 'y' }]);
    const written = write({ text: 'x' }, ...content, { text: 'y' });
    expect(lineOf(written), `seed ${seed}:\n${written}`).toEqual(wanted);
  }
});

test.each([
  ['title: My plan', 'My plan'],
  ['title: "My \\"plan\\": one"', 'My "plan": one'],
  ["title: 'It''s on'  # so", "It's on"],
  ['tags: [a]\ntitle:   Plan: B   # not this', 'Plan: B'],
  ['title: 🎒 Trip', '🎒 Trip'],
  ['subtitle: x', null],
  ['title: |\n  more', null],
  ['title:', null],
])('the title of a YAML header: %j', (header, title) => {
  const source = `---\n${header}\n---\n\nText\n`;
  const read = parseMarkdown(source);
  expect(read.title).toBe(title);
  expect(formatMarkdown({ title: read.title ?? '', blocks: read.blocks })).toBe(source);
});

test('a heading says more than a header, and another title is kept beside it', () => {
  const source = '---\ntitle: Old\n---\n\n# New\n\nText\n';
  const read = parseMarkdown(source);
  expect(read.title).toBe('New');
  expect(formatMarkdown({ title: 'New', blocks: read.blocks })).toBe(source);
  const blocks: BlockContent[] = parseMarkdown('---\ntitle: Old\n---\n\nText\n').blocks;
  expect(parseMarkdown(formatMarkdown({ title: 'Renamed', blocks })).title).toBe('Renamed');
});

test('footnotes are marks in the text and paragraphs that begin with one, and are written so again', () => {
  const source =
    'So[^1] it **is**[^long-name].\n\n- item[^1]\n\n[^1]: A *note* with [a link](/a).\n\n[^long-name]: Another.\n';
  const { blocks } = parseMarkdown(source);
  const mark = (label: string) => ({ embed: { object: 'footnote', label } });
  expect(blocks[0]?.content).toEqual([
    { text: 'So' },
    mark('1'),
    { text: ' it ' },
    marked('is', { bold: true }),
    mark('long-name'),
    { text: '.' },
  ]);
  expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'bullet', 'paragraph', 'paragraph']);
  expect(blocks[2]?.content.slice(0, 2)).toEqual([
    { embed: { object: 'footnote', label: '1', text: true } },
    { text: ' A ' },
  ]);
  expect(formatMarkdown({ title: '', blocks })).toBe(source);
});

test('footnotes of any name, anywhere, never lose a word', () => {
  const labels = ['1', 'a-b', '🎒', 'Ä', 'x_y*', '~', '[', 'a b', '', '^', '<b>', '&amp;'];
  for (const label of labels) {
    const reference: Inline = { embed: { object: 'footnote', label } };
    const note: Inline = { embed: { object: 'footnote', label, text: true } };
    const blocks: BlockContent[] = [
      { type: 'paragraph', content: [{ text: 'word' }, reference, { text: ' end' }] },
      { type: 'heading', level: 2, content: [{ text: 'head' }, reference] },
      { type: 'quote', content: [note, { text: ' quoted' }] },
      { type: 'paragraph', content: [note, { text: ' the note' }] },
      { type: 'paragraph', content: [note] },
      { type: 'code', content: [note, { text: 'code' }] },
      { type: 'paragraph', content: [{ text: 'behind' }] },
    ];
    const written = formatMarkdown({ title: '', blocks });
    for (const word of ['word', 'end', 'head', 'quoted', 'the note', 'code', 'behind'])
      expect(JSON.stringify(parseMarkdown(written)), `${label}:\n${written}`).toContain(word);
    const once = formatMarkdown({ title: '', blocks: parseMarkdown(written).blocks });
    const again = formatMarkdown({ title: '', blocks: parseMarkdown(once).blocks });
    expect(again, label).toBe(once);
  }
});

test('names of notes are written as they were read, and whatever stands beside them is the same', () => {
  const source =
    'See [[Trip to Rome]], [[a/b#c|d (e)]] and ![[plan.png]].\n\n| [[a\\|b]] |\n| - |\n';
  const { blocks } = parseMarkdown(source);
  expect(formatMarkdown({ title: '', blocks })).toBe(source);
  const texts = [
    '[[Note]]',
    '[[a b|c]]',
    '[[www.a.org]]',
    '(x)',
    '[y]',
    '!',
    '|',
    '*',
    '[[',
    ']',
    '[',
    ':',
    ' ',
    'z',
  ];
  const choices: (Marks | undefined)[] = [
    undefined,
    undefined,
    { bold: true },
    { link: '/a' },
    { code: true },
    { highlight: 'green' },
  ];
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)]!;
    const content = Array.from({ length: 1 + Math.floor(random() * 5) }, (): Inline => {
      const marks = pick(choices);
      const text = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(texts)).join('');
      return marks ? { text, marks } : { text };
    });
    const line = random() < 0.5 ? content : [{ text: 'x' }, ...content, { text: 'y' }];
    const written = write(...line);
    expect(lineOf(written), `seed ${seed}:\n${written}`).toEqual(canonicalInline(line));
    const table: BlockContent = {
      type: 'table',
      header: true,
      content: [],
      table: { columns: [{ id: '' }], rows: [{ id: '', cells: [line] }] },
    };
    const inTable = formatMarkdown({ title: '', blocks: [table] });
    const [cell] = parseMarkdown(inTable).blocks[0]?.table?.rows[0]?.cells ?? [];
    expect(cell, `seed ${seed}:\n${inTable}`).toEqual(canonicalLine(line));
  }
});
