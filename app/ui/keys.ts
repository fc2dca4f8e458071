/**
 * How a shortcut is written for the person at this keyboard.
 *
 * Invariant: takes the names that key handling uses (`Mod-Shift-z`), so what is shown is what works.
 */
import { tLate } from '../words/late.ts';

const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform);

const APPLE: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Ctrl: '⌃',
};
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Enter: '↵',
};

/** Each key of a shortcut, as it is printed on it. */
export function keysOf(shortcut: string, apple: boolean = isApple): string[] {
  const { ctrlKey, escapeKey } = tLate().common;
  const names: Readonly<Record<string, string>> = apple ? APPLE : { Mod: ctrlKey, Ctrl: ctrlKey };
  // A minus at the end is the key itself.
  return shortcut.split(/-(?!$)/).map((key) => {
    const name = names[key] ?? (key === 'Escape' ? escapeKey : NAMES[key]) ?? key;
    return name.length === 1 ? name.toUpperCase() : name;
  });
}

/** The same in one piece: `Ctrl+Shift+Z` or `⌘⇧Z`. */
export function shortcutText(shortcut: string, apple: boolean = isApple): string {
  return keysOf(shortcut, apple).join(apple ? '' : '+');
}

/** The same as `aria-keyshortcuts` wants it. */
export function ariaShortcut(shortcut: string, apple: boolean = isApple): string {
  return shortcut
    .replace('Mod', apple ? 'Meta' : 'Control')
    .replace('Ctrl', 'Control')
    .replaceAll(/-(?!$)/g, '+');
}
