// @vitest-environment jsdom
/** Where in a document it stands what is pasted into one of its lines. */
import { describe, expect, test } from 'vitest';
import { BlockSelection, selectBlocks } from '../selection/block-selection.ts';
import { Page, type Payload } from '../testing/pasting.ts';

const LIST: Payload = { 'text/html': '<ul><li>x<ul><li>y</li></ul></li><li>z</li></ul>' };
const TWO: Payload = { 'text/html': '<p>x</p><p>y</p>' };
const plain = (text: string): Payload => ({ 'text/plain': text });
/** With the caret behind the first `^`. */
const pasted = (lines: readonly string[], data: Payload): string[] => {
  const page = new Page(lines.map((line) => line.replace('^', '')));
  const at = lines.findIndex((line) => line.includes('^'));
  let position = 1;
  for (let index = 0; index < at; index++) position += page.view.state.doc.child(index).nodeSize;
  const before = /^(?: {2})*(?:#+ |- |> |\[[ x]\] |!tip |▣ |▸ )?(.*)\^/.exec(lines[at]!)![1]!;
  page.caret(position + before.length).paste(data);
  return page.sketch;
};

describe('What is pasted', () => {
  test('in a nested item is nested with it', () => {
    expect(pasted(['- a', '  - ^'], LIST)).toEqual(['- a', '  - x', '    - y', '  - z']);
    expect(pasted(['- a', '  - b^c'], LIST)).toEqual(['- a', '  - bx', '    - y', '  - zc']);
  });

  test('in a callout or toggle stays inside', () => {
    expect(pasted(['!tip a^b', 'c'], TWO)).toEqual(['!tip ax', '  yb', 'c']);
    expect(pasted(['▸ a^'], LIST)).toEqual(['▸ ax', '    - y', '  - z']);
    expect(pasted(['!tip ^'], LIST)).toEqual(['!tip', '  - x', '    - y', '  - z']);
  });

  test('in a caption or the text of a callout makes no second one of it', () => {
    const table = { 'text/html': '<table><tr><td>1</td><td>2</td></tr></table>' };
    const both = { 'text/html': `<p>x</p>${table['text/html']}` };
    expect(pasted(['▣ a^b'], table)).toEqual(['▣ ab', '⊞ 1 ¦ 2']);
    expect(pasted(['▣ a^b'], both)).toEqual(['▣ axb', '⊞ 1 ¦ 2']);
    expect(pasted(['▣ a^b'], TWO)).toEqual(['▣ axb', 'y']);
    expect(pasted(['▣ a^b'], { 'text/html': '<pre><code>x\ny</code></pre>' })).toEqual(['▣ ax↵yb']);
    expect(pasted(['▣ a^b'], LIST)).toEqual(['▣ ab', '- x', '  - y', '- z']);
    expect(pasted(['▣ a^b'], { 'text/html': '<ul><li>x</li></ul>' })).toEqual(['▣ axb']);
    expect(pasted(['!tip a^b', 'c'], table)).toEqual(['!tip a', '  ⊞ 1 ¦ 2', '  b', 'c']);
    expect(pasted(['▸ a^b', 'c'], both)).toEqual(['▸ ax', '  ⊞ 1 ¦ 2', '  b', 'c']);
    expect(pasted(['!tip a^', 'c'], table)).toEqual(['!tip a', '  ⊞ 1 ¦ 2', 'c']);
  });

  test('in an empty caption takes no picture away', () => {
    expect(pasted(['▣ ^', 'a'], LIST)).toEqual(['▣', '- x', '  - y', '- z', 'a']);
    expect(pasted(['▣ ^'], { 'text/html': '<h2>x</h2><p>y</p>' })).toEqual(['▣ x', 'y']);
  });

  test('over a part of a caption and what is below is in the caption, which is joined to nothing', () => {
    const page = () => new Page(['▣ Caption', 'Below']).select('tion', 'Be');
    expect(page().paste(plain('x')).sketch).toEqual(['▣ Capx', 'low']);
    expect(page().paste(TWO).sketch).toEqual(['▣ Capx', 'y', 'low']);
    const cut = page();
    expect(cut.cut()['text/plain']).toBe('tion\nBe');
    expect(cut.sketch).toEqual(['▣ Cap', 'low']);
    expect(page().drop('low').sketch.slice(0, 2)).toEqual(['▣ Cap', 'lowtion']);
  });

  test('over selected blocks is as deep as they were', () => {
    const page = new Page(['- a', '  - b', 'c']).select('b');
    selectBlocks(page.view.state, page.view.dispatch);
    expect(page.paste(TWO).sketch).toEqual(['- a', '  x', '  y', 'c']);
  });
});

test('What ends with a table takes the place of a line, of which nothing is left in it', () => {
  const table = '<table><tr><td>1</td><td>2</td></tr></table>';
  const over = (line: string, html: string) => {
    const page = new Page([line, 'end']).select('one', 'one').paste({ 'text/html': html });
    expect(page.binding.corrections).toBe(0);
    return page.sketch;
  };
  expect(over('one', `<p>x</p>${table}`)).toEqual(['x', '⊞ 1 ¦ 2', 'end']);
  expect(over('- one', `<p>x</p><p>y</p>${table}`)).toEqual(['- x', 'y', '⊞ 1 ¦ 2', 'end']);
  expect(over('!tip one', table)).toEqual(['!tip', '  ⊞ 1 ¦ 2', 'end']);
});

describe('An address', () => {
  const address = plain('https://a.org');

  test('takes the place of another one that is selected, which would lead elsewhere', () => {
    for (const old of ['https://b.org/x', 'www.b.org', 'ana@b.org'])
      expect(new Page([`see ${old} so`]).select(old, old).paste(address).sketch).toEqual([
        'see <https://a.org> so',
      ]);
  });

  test('becomes the link of selected text, and comes in the place of selected blocks', () => {
    expect(new Page(['one two']).select('two', 'two').paste(address).sketch).toEqual(['one <two>']);
    for (const [block, made] of [
      ['two', '<https://a.org>'],
      ['', '<https://a.org>'],
      ['---', '<https://a.org>'],
    ] as const) {
      const page = new Page(['one', block, 'three']);
      page.view.dispatch(
        page.view.state.tr.setSelection(BlockSelection.between(page.view.state.doc, 5)),
      );
      expect(page.paste(address).sketch, block).toEqual(['one', made, 'three']);
    }
  });
});

describe('Lines of plain text', () => {
  test('become what Enter makes of them', () => {
    const lines = plain('x\ny\n\nz\n');
    expect(pasted(['a', '  - b^c'], lines)).toEqual(['a', '  - bx', '  - y', '  - zc']);
    expect(pasted(['[x] a^'], lines)).toEqual(['[x] ax', '[ ] y', '[ ] z']);
    expect(pasted(['> ^'], lines)).toEqual(['> x', '> y', '> z']);
    expect(pasted(['# a^'], lines)).toEqual(['# ax', 'y', 'z']);
    expect(pasted(['!tip a^'], lines)).toEqual(['!tip ax', '  y', '  z']);
    expect(pasted(['▣ a^'], lines)).toEqual(['▣ ax', 'y', 'z']);
  });

  test('end where any system, presentation or page ends them', () => {
    for (const end of ['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(pasted(['- a^'], plain(`x${end}y`))).toEqual(['- ax', '- y']);
  });

  test('have their addresses as links', () => {
    expect(pasted(['^'], plain('see https://a.org.\nb@c.org'))).toEqual([
      'see <https://a.org>.',
      '<b@c.org>',
    ]);
  });

  test('are what they say where one asked for no formatting', () => {
    for (const text of ['**x** https://a.org', '- x\n- y', 'a\tb\nc\td', 'https://a.org']) {
      const page = new Page(['']);
      page.caret(1).holdShift().paste(plain(text));
      expect(page.view.state.doc.children.map((block) => block.textContent).join('\n')).toBe(text);
      expect(page.view.state.doc.rangeHasMark(0, 9, page.view.state.schema.marks.link!)).toBe(
        false,
      );
      expect(page.view.state.doc.children.every(({ type }) => type.name === 'paragraph')).toBe(
        true,
      );
    }
  });
});
