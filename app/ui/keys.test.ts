/** Shortcuts: how they are written, read out, and known again on any keyboard. */
import { expect, test } from 'vitest';
import { ariaShortcut, isMod, keysOf, shortcutText } from './keys.ts';

test('a shortcut is written as the keyboard of the person has it', () => {
  expect(shortcutText('Mod-Shift-z', false)).toBe('Ctrl+Shift+Z');
  expect(shortcutText('Mod-Shift-z', true)).toBe('⌘⇧Z');
  expect(keysOf('Alt-Shift-ArrowUp', false)).toEqual(['Alt', 'Shift', '↑']);
  expect(shortcutText('Ctrl-Meta-ArrowRight', true)).toBe('⌃⌘→');
  expect(keysOf('Mod--', false)).toEqual(['Ctrl', '-']);
});

test('screen readers get the names they know', () => {
  expect(ariaShortcut('Mod-Alt-1', false)).toBe('Control+Alt+1');
  expect(ariaShortcut('Mod-b', true)).toBe('Meta+b');
});

test('a key with Ctrl is known on keyboards of other scripts, too', () => {
  const press = (init: object) => ({ ...NONE, ...init }) as KeyboardEvent;
  expect(isMod(press({ key: 'k', code: 'KeyK', ctrlKey: true }), 'k', false)).toBe(true);
  expect(isMod(press({ key: 'л', code: 'KeyK', ctrlKey: true }), 'k', false)).toBe(true);
  // On a Dvorak keyboard this is another letter.
  expect(isMod(press({ key: 't', code: 'KeyK', ctrlKey: true }), 'k', false)).toBe(false);
  expect(isMod(press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }), 'k', false)).toBe(
    false,
  );
  expect(isMod(press({ key: 'k', code: 'KeyK', ctrlKey: true }), 'k', true)).toBe(false);
  expect(isMod(press({ key: 'k', code: 'KeyK', metaKey: true }), 'k', true)).toBe(true);
});

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
