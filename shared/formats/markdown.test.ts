/** Markdown in and out, block by block: what is written is read back. */
import { describe, expect, test } from 'vitest';
import { textOf } from '../document/plain-text.ts';
import { type BlockContent, type Inline, MAX_DEPTH } from '../document/schema.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { asMarkdownSays } from './testing/as-markdown-says.ts';
import { randomDocument, seeded } from './testing/random-blocks.ts';

/** Writes what was read. */
function again(source: string): string {
  const { title, blocks } = parseMarkdown(source);
  return formatMarkdown({ title: title ?? '', blocks });
}

function blocksOf(source: string): BlockContent[] {
  return parseMarkdown(source).blocks;
}

function contentOf(source: string): Inline[] {
  return blocksOf(source)[0]?.content ?? [];
}

function paragraph(...content: Inline[]): BlockContent {
  return { type: 'paragraph', content };
}

function write(...blocks: BlockContent[]): string {
  return formatMarkdown({ title: '', blocks });
}

describe('What Notion exports as an aside', () => {
  const NEXT = paragraph({ text: 'next' });
  const callout = (...content: Inline[]): BlockContent => ({
    type: 'callout',
    tone: 'note',
    icon: '💡',
    content,
  });

  test.each<[string, string, BlockContent[]]>([
    [
      'with its text behind the icon',
      '<aside>\n💡 Text **b**\n\n</aside>',
      [callout({ text: 'Text ' }, { text: 'b', marks: { bold: true } })],
    ],
    [
      'with its text below the icon, and more',
      '<aside>\n💡\n\nText\n\n- a\n\n```\n<aside>\n```\n\n</aside>',
      [
        callout({ text: 'Text' }),
        { type: 'bullet', depth: 1, content: [{ text: 'a' }] },
        { type: 'code', depth: 1, content: [{ text: '<aside>' }] },
      ],
    ],
    [
      'without an empty line',
      '<aside>\n💡 Text\nmore\n- a\n  - b\n</aside>',
      [
        callout({ text: 'Text more' }),
        { type: 'bullet', depth: 1, content: [{ text: 'a' }] },
        { type: 'bullet', depth: 2, content: [{ text: 'b' }] },
      ],
    ],
    [
      'with a list for its text',
      '<aside>\n💡\n\n- a\n\n</aside>',
      [callout(), { type: 'bullet', depth: 1, content: [{ text: 'a' }] }],
    ],
    [
      'in one, and in a list',
      '- x\n\n  <aside>\n  💡 one\n\n  <aside>\n  💡 two\n\n  </aside>\n\n  </aside>',
      [
        { type: 'bullet', content: [{ text: 'x' }] },
        { ...callout({ text: 'one' }), depth: 1 },
        { ...callout({ text: 'two' }), depth: 2 },
      ],
    ],
    [
      'with a picture of its own for an icon',
      '<aside>\n<img src="https://www.notion.so/icons/light-bulb_gray.svg" alt="x" width="40px" />\n\nText\n\n</aside>',
      [{ type: 'callout', tone: 'note', content: [{ text: 'Text' }] }],
    ],
  ])('%s is a callout', (_, source, blocks) => {
    expect(blocksOf(`${source}\n\nnext`)).toEqual([...blocks, NEXT]);
    expect(blocksOf(again(`${source}\n\nnext`))).toEqual([...blocks, NEXT]);
  });

  test.each(['<aside>\n💡 a', '</aside>', '<aside class="x">\na\n</aside>', '<aside>a</aside> b'])(
    '%j is none and stays as it is',
    (source) => {
      expect(blocksOf(source).every(({ type, raw }) => type === 'code' && raw)).toBe(true);
      expect(again(source)).toBe(`${source}\n`);
    },
  );
});

describe('The title', () => {
  test('is a plain first heading of level 1, and leaves the blocks', () => {
    expect(parseMarkdown('# Field notes\n\ntext')).toEqual({
      title: 'Field notes',
      blocks: [paragraph({ text: 'text' })],
    });
  });

  test('is the text of a formatted first heading, which stays', () => {
    const { title, blocks } = parseMarkdown('# Field *notes*');
    expect(title).toBe('Field notes');
    expect(blocks).toHaveLength(1);
    expect(again('# Field *notes*')).toBe('# Field *notes*\n');
  });

  test.each([
    ['a heading of level 2', '## Not me'],
    ['a heading after a paragraph', 'text\n\n# Not me'],
    ['a heading in a quote', '> # Not me'],
    ['an empty heading', '#'],
    ['no text at all', ''],
  ])('is not taken from %s', (_, source) => {
    expect(parseMarkdown(source).title).toBeNull();
  });

  test.each(['会議\u3000議事録', 'Ordre du jour\u00a0: mardi', 'Two  blanks', '\u3000題'])(
    'is not in the text a second time for the kind of its blanks: %j',
    (heading) => {
      const title = heading.trim().replace(/\s+/g, ' ');
      expect(parseMarkdown(`# ${heading}\n\ntext`)).toEqual({
        title,
        blocks: [paragraph({ text: 'text' })],
      });
    },
  );

  test('of two lines stays in the text, which alone says where the second begins', () => {
    const { title, blocks } = parseMarkdown('# One<br>two\n');
    expect(title).toBe('One two');
    expect(blocks).toEqual([{ type: 'heading', level: 1, content: [{ text: 'One\ntwo' }] }]);
  });

  test('that is too long stays whole in the heading', () => {
    const long = 'word '.repeat(60).trim();
    const { title, blocks } = parseMarkdown(`# ${long}`);
    expect(title?.length).toBeLessThanOrEqual(200);
    expect(blocks[0]).toEqual({ type: 'heading', level: 1, content: [{ text: long }] });
    expect(again(`# ${long}`)).toBe(`# ${long}\n`);
  });

  test('is written above blocks that begin with a heading that says something else', () => {
    const heading: BlockContent = { type: 'heading', level: 1, content: [{ text: 'Chapter' }] };
    const written = formatMarkdown({ title: 'Book', blocks: [heading] });
    expect(written).toBe('# Book\n\n# Chapter\n');
    expect(parseMarkdown(written)).toEqual({ title: 'Book', blocks: [heading] });
    expect(formatMarkdown({ title: 'Chapter', blocks: [heading] })).toBe('# Chapter\n');
  });

  test('stands below a YAML header, which is kept word for word', () => {
    const source = '---\nlayout: post\ntags: [a, b]\n---\n\n# Post\n\ntext\n';
    const { title, blocks } = parseMarkdown(source);
    expect(title).toBe('Post');
    expect(blocks[0]).toMatchObject({ type: 'code', raw: true, language: 'markdown' });
    expect(again(source)).toBe(source);
  });
});

describe('Blocks', () => {
  test('nest lists by depth, with what else an item holds one deeper', () => {
    const source = '- a\n  - [x] b\n\n    more\n\n    ```js\n    code\n    ```\n- c\n';
    expect(blocksOf(source)).toEqual([
      { type: 'bullet', content: [{ text: 'a' }] },
      { type: 'task', depth: 1, checked: true, content: [{ text: 'b' }] },
      { type: 'paragraph', depth: 2, content: [{ text: 'more' }] },
      { type: 'code', depth: 2, language: 'js', content: [{ text: 'code' }] },
      { type: 'bullet', content: [{ text: 'c' }] },
    ]);
    expect(again(source)).toBe(source);
  });

  test('take blanks behind the box of a task for layout, as Notion writes two', () => {
    const source = '- [ ]  a\n- [x]\tb *c*\n- [ ] &#x20;d\n- [ ]  **e**\n1. [ ]  f\n';
    expect(blocksOf(source).map(({ content }) => content)).toEqual([
      [{ text: 'a' }],
      [{ text: 'b ' }, { text: 'c', marks: { italic: true } }],
      [{ text: ' d' }],
      [{ text: 'e', marks: { bold: true } }],
      [{ text: 'f' }],
    ]);
  });

  test('keep the number a list starts with, and where one list ends and the next begins', () => {
    const source = '4. a\n5. b\n\n1) c\n\n- d\n\n* e\n';
    expect(blocksOf(source).map(({ type, start }) => [type, start])).toEqual([
      ['ordered', 4],
      ['ordered', undefined],
      ['ordered', 1],
      ['bullet', undefined],
      ['bullet', 1],
    ]);
    expect(again(source)).toBe(source);
  });

  test('open a quote that begins with a list by an empty quote block', () => {
    expect(blocksOf('> - a\n>\n> b\n>\n> > c')).toEqual([
      { type: 'quote', content: [] },
      { type: 'bullet', depth: 1, content: [{ text: 'a' }] },
      { type: 'quote', content: [{ text: 'b' }] },
      { type: 'quote', depth: 1, content: [{ text: 'c' }] },
    ]);
    expect(again('> - a\n>\n> b\n')).toBe('> - a\n>\n> b\n');
  });

  test('tell two quotes apart from two paragraphs of one', () => {
    for (const source of ['> a\n\n> b\n', '> a\n>\n> b\n']) expect(again(source)).toBe(source);
  });

  test('keep code as it is, with everything that is written after the fence', () => {
    const source = '````js {1,3} title="x  y"\n```\n\n\ttab &amp; \\\n````\n';
    expect(blocksOf(source)).toEqual([
      {
        type: 'code',
        language: 'js {1,3} title="x  y"',
        content: [{ text: '```\n\n\ttab &amp; \\' }],
      },
    ]);
    expect(again(source)).toBe(source);
    expect(blocksOf('    indented\n\n    code')[0]?.content).toEqual([
      { text: 'indented\n\ncode' },
    ]);
  });

  test.each([
    ['a block of HTML', 'html', '<details>\n<summary>More</summary>\n  text\n</details>'],
    ['a comment', 'html', '<!-- one\n\ntwo -->'],
    ['a footnote', 'markdown', '[^n]: A note\n    on two lines.\n\n    And a paragraph.'],
    ['a definition nobody uses', 'markdown', '[unused]: https://site.example "Title"'],
  ])('without a type of their own are kept word for word: %s', (_, language, source) => {
    expect(blocksOf(source)).toEqual([
      { type: 'code', raw: true, language, content: [{ text: source }] },
    ]);
    expect(again(source)).toBe(`${source}\n`);
  });

  test('kept word for word leave the marks of lists and quotes around them behind', () => {
    const source = '- a\n\n  > [^n]: A note\n  >\n  >     on two lines.\n';
    expect(blocksOf(source)[2]?.content).toEqual([{ text: '[^n]: A note\n\n    on two lines.' }]);
    expect(again(source)).toBe(source);
  });

  test('of a kept footnote still find their definitions', () => {
    const source = '[^n]: [a][r]\n\n    more\n\n[b][r] [c][s]\n\n[r]: /r\n[s]: /s\n';
    expect(again(source)).toBe('[^n]: [a][r]\n\n    more\n\n[b](/r) [c](/s)\n\n[r]: /r\n');
  });

  test('nested deeper than documents go come up to the deepest place', () => {
    const source = Array.from(
      { length: 100 },
      (_, depth) => `${'  '.repeat(depth)}- item ${depth}`,
    );
    const blocks = blocksOf(source.join('\n'));
    expect(blocks.map(({ content }) => content)).toEqual(
      source.map((_, depth) => [{ text: `item ${depth}` }]),
    );
    expect(Math.max(...blocks.map(({ depth }) => depth ?? 0))).toBe(MAX_DEPTH);
  });

  test('deeper than anything that holds them are written where they can stand', () => {
    expect(write(paragraph({ text: 'a' }), { ...paragraph({ text: 'b' }), depth: 3 })).toBe(
      'a\n\nb\n',
    );
  });

  test('without text: paragraphs are left out, items and headings stay', () => {
    const empty = ['paragraph', 'bullet', 'paragraph', 'heading', 'quote', 'task', 'ordered'];
    const written = write(...empty.map((type) => ({ type, content: [] })));
    expect(blocksOf(written).map(({ type }) => type)).toEqual(
      empty.filter((type) => type !== 'paragraph'),
    );
  });

  test('of an unknown type are written as paragraphs, and unknown objects as comments', () => {
    const block = { type: 'poll', content: [{ text: 'Hear: ' }, { embed: { object: 'poll' } }] };
    expect(write(block)).toBe('Hear: <!-- {"object":"poll"} -->\n');
  });
});

describe('Tables', () => {
  test('have a heading row, aligned columns, and formatting and breaks in cells', () => {
    const source = '| a | **b** |\n| - | -: |\n| c<br>d \\| e | `f\\|g` |\n';
    expect(blocksOf(source)).toEqual([
      {
        type: 'table',
        header: true,
        content: [],
        table: {
          columns: [{ id: '' }, { id: '', align: 'end' }],
          rows: [
            { id: '', cells: [[{ text: 'a' }], [{ text: 'b', marks: { bold: true } }]] },
            {
              id: '',
              cells: [[{ text: 'c\nd | e' }], [{ text: 'f|g', marks: { code: true } }]],
            },
          ],
        },
      },
    ]);
    expect(again(source)).toBe(source);
  });

  test('without a heading are written with an empty first row, and so read', () => {
    const source = '| | |\n| - | - |\n| a | b |\n';
    expect(blocksOf(source)[0]).toMatchObject({ type: 'table', table: { rows: [{ id: '' }] } });
    expect(blocksOf(source)[0]).not.toHaveProperty('header');
    expect(again(again(source))).toBe(again(source));
    expect(again(source).replace(/ +/g, ' ')).toBe(source);
  });

  test('are rectangles, whatever was written', () => {
    const source = '| a |\n| - |\n| b | c |\n| |';
    const rows = blocksOf(source)[0]?.table?.rows.map(({ cells }) => cells.length);
    expect(rows).toEqual([2, 2, 2]);
  });

  test('stand in lists, quotes and callouts', () => {
    const source = '- a\n\n  | b |\n  | - |\n\n> [!TIP]\n> c\n>\n> | d |\n> | - |\n';
    expect(blocksOf(source).map(({ type, depth }) => [type, depth])).toEqual([
      ['bullet', undefined],
      ['table', 1],
      ['callout', undefined],
      ['table', 1],
    ]);
    expect(again(source)).toBe(source);
  });

  test('of which most cells are missing stay as they are written', () => {
    const wide = `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|b|\n'.repeat(1000)}`;
    expect(blocksOf(wide)).toEqual([
      { type: 'code', raw: true, language: 'markdown', content: [{ text: wide.trimEnd() }] },
    ]);
  });

  test('without columns are nothing', () => {
    expect(write({ type: 'table', content: [], table: { columns: [], rows: [] } })).toBe('');
  });

  test('lose the code in a cell rather than a bar behind a backslash, and no text', () => {
    const cells: Inline[][] = [[{ text: 'a\\|b', marks: { code: true } }]];
    const table = { columns: [{ id: '' }], rows: [{ id: '', cells }] };
    const written = write({ type: 'table', header: true, content: [], table });
    expect(blocksOf(written)[0]?.table?.rows[0]?.cells).toEqual([[{ text: 'a\\|b' }]]);
  });
});

describe('Callouts', () => {
  test('are alerts, with all that the quote holds', () => {
    const source = '> [!WARNING]\n> a *b*\n>\n> c\n>\n> - d\n';
    expect(blocksOf(source)).toEqual([
      {
        type: 'callout',
        tone: 'warning',
        content: [{ text: 'a ' }, { text: 'b', marks: { italic: true } }],
      },
      { type: 'paragraph', depth: 1, content: [{ text: 'c' }] },
      { type: 'bullet', depth: 1, content: [{ text: 'd' }] },
    ]);
    expect(again(source)).toBe(source);
  });

  test('have an icon that somebody chose in a comment', () => {
    const source = '> [!NOTE]\n> <!-- icon: 🔥 -->\n>\n> a\n';
    expect(blocksOf(source)).toEqual([
      { type: 'callout', tone: 'note', icon: '🔥', content: [{ text: 'a' }] },
    ]);
    expect(again(source)).toBe(source);
  });

  test.each(['> \\[!NOTE]\n> a\n', '> \\[!NOTE] a\n', '> \\[!OTHER]\n> a\n'])(
    'are no quotes that say %s',
    (source) => {
      expect(blocksOf(source)[0]?.type).toBe('quote');
      expect(again(source)).toBe(source.replace(/\]\n> a/, '] a'));
    },
  );

  test('keep what is highlighted in their first line', () => {
    const content: Inline[] = [
      { text: 'marked', marks: { highlight: 'yellow' } },
      { text: ' and ' },
      { text: 'a@b.org', marks: { highlight: 'yellow' } },
    ];
    const blocks: BlockContent[] = [
      { type: 'bullet', content: [{ text: 'a' }] },
      { type: 'callout', tone: 'tip', depth: 1, content },
    ];
    const source = formatMarkdown({ title: '', blocks });
    expect(source).toBe('- a\n\n  > [!TIP]\n  > ==marked== and ==a\\@b.org==\n');
    expect(blocksOf(source)).toMatchObject(blocks);
    expect(contentOf('> [!NOTE] \n> ==so== it \\==is==\n')).toEqual([
      { text: 'so', marks: { highlight: 'yellow' } },
      { text: ' it ==is==' },
    ]);
  });

  test('and quotes beside them stay apart', () => {
    const source = '> a\n\n> [!TIP]\n> b\n\n> c\n';
    expect(blocksOf(source).map(({ type, start }) => [type, start])).toEqual([
      ['quote', undefined],
      ['callout', undefined],
      ['quote', undefined],
    ]);
    expect(again(source)).toBe(source);
  });
});

describe('Toggles', () => {
  test('are details with a summary, and what stands between', () => {
    const source =
      '<details>\n<summary>a <strong>b</strong> &lt; <kbd>c</kbd></summary>\n\nd\n\n- e\n\n' +
      '<details>\n<summary>f</summary>\n\n</details>\n\n</details>\n\ng\n';
    expect(blocksOf(source).map(({ type, depth }) => [type, depth])).toEqual([
      ['toggle', undefined],
      ['paragraph', 1],
      ['bullet', 1],
      ['toggle', 1],
      ['paragraph', undefined],
    ]);
    expect(contentOf(source)).toEqual([
      { text: 'a ' },
      { text: 'b', marks: { bold: true } },
      { text: ' < ' },
      { embed: { object: 'html', value: '<kbd>' } },
      { text: 'c' },
      { embed: { object: 'html', value: '</kbd>' } },
    ]);
    expect(again(source)).toBe(source);
  });

  test('have a summary in any language', () => {
    const blocks = [{ type: 'toggle', content: [{ text: 'İSTANBUL’DAN İZMİR’E' }] }];
    const source = formatMarkdown({ title: '', blocks });
    expect(blocksOf(source)).toEqual(blocks);
    expect(contentOf(source.replaceAll('summary', 'SUMMARY'))).toEqual(blocks[0]!.content);
  });

  test('have the mark of a footnote in their heading', () => {
    const mark = (more: object) => ({ embed: { object: 'footnote', label: 'a&"1', ...more } });
    const blocks: BlockContent[] = [
      { type: 'toggle', content: [{ text: 'Proof', marks: { bold: true } }, mark({})] },
      paragraph(mark({ text: true }), { text: ' by contradiction' }),
    ];
    const source = write(...blocks);
    expect(source).toContain('<sup data-footnote="a&amp;&quot;1">a&amp;&quot;1</sup></summary>');
    expect(blocksOf(source)).toEqual(blocks);
    // What somebody wrote into it since is not taken for the mark.
    const changed = source.replace('1</sup>', '1, 2</sup>');
    expect(contentOf(again(changed)).map((run) => 'text' in run && run.text)).toContain('a&"1, 2');
  });

  test('are read as people write them', () => {
    const source =
      '<details open><summary> <b>a</b> &nbsp;\n  <a href="/b">c</a></summary>\n\nd\n</details>\n' +
      '<details>\n  <summary>e</summary>\n\nf\n\n</details>';
    expect(again(source)).toBe(
      '<details>\n<summary><strong>a</strong> &nbsp; <a href="/b">c</a></summary>\n\nd\n\n' +
        '</details>\n\n<details>\n<summary>e</summary>\n\nf\n\n</details>\n',
    );
  });

  test.each([
    ['end nowhere', '<details>\n<summary>a</summary>\n\nb'],
    ['begin nowhere', 'a\n\n</details>'],
    ['have no summary', '<details>\n\na\n\n</details>'],
    ['hold no Markdown', '<details>\n<summary>a</summary>\nb\n</details>'],
    ['have other attributes', '<details class="a">\n<summary>b</summary>\n\nc\n\n</details>'],
  ])('are no details that %s', (_, source) => {
    expect(blocksOf(source).some(({ type }) => type === 'toggle')).toBe(false);
    expect(again(source)).toBe(`${source}\n`);
  });

  test('in quotes keep what they hold', () => {
    const source = '> a\n>\n> <details>\n> <summary>b</summary>\n>\n> c\n>\n> </details>\n>\n> d\n';
    expect(blocksOf(source).map(({ type, depth }) => [type, depth])).toEqual([
      ['quote', undefined],
      ['toggle', 1],
      ['paragraph', 2],
      ['quote', undefined],
    ]);
    expect(again(source)).toBe(source);
  });
});

describe('Pictures and files', () => {
  test('are an image alone, with a caption as its title or, formatted, below it', () => {
    const image = { type: 'image', src: '/i.png', alt: 'a' };
    expect(blocksOf('![a](/i.png)')).toEqual([{ ...image, content: [] }]);
    expect(blocksOf('![a](/i.png "b *c*")')).toEqual([{ ...image, content: [{ text: 'b *c*' }] }]);
    expect(blocksOf('![a](/i.png)\\\n*b*')).toEqual([
      { ...image, content: [{ text: 'b', marks: { italic: true } }] },
    ]);
    for (const source of ['![a](/i.png "b *c*")\n', '![a](/i.png)\\\n*b*\n']) {
      expect(again(source)).toBe(source);
    }
  });

  test.each([
    'text ![a](/i.png)\n',
    '[![a](/i.png)](/b)\n',
    '![a](/i.png) ![b](/i.png)\n',
    '![a](/i.png)\\\n![b](/i.png)\n',
    '![a](/i.png)\\\nplain\n',
    '- ![a](/i.png)\n',
  ])('are not images inside text: %s', (source) => {
    expect(blocksOf(source).some(({ type }) => type === 'image')).toBe(false);
    expect(again(source)).toBe(source);
  });

  test('are a link that says it leads to a file', () => {
    const source = '[plan *a*.pdf](/p "File, application/pdf, 4821 bytes")\\\n**b** c\n';
    const read = blocksOf(again(source.replaceAll('*a*', '\\*a\\*')));
    expect(read).toEqual([
      {
        type: 'file',
        src: '/p',
        name: 'plan *a*.pdf',
        size: 4821,
        mime: 'application/pdf',
        content: [{ text: 'b', marks: { bold: true } }, { text: ' c' }],
      },
    ]);
    expect(blocksOf('[a](/p "File it")')[0]?.type).toBe('paragraph');
  });

  test('without an address that may be one are text', () => {
    const file = { type: 'file', src: 'javascript:x', name: 'a', content: [{ text: 'b' }] };
    expect(write(file)).toBe('a\\\nb\n');
    expect(blocksOf('![a](<javascript:x>)')[0]?.type).toBe('paragraph');
  });
});

describe('Formulas', () => {
  test('stand between lines of dollars', () => {
    const source = '$$\n\\frac{a}{b}\n\n  = c\n$$\n';
    expect(blocksOf(source)).toEqual([
      { type: 'formula', content: [{ text: '\\frac{a}{b}\n\n  = c' }] },
    ]);
    expect(again(source)).toBe(source);
    for (const other of ['$$ x $$', '$$x\n$$', '```math\nx\n```', '$$\nx', '$$$\nx\n$$$']) {
      expect(again(other), other).toBe('$$\nx\n$$\n');
    }
    expect(write({ type: 'formula', content: [{ text: 'a\n$$\nb' }] })).toBe(
      '$$$\na\n$$\nb\n$$$\n',
    );
  });

  test('stand inside a line, also where dollars alone would not be read', () => {
    const formula = (source: string): Inline => ({ embed: { object: 'formula', source } });
    expect(contentOf('a $x_1 \\$ y_2$, $`b`$')).toEqual([
      { text: 'a ' },
      formula('x_1 \\$ y_2'),
      { text: ', ' },
      formula('b'),
    ]);
    expect(write(paragraph({ text: 'a' }, formula('x'), { text: 'b' }))).toBe('a$`x`$b\n');
    expect(write(paragraph(formula('x'), formula('y\nz')))).toBe('$`x`$$`y z`$\n');
    const bars = '| $a \\| b$ |\n| - |\n';
    expect(blocksOf(bars)[0]?.table?.rows[0]?.cells[0]).toEqual([formula('a | b')]);
    expect(again(bars)).toBe(bars);
  });

  test.each([
    'It costs $5 and 10 $ more.',
    '$5 or $10, US$20',
    'echo $HOME $PATH',
    'a$b$c',
    'one $ and another $',
    '$$ is a process',
  ])('are no prices, variables or pairs of signs: %s', (text) => {
    expect(contentOf(text)).toEqual([{ text }]);
    expect(contentOf(write(paragraph({ text })))).toEqual([{ text }]);
  });

  test('are not made by text that looks like one', () => {
    const text = '$a$ and $$b$$ and $`c`$';
    expect(contentOf(write(paragraph({ text })))).toEqual([{ text }]);
    expect(write(paragraph({ text: 'only $5' }))).toBe('only $5\n');
  });
});

describe('Text', () => {
  test('says the names of people and dates', () => {
    const content: Inline[] = [
      { embed: { object: 'mention', name: 'Ada', person: 'p1' }, marks: { bold: true } },
      { text: ' by ' },
      { embed: { object: 'date', date: '2026-03-04' } },
    ];
    expect(write(paragraph(...content))).toBe('**@Ada** by 2026-03-04\n');
  });

  test('has its formatting, also from pairs of HTML tags', () => {
    expect(contentOf('**a** *b* ~~c~~ `d` <u>e</u> <mark>f</mark> ***g***')).toEqual([
      { text: 'a', marks: { bold: true } },
      { text: ' ' },
      { text: 'b', marks: { italic: true } },
      { text: ' ' },
      { text: 'c', marks: { strike: true } },
      { text: ' ' },
      { text: 'd', marks: { code: true } },
      { text: ' ' },
      { text: 'e', marks: { underline: true } },
      { text: ' ' },
      { text: 'f', marks: { highlight: 'yellow' } },
      { text: ' ' },
      { text: 'g', marks: { italic: true, bold: true } },
    ]);
  });

  test('has objects for images and HTML it has no formatting for', () => {
    expect(contentOf('![alt](src.png "title") <kbd>K</kbd>')).toEqual([
      { embed: { object: 'image', src: 'src.png', alt: 'alt', title: 'title' } },
      { text: ' ' },
      { embed: { object: 'html', value: '<kbd>' } },
      { text: 'K' },
      { embed: { object: 'html', value: '</kbd>' } },
    ]);
  });

  test('has links, resolved, with their titles', () => {
    const link = { link: 'https://site.example/' };
    expect(contentOf('[a](https://site.example/ "T")')).toEqual([
      { text: 'a', marks: { ...link, linkTitle: 'T' } },
    ]);
    expect(contentOf('[a][r]\n\n[r]: https://site.example/')).toEqual([{ text: 'a', marks: link }]);
    expect(contentOf('<https://site.example/>')).toEqual([{ text: link.link, marks: link }]);
    expect(contentOf('https://site.example/')).toEqual([{ text: link.link, marks: link }]);
    expect(contentOf('me@site.example')).toEqual([
      { text: 'me@site.example', marks: { link: 'mailto:me@site.example' } },
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java&#9;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
  ])('does not link to %s', (address) => {
    const content = contentOf(`[click](<${address}>) ![see](<${address}>)`);
    expect(content).toHaveLength(1);
    expect(content[0]).not.toHaveProperty('marks');
    expect(content[0]).toHaveProperty('text', expect.stringMatching(/^\[click\]\(.+!\[see\]\(/));
  });

  test('breaks lines where the source says so, and not where it merely goes on', () => {
    expect(contentOf('a\\\nb  \nc<br>d\ne')).toEqual([{ text: 'a\nb\nc\nd e' }]);
    expect(write(paragraph({ text: 'a\nb' }))).toBe('a\\\nb\n');
    expect(write(paragraph({ text: '\na\n' }))).toBe('<br>a<br>\n');
    expect(write({ type: 'heading', level: 3, content: [{ text: 'a\nb' }] })).toBe('### a<br>b\n');
  });

  test('goes on without a blank where its script has none, and each line stays where all are meant', () => {
    const source =
      '今日は天気が\n良いです。\nABCと\nDEF は\n**「続」**\n「きます」 𠮷\n野\n한국\n말';
    const text = contentOf(source).map((run) => ('text' in run ? run.text : ''));
    expect(text.join('')).toBe('今日は天気が良いです。 ABCと DEF は「続」「きます」 𠮷野 한국 말');
    const lines = '# Shop\n\nmilk\n*two* loaves\n\n- eggs\n  or not\n\n> a\nb `c\nd`\n';
    const { title, blocks } = parseMarkdown(lines, { keepsLines: true });
    expect(title).toBe('Shop');
    expect(blocks.map(textOf)).toEqual(['milk\ntwo loaves', 'eggs\nor not', 'a\nb c d']);
    expect(blocks[0]?.content[1]).toEqual({ text: 'two', marks: { italic: true } });
    expect(blocksOf(write(...blocks))).toEqual(blocks);
  });

  test('stays readable: only what would be read as syntax is escaped', () => {
    const plain = 'AT&T 3 < 4, snake_case (see http) 1.5% - a + b = c; C# & "quotes"';
    expect(write(paragraph({ text: plain }))).toBe(`${plain}\n`);
  });

  test('of a link may hold brackets, code with back-ticks and formatting', () => {
    const link = { link: 'https://site.example/a_(b)?x=1&y=2' };
    const content: Inline[] = [
      { text: 'a [b] ', marks: link },
      { text: '`c``', marks: { ...link, code: true } },
      { text: ' d', marks: { ...link, italic: true } },
    ];
    expect(contentOf(write(paragraph(...content)))).toEqual([
      content[0],
      content[1],
      { text: ' ', marks: link },
      { text: 'd', marks: { ...link, italic: true } },
    ]);
  });
});

describe('Documents of any blocks', () => {
  test('are the same after writing and reading, but for what Markdown cannot say', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const doc = randomDocument(seeded(seed));
      const written = formatMarkdown(doc);
      expect(parseMarkdown(written), `seed ${seed}:\n${written}`).toEqual(asMarkdownSays(doc));
    }
  });

  test('do not change when they are read and written once more', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const once = again(formatMarkdown(randomDocument(seeded(seed))));
      expect(again(once), `seed ${seed}`).toBe(once);
    }
  });

  test('lose no letter of their text', () => {
    const letters = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu) ?? [];
    for (let seed = 1; seed <= 200; seed++) {
      const doc = randomDocument(seeded(seed));
      const text = ({ content }: BlockContent): string =>
        content.map((run) => ('text' in run ? run.text : '')).join('');
      const read = parseMarkdown(formatMarkdown(doc));
      const after = [read.title ?? '', ...read.blocks.map(text)].join('');
      const before = doc.blocks.map(text).join('');
      expect(letters(after).length, `seed ${seed}`).toBeGreaterThanOrEqual(letters(before).length);
    }
  });
});

test('a text that begins with a mark of byte order keeps it', () => {
  const blocks: BlockContent[] = [{ type: 'paragraph', content: [{ text: '\uFEFFtext' }] }];
  expect(parseMarkdown(formatMarkdown({ title: '', blocks })).blocks).toEqual(blocks);
});
