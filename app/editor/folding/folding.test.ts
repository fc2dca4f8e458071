/** Folding: what belongs to a block, and that nothing one does gets lost in what is folded. */
import { beforeEach, expect, test } from 'vitest';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { duplicateBlocks, moveBlocks, setBlockType } from '../commands/block-commands.ts';
import { deleteBlocks, joinBackward, joinForward, splitBlock } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { BlockSelection, moveBlockSelection, selectBlocks } from '../selection/block-selection.ts';
import { Headless } from '../testing/headless.ts';
import { foldAll, foldHere, unfoldAll } from './fold-commands.ts';
import { folding, hiddenBlocks, unfoldAt } from './folding.ts';
import { sectionEnd } from './sections.ts';

let kept: string[];
beforeEach(() => {
  kept = [];
});

const keep = { read: () => kept, keep: (ids: readonly string[]) => kept.push(...ids) };
const begin = (...lines: string[]) => new Headless(documentOf(lines), {}, [folding(keep)]);
/** The blocks that are to be seen. */
function seen({ state }: Headless): string[] {
  const hidden = hiddenBlocks(state);
  return state.doc.children
    .filter((_, index) => !hidden.some(({ from, to }) => from <= index && index < to))
    .map((node) => node.textContent);
}
const texts = ({ state }: Headless) => state.doc.children.map(({ textContent }) => textContent);

const REPORT = ['# One', 'a', '## Sup', 'b', '# Two', 'c', '▸ More', '  d', 'e'];

test('a section goes on to the next heading of its level, and a toggle as far as it is nested', () => {
  const { state } = begin(...REPORT);
  expect([0, 2, 4, 6].map((index) => sectionEnd(state.doc, index))).toEqual([4, 4, 9, 8]);
});

test('the section of the caret folds, the caret comes out of it, and all folds at once', () => {
  const editor = begin(...REPORT);
  editor.find('b').run(foldHere);
  expect(seen(editor)).toEqual(['One', 'a', 'Sup', 'Two', 'c', 'More', 'd', 'e']);
  expect(editor.state.selection.$head.parent.textContent).toBe('Sup');
  editor.find('d').run(foldAll);
  expect(seen(editor)).toEqual(['One', 'Two']);
  expect(editor.state.selection.$head.parent.textContent).toBe('Two');
  editor.run(unfoldAll);
  expect(seen(editor)).toEqual(texts(editor));
});

test('a caret that gets into what is folded unfolds it, and only what is in the way', () => {
  const editor = begin(...REPORT);
  editor.find('d').run(foldAll);
  editor.find('b');
  expect(seen(editor)).toEqual(['One', 'a', 'Sup', 'b', 'Two']);
  expect(editor.state.selection.$head.parent.textContent).toBe('b');
  // What another place asks for shows without the caret, too.
  editor.dispatch(unfoldAt(editor.state, editor.state.doc.content.size - 2)!);
  expect(seen(editor)).toEqual(['One', 'a', 'Sup', 'b', 'Two', 'c', 'More', 'e']);
});

test('Enter at the end of what is folded begins the next of its kind behind it', () => {
  const editor = begin(...REPORT);
  editor.find('One').run(foldHere);
  editor.find('One').run(splitBlock);
  editor.type('New');
  expect(seen(editor)).toEqual(['One', 'New', 'Two', 'c', 'More', 'd', 'e']);
  expect(editor.state.doc.child(4).type).toBe(schema.nodes.heading);
  expect(editor.isTrue()).toBe(true);
});

test('Delete and Backspace join nothing unseen', () => {
  const editor = begin(...REPORT);
  editor.find('One').run(foldHere);
  editor.find('One').run(joinForward);
  expect(seen(editor)).toEqual(texts(editor));
  expect(texts(editor)[0]).toBe('One');
  editor.find('One').run(foldHere);
  editor.find('Two', 'before').run(joinBackward);
  // As a paragraph it belongs to what was folded, but nobody folded it.
  expect(seen(editor)).toEqual(texts(editor));
});

test('Backspace below a folded toggle shows what it is about to join, and joins with the next', () => {
  const editor = begin('▸ Top', '  inside', 'below');
  editor.find('Top').run(foldHere);
  editor.find('below', 'before').run(joinBackward);
  expect(seen(editor)).toEqual(['Top', 'inside', 'below']);
  editor.find('below', 'before').run(joinBackward);
  expect(seen(editor)).toEqual(['Top', 'insidebelow']);
});

test('a folded block moves, is copied and is deleted with what is folded', () => {
  const editor = begin(...REPORT);
  editor.find('One').run(foldHere);
  editor.find('One').run(moveBlocks(1));
  // Not behind the line `Two`, where it would take over what belongs to that.
  expect(texts(editor)).toEqual(['Two', 'c', 'More', 'd', 'e', 'One', 'a', 'Sup', 'b']);
  expect(seen(editor)).toEqual(['Two', 'c', 'More', 'd', 'e', 'One']);
  editor.run(moveBlocks(-1));
  expect(texts(editor).slice(0, 5)).toEqual(['One', 'a', 'Sup', 'b', 'Two']);
  editor.find('Two').run(foldHere);
  editor.find('Two').run(moveBlocks(-1));
  expect(texts(editor).slice(0, 6)).toEqual(['Two', 'c', 'More', 'd', 'e', 'One']);
  expect(seen(editor)).toEqual(['Two', 'One']);
  editor.find('One').run(duplicateBlocks());
  expect(texts(editor).slice(5)).toEqual(['One', 'a', 'Sup', 'b', 'One', 'a', 'Sup', 'b']);
  editor.find('One').run(selectBlocks);
  editor.run(deleteBlocks());
  expect(texts(editor).slice(4)).toEqual(['e', 'One', 'a', 'Sup', 'b']);
  expect(editor.isTrue()).toBe(true);
});

test('arrows go over what is folded, and a selection of blocks takes it along', () => {
  const editor = begin(...REPORT);
  editor.find('One').run(foldHere);
  editor.find('One').run(selectBlocks);
  const selected = () => {
    const { selection } = editor.state;
    expect(selection).toBeInstanceOf(BlockSelection);
    return selection.$from.nodeAfter!.textContent;
  };
  editor.run(moveBlockSelection(1));
  expect(selected()).toBe('Two');
  editor.run(moveBlockSelection(-1));
  expect(selected()).toBe('One');
  editor.run(moveBlockSelection(1, true));
  expect(seen(editor)).toEqual(['One', 'Two', 'c', 'More', 'd', 'e']);
  editor.run(deleteBlocks());
  expect(texts(editor)).toEqual(['c', 'More', 'd', 'e']);
});

test('a folded heading that gets another level is unfolded, so that nothing more is hidden', () => {
  const editor = begin('# One', '## Sup', 'a', '## Other', 'b');
  editor.find('Sup').run(foldHere);
  expect(seen(editor)).toEqual(['One', 'Sup', 'Other', 'b']);
  editor.find('Sup').run(setBlockType(schema.nodes.heading!, { level: 1 }));
  expect(seen(editor)).toEqual(['One', 'Sup', 'a', 'Other', 'b']);
});

test('what was folded the last time is folded again, and typing elsewhere changes nothing of it', () => {
  const id = begin(...REPORT).state.doc.child(0).attrs.id;
  const editor = begin(...REPORT);
  kept = [editor.state.doc.child(0).attrs.id, id, 'gone'];
  const again = new Headless(editor.doc, {}, [folding(keep)]);
  expect(seen(again)).toEqual(['One', 'Two', 'c', 'More', 'd', 'e']);
  const before = hiddenBlocks(again.state);
  again.find('c').type('!');
  expect(hiddenBlocks(again.state)).toBe(before);
});

test('undo of something folded shows it', () => {
  const editor = begin(...REPORT);
  editor.find('b').type(' more');
  editor.find('One').run(foldHere);
  editor.binding.undoStep(editor.view);
  expect(texts(editor)[3]).toBe('b');
  expect(seen(editor)).toContain('b');
});
