/**
 * Keys that mean something on the whole page of a document, not only in its text.
 *
 * Invariant: where a key is being typed into a field, it is that field's.
 */
import { keydownHandler } from 'prosemirror-keymap';
import type { Menus } from './menus.ts';

export function listenEverywhere(menus: Menus): () => void {
  const bindings = Object.fromEntries(
    menus.commands.flatMap(({ keys = [], everywhere, run }) =>
      everywhere ? keys.map((key) => [key, run]) : [],
    ),
  );
  const handle = keydownHandler(bindings);
  const listen = (event: KeyboardEvent) => {
    // The text and dialogs have handled theirs.
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[role="dialog"][aria-modal="true"], [role="alertdialog"]')) return;
    const { view } = menus;
    if (event.key === '?' && !isField(target)) menus.run(menus.command('shortcuts'));
    else if (!handle(view, event)) return;
    event.preventDefault();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

function isField(target: Element | null): boolean {
  return (
    target?.closest('input, textarea, select, [role="textbox"], [contenteditable="true"]') != null
  );
}
