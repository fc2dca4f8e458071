/** Which written addresses become links, and how one takes that back. */
import { undoInputRule } from 'prosemirror-inputrules';
import { expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { insertBreak, splitBlock } from '../commands/commands.ts';
import { markdownRules } from '../input/input-rules.ts';
import { Headless } from '../testing/headless.ts';
import { addressesIn } from './autolink.ts';

const begin = (...lines: string[]) => new Headless(documentOf(lines), {}, [markdownRules()]);
const typed = (text: string) => sketch(begin('').select(0, 0).keys(text).doc);

test.each([
  ['https://example.org', 'https://example.org'],
  ['see http://example.org/a_b?c=d#e, and', 'http://example.org/a_b?c=d#e'],
  ['www.example.org.', 'https://www.example.org'],
  ['(https://en.wikipedia.org/wiki/Rust_(film))', 'https://en.wikipedia.org/wiki/Rust_(film)'],
  ['“https://example.org”', 'https://example.org'],
  ['ana.lee@mail.example.org!', 'mailto:ana.lee@mail.example.org'],
  ['Jürgen@example.org', 'mailto:Jürgen@example.org'],
  ['ju\u0308rgen@example.org', 'mailto:ju\u0308rgen@example.org'],
  ['ana@mail.exämple.org', 'mailto:ana@mail.exämple.org'],
  ['请联系ana@example.org谢谢', 'mailto:ana@example.org'],
  ['见https://example.org/a。', 'https://example.org/a'],
  ['（https://example.org/a）、再', 'https://example.org/a'],
  ['https://example.org，然后看', 'https://example.org'],
  ['「www.example.org」', 'https://www.example.org'],
  ['زر https://example.org/a، ثم', 'https://example.org/a'],
  ['https://example.org؟', 'https://example.org'],
  ['देखें https://example.org।', 'https://example.org'],
  ['دیکھیں https://example.org۔', 'https://example.org'],
  ['տե՛ս https://example.org։', 'https://example.org'],
  ['‹https://example.org›', 'https://example.org'],
  ['https://ja.wikipedia.org/wiki/佐々木', 'https://ja.wikipedia.org/wiki/佐々木'],
])('"%s" has the address %s', (text, href) => {
  expect(addressesIn(text).map((address) => address.href)).toEqual([href]);
});

test.each(['example.org', 'www.', 'https://', 'a@b', '@ana', 'ftp://example.org', 'x:www.'])(
  '"%s" has none',
  (text) => {
    expect(addressesIn(text)).toEqual([]);
  },
);

test('a blank or Enter behind an address makes it a link; what comes next is none', () => {
  expect(typed('see https://a.org/x_y_z, (www.b.org) or ana@c.org. So')).toEqual([
    'see <https://a.org/x_y_z>, (<www.b.org>) or <ana@c.org>. So',
  ]);
  for (const key of [splitBlock, insertBreak]) {
    const editor = begin('').select(0, 0).keys('https://a.org');
    editor.run(key);
    editor.keys('x');
    expect(sketch(editor.doc).join('↵')).toBe('<https://a.org>↵x');
  }
});

test('Backspace right behind it takes the link back, and code has no links', () => {
  const editor = begin('').select(0, 0).keys('https://a.org ');
  expect(editor.run(undoInputRule)).toBe(true);
  expect(sketch(editor.doc)).toEqual(['https://a.org ']);
  expect(sketch(begin('| ').select(0, 0).keys('https://a.org ').doc)).toEqual(['| https://a.org ']);
  expect(typed('`x https://a.org y` ')).toEqual(['`x https://a.org y` ']);
});

test('the last letters may come with the blank, as input methods hand them over', () => {
  const editor = begin('').select(0, 0).keys('see www.a.');
  const { view, state } = editor;
  const at = state.selection.head;
  const insert = () => editor.state.tr.insertText('org ');
  const isHandled = state.plugins.some((plugin) =>
    plugin.props.handleTextInput?.call(plugin, view, at, at, 'org ', insert),
  );
  expect(isHandled).toBe(true);
  expect(sketch(editor.keys('x').doc)).toEqual(['see <www.a.org> x']);
});
