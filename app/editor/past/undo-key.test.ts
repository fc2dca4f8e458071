// @vitest-environment jsdom
/** Undo by keyboards of any script, and nothing else. */
import { expect, test } from 'vitest';
import { isUndoKey } from './undo-key.ts';

const Z = 90;
const Y = 89;

test.each<[key: string, keyCode: number, init: KeyboardEventInit, isUndo: boolean]>([
  ['z', Z, { ctrlKey: true }, true],
  ['Z', Z, { ctrlKey: true, shiftKey: true }, true],
  ['y', Y, { ctrlKey: true }, true],
  ['я', Z, { ctrlKey: true }, true],
  ['ζ', Z, { ctrlKey: true }, true],
  ['ז', Z, { ctrlKey: true }, true],
  ['ئ', Z, { ctrlKey: true }, true],
  ['Я', Z, { ctrlKey: true, shiftKey: true }, true],
  ['я', Z, {}, false],
  ['x', 88, { ctrlKey: true }, false],
])('%s', (key, keyCode, init, isUndo) => {
  expect(isUndoKey(new KeyboardEvent('keydown', { key, keyCode, ...init }))).toBe(isUndo);
});
