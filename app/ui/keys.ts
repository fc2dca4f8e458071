/**
 * How a shortcut is written for the person at this keyboard.
 *
 * Invariant: takes the names that key handling uses (`Mod-Shift-z`), so what is shown is what works.
 */
import { tLazy } from '../i18n/lazy.ts';
import { isApple } from './keyboard.ts';

const APPLE: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Ctrl: '⌃',
  Meta: '⌘',
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
  const { ctrlKey, escapeKey } = tLazy().common;
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

/** Whether a key was pressed with nothing but Ctrl, or ⌘ on an Apple keyboard. */
export function isMod(event: KeyboardEvent, key: string, apple: boolean = isApple): boolean {
  if (event.altKey || !hasMod(event, apple)) return false;
  // A keyboard of another script says where the key is.
  const isLatin = /^[a-z]$/i.test(event.key);
  return isLatin ? event.key.toLowerCase() === key : isAt(event, key);
}

/** Whether a key was pressed with that and Alt, with which some keyboards write other letters. */
export function isModAlt(event: KeyboardEvent, key: string, apple: boolean = isApple): boolean {
  if (!event.altKey || !hasMod(event, apple)) return false;
  return event.key.toLowerCase() === key || isAt(event, key);
}

function hasMod({ ctrlKey, metaKey, shiftKey }: KeyboardEvent, apple: boolean): boolean {
  return !shiftKey && (apple ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

function isAt({ code }: KeyboardEvent, key: string): boolean {
  return code.slice('Key'.length).toLowerCase() === key;
}
