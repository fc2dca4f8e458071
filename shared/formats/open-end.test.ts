/** Whatever a document keeps word for word, the rest of it comes back from a file as it was. */
import { expect, test } from 'vitest';
import { textOf } from '../document/plain-text.ts';
import type { BlockContent } from '../document/schema.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { seeded } from './testing/random-blocks.ts';

const OPEN = [
  '<pre>',
  '<pre>\n\na',
  '<PRE class="x">text',
  '<script>\nlet a;\n\nlet b;',
  '<style>\n\np { }',
  '<textarea>\n\n',
  '<!-- a comment',
  '<!-- a\n\n```\n',
  '<?php\n\necho 1;',
  '<!DOCTYPE html',
  '<![CDATA[\n\nx',
  '```\ncode',
  '````js\n```\n\ncode',
  '~~~\n\ncode',
  '$$\nx',
  '$$$\n$$\nx',
  '<details>',
  '<details>\n<pre>\n\n',
  '</details>',
  '<details open class="x">\n\n',
  '<div>\n<pre>\n\n</div>',
  '- a\n\n  <pre>\n\n  b',
  '> ```\n> a',
  '<pre>\n```\n\n$$\n<!--',
  '[^1]: a\n\n    ```\n    b',
];
const raw = (text: string): BlockContent => ({
  type: 'code',
  raw: true,
  language: 'html',
  content: [{ text }],
});
const line = (text: string): BlockContent => ({ type: 'paragraph', content: [{ text }] });

test.each(OPEN)('what follows %j is read as it was', (source) => {
  const blocks = [
    line('before'),
    raw(source),
    line('behind'),
    { ...line('second'), type: 'heading', level: 2 },
  ];
  const written = formatMarkdown({ title: 'T', blocks });
  const read = parseMarkdown(written).blocks;
  expect(read.slice(-2), written).toEqual(blocks.slice(-2));
  const letters = (text: string) => text.match(/\w/g) ?? [];
  expect(letters(read.map(textOf).join()).length).toBeGreaterThanOrEqual(
    letters(blocks.slice(0, 1).map(textOf).join()).length,
  );
  // And is the same when it is written once more.
  const again = (text: string) => formatMarkdown({ ...parseMarkdown(text), title: 'T' });
  expect(again(again(written))).toBe(again(written));
});

test('several of them, among and in other blocks, hold nothing back', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = seeded(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)]!;
    const blocks: BlockContent[] = [];
    for (let index = 0; index < 8; index++) {
      const depth = Math.floor(random() * 3);
      if (random() < 0.4) blocks.push({ ...raw(pick(OPEN)), depth });
      else
        blocks.push({
          ...line(`word${index}`),
          type: pick(['paragraph', 'bullet', 'quote', 'toggle', 'callout']),
          depth,
        });
    }
    blocks.push(line('the end'));
    const written = formatMarkdown({ title: '', blocks });
    const read = parseMarkdown(written).blocks;
    const plain = read.filter((block) => !block.raw && block.type !== 'code').map(textOf);
    const wanted = blocks.filter((block) => !block.raw).map(textOf);
    for (const text of wanted)
      expect(
        plain.filter((one) => one === text),
        `seed ${seed}: "${text}" in\n${written}`,
      ).toHaveLength(1);
  }
});
