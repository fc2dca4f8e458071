/** Tab, Shift+Tab and Enter in code, as keys do them. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { changeDepth } from '../../commands/block-commands.ts';
import { splitBlock } from '../../commands/commands.ts';
import { schema } from '../../schema.ts';
import { closeBracket } from './indent.ts';

/** Code in which `[` and `]` mark the selection, or `|` the caret. */
function code(sketch: string): EditorState {
  const anchor = sketch.search(/[[|]/);
  const source = sketch.replace(/[[|]/, '');
  const head = source.includes(']') ? source.indexOf(']') : anchor;
  const text = source.replace(']', '');
  const doc = schema.node('doc', null, [
    schema.node('codeBlock', null, text ? [schema.text(text)] : []),
  ]);
  return EditorState.create({ doc, selection: TextSelection.create(doc, anchor + 1, head + 1) });
}

function press(sketch: string, key: 'Tab' | 'Shift-Tab' | 'Enter'): string {
  let state = code(sketch);
  const command = { Tab: changeDepth(1), 'Shift-Tab': changeDepth(-1), Enter: splitBlock }[key];
  expect(
    command(state, (tr) => {
      state = state.apply(tr);
    }),
  ).toBe(true);
  return state.doc.children.map((block) => `${block.type.name}:${block.textContent}`).join('¶');
}

describe('a closing bracket in code', () => {
  test.each([
    ['if (a) {\n  b\n  |', '}', 'if (a) {\n  b\n}'],
    ['\tf({\n\t\ta,\n\t\t|', '}', '\tf({\n\t\ta,\n\t}'],
    ['x = f(\n    |', ')', 'x = f(\n)'],
    ['a {\n  b {\n    c\n  }\n  |', '}', 'a {\n  b {\n    c\n  }\n}'],
  ])('in %j: %s goes under what it closes', (sketch, sign, after) => {
    const state = code(sketch);
    const tr = closeBracket(state, state.selection.from, sign);
    expect(tr?.doc.textContent).toBe(after);
    expect(tr?.selection.from).toBe(after.length + 1);
  });

  test.each([
    ['a }|', '}'],
    ['{\n|', '}'],
    ['  |', '}'],
    ['no bracket\n  |', '}'],
    ['  {\n  |', '}'],
    ['{\n  |', 'x'],
  ])('in %j: %s is only written', (sketch, sign) => {
    const state = code(sketch);
    expect(closeBracket(state, state.selection.from, sign)).toBeNull();
  });
});

describe('Tab in code', () => {
  test.each([
    ['a|', 'a '],
    ['|a', '  a'],
    ['\tb\n|a', '\tb\n\ta'],
    ['    b\n a|', '    b\n a  '],
    ['[a\nb]', '  a\n  b'],
    ['x\n[a\n\nb\n]c', 'x\n  a\n\n  b\nc'],
    ['\tx\n[a\nb]', '\tx\n\ta\n\tb'],
    ['x\na[b]c', 'x\n  abc'],
    ['\ta\n[b]', '\ta\n\tb'],
  ])('makes of %j %j', (before, after) => {
    expect(press(before, 'Tab')).toBe(`codeBlock:${after}`);
  });
});

describe('Shift+Tab in code', () => {
  test.each([
    ['  a|', 'a'],
    ['a|', 'a'],
    ['   a\n [  b\n\tc]', '   a\nb\nc'],
    ['\t\ta|b', '\tab'],
  ])('makes of %j %j', (before, after) => {
    expect(press(before, 'Shift-Tab')).toBe(`codeBlock:${after}`);
  });
});

describe('Enter in code', () => {
  test.each([
    ['  a|', 'codeBlock:  a\n  '],
    ['  a|b', 'codeBlock:  a\n  b'],
    ['a\n\t\tb|', 'codeBlock:a\n\t\tb\n\t\t'],
    [' | a', 'codeBlock: \n  a'],
    ['  a\n  |', 'codeBlock:  a¶paragraph:'],
    ['a\n|', 'codeBlock:a¶paragraph:'],
    ['a\n|\nb', 'codeBlock:a\n\n\nb'],
  ])('makes of %j %j', (before, after) => {
    expect(press(before, 'Enter')).toBe(after);
  });
});
