/** Keys of plain writing that are others on an Apple keyboard. */
import { expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import type { Menus } from '../menus/menus.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { Headless } from '../testing/headless.ts';
import { editorKeymap } from './keymap.ts';

const begin = (isApple: boolean, ...lines: string[]) =>
  new Headless(documentOf(lines), {}, [
    editorKeymap({ commands: [] } as unknown as Menus, isApple),
  ]);

/** Whether the editor has a use for it; else the browser has, within a line. */
function press(editor: Headless, key: string, held: Partial<KeyboardEvent>): boolean {
  const event = { key, keyCode: 0, ...held } as KeyboardEvent;
  return editor.state.plugins.some(({ props }) =>
    props.handleKeyDown?.call(props as never, editor.view, event),
  );
}

test.each([
  ['Backspace', { altKey: true }, 'Delete', { altKey: true }],
  ['h', { ctrlKey: true }, 'd', { ctrlKey: true }],
  ['h', { ctrlKey: true }, 'k', { ctrlKey: true }],
])('%s with %j, and %s with %j, take what is between two lines', (back, held, on, heldOn) => {
  const atStart = begin(true, 'one', 'two').select(1, 0);
  expect(press(atStart, back, held)).toBe(true);
  expect(sketch(atStart.doc)).toEqual(['onetwo']);
  const atEnd = begin(true, 'one', 'two').select(0, 3);
  expect(press(atEnd, on, heldOn)).toBe(true);
  expect(sketch(atEnd.doc)).toEqual(['onetwo']);
  for (const [key, mods] of [
    [back, held],
    [on, heldOn],
  ] as const) {
    const selected = begin(true, 'one', 'two').select(0, 1, 1, 1);
    expect(press(selected, key, mods)).toBe(true);
    expect(sketch(selected.doc)).toEqual(['owo']);
    const blocks = begin(true, 'one', 'two');
    const { tr, doc } = blocks.state;
    blocks.dispatch(tr.setSelection(BlockSelection.between(doc, 0)));
    expect(press(blocks, key, mods)).toBe(true);
    expect(sketch(blocks.doc)).toEqual(['two']);
    const inside = begin(true, 'one').select(0, 2);
    expect(press(inside, key, mods)).toBe(false);
  }
  expect(press(begin(false, 'one', 'two').select(1, 0), back, held)).toBe(false);
});
