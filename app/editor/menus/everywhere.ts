/**
 * Keys that mean something on the whole page of a document, not only in its text.
 *
 * Invariant: where a key is being typed into a field, it is that field's.
 */
import { keydownHandler } from 'prosemirror-keymap';
import type { EditorCommand } from '../command-registry.ts';
import type { Menus } from './menus.ts';

export function listenEverywhere(menus: Menus): () => void {
  const handlerOf = (commands: readonly EditorCommand[]) =>
    keydownHandler(
      Object.fromEntries(commands.flatMap(({ keys = [], run }) => keys.map((key) => [key, run]))),
    );
  const keysFor = (isEditable: boolean) => {
    const may = menus.commands.filter(({ forReaders }) => isEditable || forReaders);
    return {
      always: handlerOf(may.filter(({ everywhere }) => everywhere === 'always')),
      outside: handlerOf(may.filter(({ everywhere }) => everywhere)),
    };
  };
  const forWriters = keysFor(true);
  const forReaders = keysFor(false);
  const listen = (event: KeyboardEvent) => {
    // The text and dialogs have handled theirs.
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[role="dialog"][aria-modal="true"], [role="alertdialog"]')) return;
    const { view } = menus;
    const field = isField(target);
    if (event.key === '?' && !field) menus.run(menus.command('shortcuts'));
    else {
      const { always, outside } = view.editable ? forWriters : forReaders;
      if (!(field ? always : outside)(view, event)) return;
    }
    event.preventDefault();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

function isField(target: Element | null): boolean {
  return (
    target?.closest(
      'input, textarea, select, [role="textbox"]:not([aria-readonly="true"]), [contenteditable="true"]',
    ) != null
  );
}
