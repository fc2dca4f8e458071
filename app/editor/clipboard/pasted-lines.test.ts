/** Lines of pasted text with signs of Markdown in it: which stay lines. */
import { expect, test } from 'vitest';
import { sketchBlocks } from '../../../shared/document/testing/sketch.ts';
import { parseMarkdown } from '../../../shared/formats/markdown.ts';
import { withLinesKept } from './pasted-lines.ts';

const read = (text: string) =>
  sketchBlocks(parseMarkdown(withLinesKept(text)).blocks.map((block) => ({ ...block, id: '' })));

test.each([
  [
    'notes around a list',
    'Meeting 5 May\nAttendees: Ana, Ben\n- item one\n- item two\nNext: 7 May\nPlace: Room 3',
    [
      'Meeting 5 May',
      'Attendees: Ana, Ben',
      '- item one',
      '- item two',
      'Next: 7 May',
      'Place: Room 3',
    ],
  ],
  [
    'a letter that begins with a day',
    '3. Oktober\r\nLiebe Anna,\r\n**wie** geht es dir?\r\n\r\nBen',
    ['1. Oktober', 'Liebe Anna,', '*wie* geht es dir?', 'Ben'],
  ],
  [
    'an answer below what it is to',
    '> one\n> two\n> > deep\n> back\nand I say',
    ['> one', '> two', '  > deep', '> back', 'and I say'],
  ],
  [
    'numbers that go on from elsewhere',
    'as said\n2. two\n3. three\nso',
    ['as said', '1. two', '1. three', 'so'],
  ],
  ['lines below a divider', '---\na\nb', ['---', 'a', 'b']],
  ['lines of other scripts', '# 会议\n第一行\n第二行', ['第一行', '第二行']],
])('%s', (_, text, blocks) => {
  expect(read(text)).toEqual(blocks);
});

test.each([
  ['code', '```js\nlet a;\nlet b;\n```\n\n~~~\n```\nc\nd\n~~~'],
  ['code in a quote and in an item', '> ```\n> a\n> b\n> ```\n\n- c\n  ```\n  d\n  e\n  ```'],
  ['a formula', '$$\na\nb\n$$'],
  ['a table', 'a | b\n--- | ---\nc | d\ne | f\n\n| g |\n| - |\n| h |\n| i |'],
  ['HTML', '<details>\n<summary>a</summary>\nb\nc\n</details>'],
  ['a header', '---\na: b\nc: d\n---\n\n# e'],
  ['an alert', '> [!NOTE]\n> a'],
  ['items that are set in', '- a\n  b\n  c\n1. d\n   e'],
  ['headings that are underlined', 'a\n===\n\nb\n---'],
  ['formatting over several lines', '- **a\nb**\n\nc `d\ne` f'],
  ['a line that says that it goes on', '- a\n\nb  \nc\\\nd'],
  [
    'text set in a width',
    '# Tides\n\nThe gravity of the moon and of the sun makes the water of the oceans rise\n' +
      'and fall twice a day. Where both pull in one line, at new moon and at full\n' +
      'moon, there is a **spring tide**.\n\n- An item of a list may be longer than a line, and goes on in the next\nwithout being set in.',
  ],
])('%s stays as it is', (_, text) => {
  expect(withLinesKept(text)).toBe(text);
});

test('of a text with more lines than a function takes arguments the lines are kept, too', () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `note ${index}`);
  expect(withLinesKept(lines.join('\n'))).toBe(lines.join('\n\n'));
});
