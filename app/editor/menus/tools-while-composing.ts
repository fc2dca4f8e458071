/**
 * Tools that are used while an input method composes, and the browser's own tools for formatting:
 * its keys, which the view does not hear of then, and the menu that a phone has beside a selection.
 *
 * Invariant: a tool finds the text as it has been written, with nothing in it that waits. What the
 * browser would do to the page itself is never done: it would be taken for what was composed.
 */
import type { Menus } from './menus.ts';

/** Which command each kind of input is. */
const COMMANDS: Readonly<Record<string, string>> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatStrikeThrough: 'strike',
};

/** Until what it returns is called. */
export function listenForTools(menus: Menus): () => void {
  const { view, binding } = menus;
  const use = ({ target }: Event) => {
    if (target instanceof Node && !view.dom.contains(target)) binding.stopComposing(view);
  };
  const format = (event: InputEvent) => {
    if (!event.inputType.startsWith('format')) return;
    event.preventDefault();
    const id = COMMANDS[event.inputType];
    if (!id) return;
    binding.stopComposing(view);
    menus.run(menus.command(id));
  };
  addEventListener('pointerdown', use, true);
  addEventListener('click', use, true);
  view.dom.addEventListener('beforeinput', format);
  return () => {
    removeEventListener('pointerdown', use, true);
    removeEventListener('click', use, true);
    view.dom.removeEventListener('beforeinput', format);
  };
}
