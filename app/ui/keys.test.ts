import { expect, test } from 'vitest';
import { ariaShortcut, keysOf, shortcutText } from './keys.ts';

test('a shortcut is written as the keyboard of the person has it', () => {
  expect(shortcutText('Mod-Shift-z', false)).toBe('Ctrl+Shift+Z');
  expect(shortcutText('Mod-Shift-z', true)).toBe('⌘⇧Z');
  expect(keysOf('Alt-Shift-ArrowUp', false)).toEqual(['Alt', 'Shift', '↑']);
  expect(keysOf('Mod--', false)).toEqual(['Ctrl', '-']);
});

test('screen readers get the names they know', () => {
  expect(ariaShortcut('Mod-Alt-1', false)).toBe('Control+Alt+1');
  expect(ariaShortcut('Mod-b', true)).toBe('Meta+b');
});
