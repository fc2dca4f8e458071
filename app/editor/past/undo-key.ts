/**
 * The keys of undo, for whoever keeps them from a text that is out of sight.
 *
 * Invariant: they are those that the editor hears, on keyboards of every script.
 */
import { keydownHandler } from 'prosemirror-keymap';
import type { EditorView } from 'prosemirror-view';

const KEYS = ['Mod-z', 'Mod-Shift-z', 'Mod-y'];
const hear = keydownHandler(Object.fromEntries(KEYS.map((key) => [key, () => true])));

export function isUndoKey(event: KeyboardEvent): boolean {
  // Nothing is asked of the text.
  return hear({ state: null, dispatch: null } as unknown as EditorView, event);
}
