/**
 * Keys that mean something on the whole page of a document, not only in its text.
 *
 * Invariant: where a key is being typed into a field, it is that field's.
 */
import { keydownHandler } from 'prosemirror-keymap';
import type { EditorCommand } from '../commands/command.ts';
import { isCommandKey, isKeyAround, loadCommands, panelKeys } from '../commands/lazy-commands.ts';
import type { Menus } from './menus.ts';

/** What each key does, by who is asked: made once, since every key pressed anywhere comes by. */
function keysOf(commands: readonly EditorCommand[]) {
  const handlerOf = (isOffered: (command: EditorCommand) => unknown) => {
    const offered = commands.filter(isOffered);
    const keys = offered.flatMap(({ keys = [], run }) => keys.map((key) => [key, run] as const));
    return keydownHandler(Object.fromEntries(keys));
  };
  const forWhom = (isEditable: boolean) => ({
    inField: handlerOf(
      ({ everywhere, forReaders }) => everywhere === 'always' && (isEditable || forReaders),
    ),
    outside: handlerOf(({ everywhere, forReaders }) => everywhere && (isEditable || forReaders)),
  });
  return { commands, writers: forWhom(true), readers: forWhom(false) };
}

export function listenEverywhere(menus: Menus): () => void {
  let keys = keysOf(menus.commands);
  const run = (event: KeyboardEvent, isInField: boolean): boolean => {
    if (event.key === '?' && !isInField) return menus.run(menus.command('shortcuts'));
    if (keys.commands !== menus.commands) keys = keysOf(menus.commands);
    const { inField, outside } = menus.view.editable ? keys.writers : keys.readers;
    return (isInField ? inField : outside)(menus.view, event);
  };
  const openPanel = panelKeys(menus);
  const runLater = (event: KeyboardEvent, isInField: boolean): boolean => {
    if (openPanel(menus.view, event)) return true;
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
    const isInField = isField(target);
    if (menus.around && isKeyAround(menus.view, event)) {
      menus.around.push(() => run(event, isInField));
      if (!isInField) event.preventDefault();
      return;
    }
    const act = menus.commands.length > 0 ? run : runLater;
    if (act(event, isInField)) event.preventDefault();
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
