/** Whole blocks selected by keys, and what is done to them as one step. */
import { NodeSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { duplicateBlocks, moveRange, putBlock } from '../commands/block-commands.ts';
import { removeSelection } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { Headless } from '../testing/headless.ts';
import {
  BlockSelection,
  editSelectedBlock,
  moveBlockSelection,
  selectBlocks,
} from './block-selection.ts';

const begin = (...lines: string[]) => new Headless(documentOf(lines));
const lines = ({ state }: Headless) =>
  state.doc.children.map(({ textContent, attrs }) => '  '.repeat(attrs.depth) + textContent);
function selected({ state }: Headless): string[] {
  const { selection } = state;
  expect(selection).toBeInstanceOf(BlockSelection);
  const names: string[] = [];
  state.doc.nodesBetween(selection.from, selection.to, (node) => {
    names.push(node.textContent);
    return false;
  });
  return names;
}

test('Escape selects the block of a caret, and the blocks of a selection', () => {
  const editor = begin('one', 'two', 'three');
  editor.select(1, 2).run(selectBlocks);
  expect(selected(editor)).toEqual(['two']);
  editor.select(0, 1, 1, 2).run(selectBlocks);
  expect(selected(editor)).toEqual(['one', 'two']);
});

test('arrows go from block to block and stop at the ends; with Shift they take blocks along', () => {
  const editor = begin('one', '---', 'three');
  editor.select(0, 0).run(selectBlocks);
  editor.run(moveBlockSelection(-1));
  expect(selected(editor)).toEqual(['one']);
  editor.run(moveBlockSelection(1));
  expect(selected(editor)).toEqual(['']);
  editor.run(moveBlockSelection(1));
  editor.run(moveBlockSelection(1));
  expect(selected(editor)).toEqual(['three']);
  editor.run(moveBlockSelection(-1, true));
  editor.run(moveBlockSelection(-1, true));
  expect(selected(editor)).toEqual(['one', '', 'three']);
  editor.run(moveBlockSelection(1, true));
  expect(selected(editor)).toEqual(['', 'three']);
});

test('Enter puts the caret at the end of the block; in an object there is no text to go to', () => {
  const editor = begin('one', '---');
  editor.select(0, 1).run(selectBlocks);
  expect(editor.run(editSelectedBlock)).toBe(true);
  expect(editor.state.selection.head).toBe(4);
  editor.select(0, 1).run(selectBlocks);
  editor.run(moveBlockSelection(1));
  expect(editor.run(editSelectedBlock)).toBe(false);
});

test('deleting all blocks leaves a line to write in', () => {
  const editor = begin('one', 'two');
  editor.select(0, 0, 1, 1).run(selectBlocks);
  editor.run(removeSelection);
  expect(lines(editor)).toEqual(['']);
  expect(editor.isTrue()).toBe(true);
});

test('what others do above leaves the same blocks selected', () => {
  const editor = begin('one', 'two', 'three');
  editor.select(1, 0).run(selectBlocks);
  editor.dispatch(editor.state.tr.insert(0, schema.node('paragraph', null, schema.text('new'))));
  expect(selected(editor)).toEqual(['two']);
});

test('a copy comes with what is nested, under ids of its own, as one step', () => {
  const editor = begin('- one', '  - inner', 'two');
  editor.select(0, 1).run(duplicateBlocks());
  expect(lines(editor)).toEqual(['one', '  inner', 'one', '  inner', 'two']);
  const ids = editor.state.doc.children.map(({ attrs }) => attrs.id);
  expect(new Set(ids).size).toBe(5);
  editor.binding.undoStep(editor.view);
  expect(lines(editor)).toEqual(['one', '  inner', 'two']);
});

test('a move to another depth is one step, and the caret elsewhere stays where it is', () => {
  const editor = begin('one', 'two', 'three').select(1, 2);
  editor.dispatch(moveRange(editor.state, { from: 2, to: 3 }, 1, 1));
  expect(lines(editor)).toEqual(['one', '  three', 'two']);
  expect(editor.state.selection.$head.parent.textContent).toBe('two');
  expect(editor.isTrue()).toBe(true);
  editor.binding.undoStep(editor.view);
  expect(lines(editor)).toEqual(['one', 'two', 'three']);
});

test('a new block comes behind what is nested in the one at the caret', () => {
  const editor = begin('- one', '  - inner', 'two').select(0, 1);
  editor.dispatch(putBlock(editor.state.tr, { type: schema.nodes.quote! }));
  editor.type('said');
  expect(lines(editor)).toEqual(['one', '  inner', 'said', 'two']);
  expect(editor.state.doc.child(2).type).toBe(schema.nodes.quote);
});

test('several blocks moved further out than the last of them can go stay at the edge', () => {
  const editor = begin('- Alpha', '  - Bravo', 'Charlie', 'Delta');
  editor.dispatch(moveRange(editor.state, { from: 1, to: 3 }, 4, -1));
  expect(lines(editor)).toEqual(['Alpha', 'Delta', 'Bravo', 'Charlie']);
  expect(editor.isTrue()).toBe(true);
});

test('a new block comes behind a divider that is selected, also where it is the last', () => {
  const editor = begin('one', '---', 'two', '---');
  for (const at of [11, 5]) {
    const { tr, doc } = editor.state;
    editor.dispatch(tr.setSelection(NodeSelection.create(doc, at)));
    editor.dispatch(putBlock(editor.state.tr, { type: schema.nodes.quote! }));
    editor.type('said');
  }
  expect(lines(editor)).toEqual(['one', '', 'said', 'two', '', 'said']);
});
