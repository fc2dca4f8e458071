/** What Enter and typing do at the borders of blocks, of which nothing may get lost. */
import { AllSelection, NodeSelection, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import { changeDepth } from './block-commands.ts';
import {
  blockStart,
  insertBreak,
  joinForward,
  removeSelection,
  retypeBlock,
  splitBlock,
  writeBehind,
} from './commands.ts';

const begin = (...lines: string[]) => new Headless(documentOf(lines));
const reads = ({ doc }: Headless) => sketch(doc);

describe('Enter', () => {
  test('in an empty caption leaves the picture, and goes on behind it', () => {
    const editor = begin('▣ ', 'end');
    editor.select(0, 0).run(splitBlock);
    editor.type('more');
    expect(reads(editor)).toEqual(['▣ ', 'more', 'end']);
  });

  test('on an empty last line goes out of what holds it, a step at a time', () => {
    const editor = begin('!note note', '  inside', '  ', 'end');
    editor.select(2, 0).run(splitBlock);
    expect(reads(editor)).toEqual(['!note note', '  inside', '', 'end']);
  });

  test('on an empty line with more behind it makes another one', () => {
    const editor = begin('!note note', '  ', '  inside');
    editor.select(1, 0).run(splitBlock);
    expect(reads(editor)).toEqual(['!note note', '  ', '  ', '  inside']);
  });

  test('goes on as bold where the line ended in bold', () => {
    const editor = begin('*bold*');
    editor.find('bold').run(splitBlock);
    editor.type('more');
    expect(reads(editor)).toEqual(['*bold*', '*more*']);
  });

  test('from the middle of code to a bold numbered line begins the numbering at the new one', () => {
    const editor = begin('| code', 'six', '*seven*');
    const { tr } = editor.state;
    retypeBlock(tr, 2, schema.nodes.ordered!, { start: 7 });
    editor.dispatch(tr);
    editor.select(2, 0, 0, 1).run(splitBlock);
    expect(
      editor.state.doc.children.map(({ attrs, textContent }) => [attrs.start, textContent]),
    ).toEqual([
      [undefined, 'c'],
      [7, ''],
      [null, 'seven'],
    ]);
  });

  test('with Shift breaks the line where a selection of several blocks was', () => {
    const editor = begin('Alpha', 'Bravo', 'Charlie');
    editor.select(0, 2, 2, 2).run(insertBreak);
    expect(reads(editor)).toEqual(['Al↵arlie']);
  });
});

describe('What is typed on a selected object', () => {
  test('goes behind it, into the empty line there or a new one', () => {
    const editor = begin('one', '---', 'two');
    const select = () => {
      const at = blockStart(editor.state.doc, 1);
      editor.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
    };
    for (let time = 0; time < 2; time++) {
      select();
      editor.dispatch(writeBehind(editor.state)!);
    }
    editor.type('x');
    expect(reads(editor)).toEqual(['one', '---', 'x', 'two']);
  });

  test('does not go there while text is selected', () => {
    const editor = begin('one');
    expect(writeBehind(editor.state)).toBeNull();
    editor.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
    expect(writeBehind(editor.state)).toBeNull();
  });
});

test('what is typed where a whole table and more was selected stands before what is left', () => {
  const editor = begin('⊞ a ¦ b', 'abcdef');
  const { doc } = editor.state;
  const selection = TextSelection.create(doc, blockStart(doc, 0) + 3, blockStart(doc, 1) + 2);
  editor.dispatch(editor.state.tr.setSelection(selection));
  editor.run(removeSelection);
  editor.type('x');
  expect(reads(editor)).toEqual(['xbcdef']);
});

test('what is nested as deep as it may be keeps the parent it has where that is to go deeper', () => {
  const lines = Array.from({ length: 8 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`);
  lines.push(`${'  '.repeat(7)}- other`, `${'  '.repeat(8)}- inside`);
  const editor = begin(...lines);
  for (let press = 0; press < 2; press++) {
    expect(editor.find('other').run(changeDepth(1))).toBe(true);
    expect(reads(editor)).toEqual(lines);
  }
  editor.find('inside').run(changeDepth(-1));
  editor.find('other').run(changeDepth(1));
  expect(reads(editor).slice(8)).toEqual([`${'  '.repeat(8)}- other`, `${'  '.repeat(7)}- inside`]);
});

describe('A caption', () => {
  test.each([
    ['from within it', ['▣ Caption', 'Below'], [0, 3, 1, 2], ['▣ Cap', 'low']],
    ['from its beginning', ['▣ Caption', 'Below'], [0, 0, 1, 2], ['▣ ', 'low']],
    ['into it', ['Above', '▣ Caption'], [0, 2, 1, 3], ['Ab', '▣ tion']],
    ['into it from a beginning', ['Above', '▤ Caption', 'x'], [0, 0, 1, 3], ['', '▤ tion', 'x']],
    ['from one into another', ['▣ One', 'gone', '▤ Two'], [0, 1, 2, 1], ['▣ O', '▤ wo']],
    ['over all of its picture', ['Above', '▣ Caption', 'x'], [0, 2, 1, 7], ['Ab', 'x']],
    ['over a picture without words', ['Above', '▣ ', 'x'], [0, 2, 1, 0], ['Ab', 'x']],
    ['from it into code', ['▣ Caption', '| code'], [0, 3, 1, 2], ['▣ Cap', '| de']],
  ] as const)('is joined to nothing where a selection %s is deleted', (_, lines, at, expected) => {
    const [from, to] = [at.slice(0, 2), at.slice(2)] as [[number, number], [number, number]];
    const editor = begin(...lines).select(...from, ...to);
    editor.run(removeSelection);
    expect(reads(editor)).toEqual(expected);
    expect(editor.isTrue()).toBe(true);
    while (editor.binding.undoStep(editor.view));
    expect(reads(editor)).toEqual(lines);
  });

  test('is gone on in where such a selection was, and left with Enter', () => {
    const broken = begin('▣ Caption', 'Below').select(0, 3, 1, 2);
    broken.run(insertBreak);
    expect(reads(broken.type('x'))).toEqual(['▣ Cap↵x', 'low']);
    const left = begin('▣ Caption', 'Below').select(0, 3, 1, 2);
    left.run(splitBlock);
    expect(reads(left.type('x'))).toEqual(['▣ Cap', 'x', 'low']);
  });

  test('stays, as its picture does, where Delete is pressed at its end', () => {
    const editor = begin('▣ Caption', '', 'Below', '▣ Other').select(0, 7);
    for (let press = 0; press < 3; press++) {
      expect(editor.run(joinForward)).toBe(true);
      expect(reads(editor)).toEqual(['▣ Caption', 'Below', '▣ Other']);
      expect(editor.state.selection).toMatchObject({ empty: true, from: 8 });
    }
  });
});
