/** Where one is when one leaves a copy of a document, wherever in it one was. */
import { expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { SuggestionFork } from '../../../shared/suggesting/fork.ts';
import { splitBlock } from '../commands/commands.ts';
import { Headless } from '../testing/headless.ts';
import { stayNear } from './stay-near.ts';

/** In a copy of three lines. */
function copy() {
  const document = documentOf(['Alpha 🍎', 'ব্রাভো', 'Charlie']);
  const fork = new SuggestionFork(document, { id: 'a suggestion' });
  return { document, editor: new Headless(fork.doc) };
}

/** The block in which the caret is, and the text before it there. */
function placeIn({ state }: Headless): [number, string] {
  const { $head } = state.selection;
  return [$head.index(0), $head.parent.textBetween(0, $head.parentOffset)];
}

test('who was in words that only the copy has is behind what stands before them', () => {
  const { document, editor } = copy();
  editor.find('🍎').keys(' and pears');
  stayNear(editor.view, editor.binding, document);
  expect(placeIn(editor)).toEqual([0, 'Alpha 🍎']);
  // Also behind some that others' words have parted, and in the middle of a line.
  editor.find('Char').keys('x');
  stayNear(editor.view, editor.binding, document);
  expect(placeIn(editor)).toEqual([2, 'Char']);
});

test('who was in a block that only the copy has is at the end of the one before it', () => {
  const { document, editor } = copy();
  editor.find('ব্রাভো');
  for (const line of ['new', 'newer']) {
    editor.run(splitBlock);
    editor.keys(line);
  }
  expect(placeIn(editor)).toEqual([3, 'newer']);
  stayNear(editor.view, editor.binding, document);
  expect(placeIn(editor)).toEqual([1, 'ব্রাভো']);
});

test('who was in what both have stays there, with what is selected', () => {
  const { document, editor } = copy();
  editor.find('Alpha', 'select');
  const before = editor.state.selection;
  stayNear(editor.view, editor.binding, document);
  expect(editor.state.selection).toBe(before);
});
