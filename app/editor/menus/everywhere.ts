/**
 * Keys that mean something on the whole page of a document, not only in its text.
 *
 * Invariant: where a key is being typed into a field, it is that field's.
 */
import { keydownHandler } from 'prosemirror-keymap';
import { isCommandKey, loadCommands, openPanel } from '../late-commands.ts';
import type { Menus } from './menus.ts';

export function listenEverywhere(menus: Menus): () => void {
  const run = (event: KeyboardEvent, isInField: boolean): boolean => {
    if (event.key === '?' && !isInField) return menus.run(menus.command('shortcuts'));
    const may = menus.commands.filter(
      ({ everywhere, forReaders }) =>
        (isInField ? everywhere === 'always' : everywhere) && (menus.view.editable || forReaders),
    );
    const keys = may.flatMap(({ keys = [], run }) => keys.map((key) => [key, run] as const));
    return keydownHandler(Object.fromEntries(keys))(menus.view, event);
  };
  const runLater = (event: KeyboardEvent, isInField: boolean): boolean => {
    if (openPanel(menus, event)) return true;
    const isNamed = isInField ? isCommandKey.inField : isCommandKey.outside;
    if (!isNamed(menus.view, event) && (event.key !== '?' || isInField)) return false;
    void loadCommands().then(() => menus.commands.length > 0 && run(event, isInField));
    return true;
  };
  const listen = (event: KeyboardEvent) => {
    // The text and dialogs have handled theirs.
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[role="dialog"][aria-modal="true"], [role="alertdialog"]')) return;
    const act = menus.commands.length > 0 ? run : runLater;
    if (act(event, isField(target))) event.preventDefault();
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
