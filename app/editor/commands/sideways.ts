/** Keys of commands that do something to the left or the right while the caret is in a text. */
import { isApple } from '../../ui/keyboard.ts';

/** On an Apple keyboard ⌥⇧ with an arrow selects words, which no command takes away. */
export function sideways(to: 'Left' | 'Right', apple: boolean = isApple): string {
  return `${apple ? 'Ctrl-Meta' : 'Alt-Shift'}-Arrow${to}`;
}
