// @vitest-environment jsdom
/** Whatever a file brings along, all of it can be sent, and the bytes of pictures are attachments. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { attachmentsIn } from '../../shared/document/attachments.ts';
import { readBlocks } from '../../shared/document/body.ts';
import { createDocument } from '../../shared/document/create.ts';
import { textOf } from '../../shared/document/plain-text.ts';
import type { BlockContent } from '../../shared/document/schema.ts';
import { parseMarkdown } from '../../shared/formats/markdown.ts';
import { seeded } from '../../shared/formats/testing/random-blocks.ts';
import { splitUpdate } from '../replica/split-update.ts';
import { takeIn } from './taken-in.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const large = (type: string, letter: string) =>
  `data:image/${type};base64,${PNG.slice(0, -2)}${letter.repeat(500_000)}`;

/** Less than a frame's, so that the test need not make more of everything. */
const FRAME_BYTES = 450_000;

/** A document of these blocks, as it would be sent. */
function sent(blocks: BlockContent[]): Y.Doc {
  const doc = new Y.Doc();
  createDocument(doc, { title: 'T', blocks });
  const there = new Y.Doc();
  for (const part of splitUpdate(Y.encodeStateAsUpdate(doc), FRAME_BYTES)) {
    expect(part.length).toBeLessThanOrEqual(FRAME_BYTES);
    Y.applyUpdate(there, part);
  }
  expect(readBlocks(there)).toEqual(readBlocks(doc));
  return there;
}

test('pictures as data become attachments, large and small, alone and in lines, cells and HTML', async () => {
  const small = `data:image/png;base64,${PNG}`;
  const source = [
    `![hill](${large('png', 'A')})`,
    `so ![a](${small}) and ![b](${large('webp', 'B')})`,
    `| a |\n| - |\n| ![c](${small}) |`,
    `<p align="center"><img src="${large('jpeg', 'C')}" alt="lake"></p>`,
    `in a line <img src="${small}" alt="x"> too`,
    'behind',
  ].join('\n\n');
  const { blocks, files } = await takeIn(parseMarkdown(source).blocks);
  expect(JSON.stringify(blocks)).not.toContain('data:');
  expect(files.size).toBe(4);
  expect([...attachmentsIn(blocks)].sort()).toEqual([...files.keys()].sort());
  expect(blocks.map(({ type }) => type)).toEqual([
    'image',
    'paragraph',
    'table',
    'image',
    'paragraph',
    'paragraph',
  ]);
  expect([...files.values()].map(({ type }) => type).sort()).toEqual([
    'image/jpeg',
    'image/png',
    'image/png',
    'image/webp',
  ]);
  expect(textOf(readBlocks(sent(blocks)).at(-1)!)).toBe('behind');
});

const HOSTILE = [
  'data:image/png;base64,',
  'data:image/png;base64,!!!!',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:text/html,<script>alert(1)</script>',
  'data:,',
  'data:image/png',
  `data:image/png;${'a=b;'.repeat(100_000)},x`,
  `data:text/html;base64,${'A'.repeat(500_000)}`,
  `data:image/svg+xml;base64,${'A'.repeat(500_000)}`,
  `https://example.org/${'a'.repeat(500_000)}`,
  `DATA:IMAGE/PNG;BASE64,${'%41'.repeat(170_000)}`,
];

test.each(HOSTILE.map((address) => [address.slice(0, 40), address] as const))(
  'a hostile address is no picture, and nothing of the text is held back: %s',
  async (_, address) => {
    for (const markdown of [
      `![alt](<${address}>)`,
      `a ![alt](<${address}>) b`,
      `[link](<${address}>)`,
      `<img src="${address}">`,
      `a <img alt="alt" src="${address}"> b`,
      `[f](<${address}> "File")`,
      `[b](<${address}> "Bookmark")`,
    ]) {
      const { blocks } = await takeIn(parseMarkdown(`${markdown}\n\nbehind`).blocks);
      const there = readBlocks(sent(blocks));
      expect(there.map(textOf).join('\n')).toContain('behind');
    }
  },
);

test('whatever is long in a file, it can be sent', { timeout: 240_000 }, async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = seeded(seed);
    const long = () =>
      'abc đ 🎒 '
        .repeat(Math.floor(random() * 20_000))
        .slice(0, 120_000)
        .toWellFormed();
    const pieces: (() => string)[] = [
      () => `\`\`\`${long().replace(/\s/g, '')}\nx\n\`\`\``,
      () => `![${long()}](a.png)`,
      () => `![a](a.png "${long()}")`,
      () => `[a](https://example.org/ "${long()}")`,
      () => `<!-- ${long()} -->`,
      () => `a <kbd title="${long()}"> b`,
      () => `$${long()}$`,
      () => `# ${long()}`,
      () => long(),
    ];
    const source = Array.from({ length: 2 }, () =>
      pieces[Math.floor(random() * pieces.length)]!(),
    ).join('\n\n');
    const { blocks } = await takeIn(parseMarkdown(`${source}\n\nbehind`).blocks);
    const there = readBlocks(sent(blocks));
    expect(textOf(there.at(-1)!), `seed ${seed}`).toBe('behind');
  }
});

test('a picture in HTML that leads somewhere still does', async () => {
  const html = (href: string) =>
    `<p align="center"><a href="${href}"><img src="a.png" alt="A"></a></p>`;
  const source = [html('https://example.org/'), html('javascript:x')].join('\n\n');
  const { blocks } = await takeIn(parseMarkdown(source).blocks, async (path) => new Blob([path]));
  const picture = { src: expect.stringMatching(/^attachments\//), alt: 'A' };
  expect(blocks).toMatchObject([
    { type: 'paragraph', content: [{ embed: picture, marks: { link: 'https://example.org/' } }] },
    { type: 'image', ...picture },
  ]);
});

test('what is said of a file beside the text stays: the words of a link, a caption', async () => {
  const source = [
    '[Please *read* this](plan%20a1.pdf)',
    '[**Please**](plan%20a1.pdf)',
    '[The hill](hill.png)',
    '[plan a1.pdf](plan%20a1.pdf)',
    '[Plan](plan%20a1.pdf "File, application/pdf, 9 bytes")\\\nof *all*',
  ].join('\n\n');
  const { blocks } = await takeIn(parseMarkdown(source).blocks, async (path) => new Blob([path]));
  expect(blocks.map((block) => [block.type, block.name, textOf(block)])).toEqual([
    ['paragraph', undefined, 'Please read this'],
    ['file', 'plan a1.pdf', 'Please'],
    ['image', undefined, 'The hill'],
    ['file', 'plan a1.pdf', ''],
    ['file', 'Plan', 'of all'],
  ]);
  expect(blocks[1]?.content).toEqual([{ text: 'Please', marks: { bold: true } }]);
});

test('what lies beside the text is taken in, by any way of writing its path', async () => {
  const beside = new Map([
    ['plan.png', new Blob(['plan'])],
    ['pictures/my hill.png', new Blob(['hill'])],
    ['notes.pdf', new Blob(['pdf'], { type: 'application/pdf' })],
  ]);
  const source =
    '![Plan](plan.png)\n\n![](./pictures/my%20hill.png) and ![](pictures/my%20hill.png?raw=1)\n\n' +
    '[The notes](notes.pdf)\n\n![](../../etc/passwd)\n\n![](https://example.org/plan.png)\n\n[other](other.md)';
  const { blocks, files } = await takeIn(
    parseMarkdown(source).blocks,
    async (path) => beside.get(path) ?? null,
  );
  expect(files.size).toBe(3);
  expect(blocks.map(({ type }) => type)).toEqual([
    'image',
    'paragraph',
    'file',
    'image',
    'image',
    'paragraph',
  ]);
  expect(blocks[0]).toMatchObject({
    alt: 'Plan',
    src: expect.stringMatching(/^attachments\/[0-9a-f]{64}$/),
  });
  expect(blocks[2]).toMatchObject({ name: 'notes.pdf', size: 3, mime: 'application/pdf' });
  expect(blocks[3]?.src).toBe('../../etc/passwd');
});
