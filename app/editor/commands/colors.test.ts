/** Colours given and taken away, by commands as keys and menus run them. */
import { expect, test } from 'vitest';
import { copyOf, documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Headless } from '../testing/headless.ts';
import { clearFormat, colorOf, hasFormat, setColor } from './colors.ts';
import { colorCommands } from './command-registry.ts';

function editorOf(...lines: string[]): Headless {
  return new Headless(copyOf(documentOf(lines), 2));
}

test('a colour takes the place of the one before it, also in parts, and none takes it away', () => {
  const editor = editorOf('Bravo †four five† six');
  editor.find('Bravo four', 'select').run(setColor('color', 'blue'));
  expect(sketch(editor.doc)).toEqual(['‡Bravo four‡† five† six']);
  expect(colorOf(editor.state, 'color')).toBe('blue');
  editor.find('four five', 'select').run(setColor('color', null));
  expect(sketch(editor.doc)).toEqual(['‡Bravo ‡four five six']);
  expect(colorOf(editor.state, 'color')).toBeNull();
  editor.find('six', 'select').run(setColor('highlight', 'green'));
  expect(sketch(editor.doc)).toEqual(['‡Bravo ‡four five ≈six≈']);
});

test('at a caret it is the colour of what is typed next', () => {
  const editor = editorOf('Bravo').select(0, 5);
  editor.run(setColor('color', 'red'));
  expect(colorOf(editor.state, 'color')).toBe('red');
  editor.keys(' on');
  editor.run(setColor('color', null));
  editor.keys(' and off');
  expect(sketch(editor.doc)).toEqual(['Bravo† on† and off']);
});

test('removing formatting takes all but links, over several blocks, as one step', () => {
  const editor = editorOf('*Bravo* †four† <five>', '_Charlie_', '| code');
  editor.select(0, 0, 2, 4);
  expect(hasFormat(editor.state)).toBe(true);
  editor.run(clearFormat);
  expect(sketch(editor.doc)).toEqual(['Bravo four <five>', 'Charlie', '| code']);
  expect(hasFormat(editor.state)).toBe(false);
  expect(editor.run(clearFormat)).toBe(false);
  editor.binding.undoStep(editor.view);
  expect(sketch(editor.doc)).toEqual(['*Bravo* †four† <five>', '_Charlie_', '| code']);
});

test('no colour can be given to code', () => {
  const editor = editorOf('| let a').select(0, 0, 0, 5);
  for (const { applies, run } of colorCommands()) {
    expect(applies?.(editor.state)).toBe(false);
    expect(editor.run(run)).toBe(false);
  }
});
