import { describe, expect, test } from 'vitest';
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
    ['a table', 'markdown', '| a | b |\n| :- | -: |\n| `1` | [x][r] |'],
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
    const source = '- a\n\n  > | t |\n  > | - |\n  > | 1 |\n';
    expect(blocksOf(source)[2]?.content).toEqual([{ text: '| t |\n| - |\n| 1 |' }]);
    expect(again(source)).toBe(source);
  });

  test('of a kept table still find their definitions', () => {
    const source = '| [a][r] |\n| - |\n\n[b][r] [c][s]\n\n[r]: /r\n[s]: /s\n';
    expect(again(source)).toBe('| [a][r] |\n| - |\n\n[b](/r) [c](/s)\n\n[r]: /r\n');
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
    const block = { type: 'callout', content: [{ text: 'Hear: ' }, { embed: { object: 'poll' } }] };
    expect(write(block)).toBe('Hear: <!-- {"object":"poll"} -->\n');
  });
});

describe('Text', () => {
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
