/**
 * Whether the switcher is asked for before it is there: it comes after the screen.
 *
 * Invariant: until then its key does nothing else, such as what the browser has it for, and what is
 * typed behind it is meant for the switcher.
 */
import { type Typed, TypedAhead } from '../../editor/menus/typed-ahead.ts';
import { isMod } from '../../ui/keys.ts';

const typedAhead = new TypedAhead();
let isAsked = false;
let isThere = false;

/** Whether a key asks for it where there is no text. */
export function asksForSwitcher(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || !isMod(event, 'k')) return false;
  // A text has this key by itself, and so has what is open in front of everything.
  return !document.querySelector('.editor, [role="dialog"], [role="alertdialog"]');
}

/** Listens for a screen; returns the end of it. */
export function heedEarlyAsking(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (isThere || !asksForSwitcher(event)) return;
    event.preventDefault();
    isAsked = true;
    typedAhead.wait(() => {
      isAsked = false;
      typedAhead.stop();
    });
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

/** The switcher is there. What was typed for it, or null where nobody has asked. */
export function takeOver(): Typed | null {
  isThere = true;
  if (!isAsked) return null;
  isAsked = false;
  return typedAhead.drain();
}
