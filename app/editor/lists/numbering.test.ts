/** Numbers of ordered items: counted through, begun again and gone on with. */
import { expect, test } from 'vitest';
import { readBlocks } from '../../../shared/document/body.ts';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { formatMarkdown, parseMarkdown } from '../../../shared/formats/markdown.ts';
import { splitBlock } from '../commands/commands.ts';
import { markdownRules } from '../input/input-rules.ts';
import { Headless } from '../testing/headless.ts';
import { Numbering, numbersAt } from './numbering.ts';
import { continueNumbering, startAt } from './numbering-commands.ts';

const begin = (...lines: string[]) => new Headless(documentOf(lines), {}, [markdownRules()]);
function numbers({ state }: Headless): number[] {
  const numbering = new Numbering();
  return state.doc.children.map((node) => numbering.next(node));
}

const LISTS = ['1. a', '  1. b', '  1. c', '1. d', '  text', '1. e', 'text', '1. f'];

test('items count on through what is nested, and anew behind anything else', () => {
  const { state } = begin(...LISTS);
  expect(numbers(begin(...LISTS))).toEqual([1, 1, 2, 2, 0, 3, 0, 1]);
  // Counted from the middle it is the same.
  const through = new Numbering();
  state.doc.forEach((node, _position, index) => {
    expect(numbersAt(state.doc, index)).toEqual(through.numbers);
    through.next(node);
  });
});

test('a list starts again at a number, and those behind it count on', () => {
  const editor = begin(...LISTS);
  editor.find('d').run(startAt(1));
  expect(numbers(editor)).toEqual([1, 1, 2, 1, 0, 2, 0, 1]);
  editor.find('c').run(startAt(7));
  expect(numbers(editor)).toEqual([1, 1, 7, 1, 0, 2, 0, 1]);
  expect(editor.find('a').run(startAt(1))).toBe(false);
  expect(editor.isTrue()).toBe(true);
});

test('numbering goes on from the item above, or from the last one before something else', () => {
  const editor = begin(...LISTS);
  editor.find('d').run(startAt(9));
  editor.run(continueNumbering);
  expect(numbers(editor)).toEqual([1, 1, 2, 2, 0, 3, 0, 1]);
  expect(editor.state.doc.child(3).attrs.start).toBe(null);
  editor.find('f').run(continueNumbering);
  expect(numbers(editor).at(-1)).toBe(4);
  expect(editor.run(continueNumbering)).toBe(false);
});

test('a line above the first item takes its number; a number that follows anyway is not kept', () => {
  const editor = begin('1. a');
  editor.run(startAt(5));
  editor.select(0, 0).run(splitBlock);
  expect(numbers(editor)).toEqual([5, 6]);
  const typed = begin('1. a', '', '');
  typed.select(1, 0).keys('2. b');
  typed.select(2, 0).keys('9. c');
  expect(typed.state.doc.children.map(({ attrs }) => attrs.start ?? null)).toEqual([null, null, 9]);
  expect(numbers(typed)).toEqual([1, 2, 9]);
});

test('Markdown keeps where numbering starts', () => {
  const editor = begin(...LISTS);
  editor.find('d').run(startAt(1));
  editor.find('f').run(startAt(12));
  const markdown = formatMarkdown({ title: '', blocks: readBlocks(editor.doc) });
  const { blocks } = parseMarkdown(markdown);
  expect(blocks.map(({ type, start }) => [type, start ?? null])).toEqual([
    ['ordered', null],
    ['ordered', null],
    ['ordered', null],
    ['ordered', 1],
    ['paragraph', null],
    ['ordered', null],
    ['paragraph', null],
    ['ordered', 12],
  ]);
});
