/**
 * The named commands, which come after the text: nobody needs them for plain writing.
 *
 * Invariant: a key of theirs that is pressed before does what it is for as soon as they are there,
 * and what is typed meanwhile waits behind it.
 */
import { keydownHandler } from 'prosemirror-keymap';
import { type Command, NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { announce } from '../ui/announce.ts';
import { Late } from '../ui/late-part.ts';
import { t } from '../words/words.ts';
import type { CommandContext, Panel } from './command-registry.ts';
import { HeldKeys } from './held-keys.ts';
import type { Menus } from './menus/menus.ts';

export const namedCommands = new Late(
  async () => (await import('./command-registry.ts')).editorCommands,
);

/** These panels keep what is typed until they are there: their keys wait for nothing. */
export const PANEL_KEYS: Readonly<Record<string, Panel>> = { 'Mod-f': 'find', 'Mod-k': 'palette' };

/** Where which keys of the other commands work; Enter is not among them, it has a use of its own. */
export const COMMAND_KEYS = {
  always: 'Mod-Alt-o Mod-Alt-r',
  outsideFields: 'Mod-Alt-f Mod-z Mod-Shift-z Mod-y',
  inText:
    'Mod-b Mod-i Mod-u Mod-Shift-x Mod-e Mod-Shift-h Mod-\\ Mod-Shift-k Mod-Shift-m Mod-Alt-0 Mod-Alt-1 Mod-Alt-2 Mod-Alt-3 Mod-Shift-7 Mod-Shift-8 Mod-Shift-9 Mod-Enter Tab Shift-Tab Mod-Alt-l Alt-Shift-ArrowUp Alt-Shift-ArrowDown Alt-Shift-ArrowLeft Alt-Shift-ArrowRight Mod-d Mod-Shift-Backspace Mod-. Shift-F10 Mod-a Alt-F10',
} as const;

/** Whether a key is a command's that has to be loaded; in a field, outside of it, or in the text. */
export const isCommandKey = {
  inField: isOneOf(COMMAND_KEYS.always),
  outside: isOneOf(COMMAND_KEYS.always, COMMAND_KEYS.outsideFields),
  inText: isOneOf(COMMAND_KEYS.always, COMMAND_KEYS.outsideFields, COMMAND_KEYS.inText),
};

function isOneOf(...keys: readonly string[]): (view: EditorView, event: KeyboardEvent) => boolean {
  const names = keys.flatMap((some) => some.split(' '));
  return keydownHandler(Object.fromEntries(names.map((key) => [key, () => true])));
}

/** Opens the panel of a key, where it is one's. */
export function panelKeys(menus: Menus): (view: EditorView, event: KeyboardEvent) => boolean {
  const opens = Object.entries(PANEL_KEYS).map(([key, panel]): [string, Command] => [
    key,
    () => {
      menus.open(panel);
      return true;
    },
  ]);
  return keydownHandler(Object.fromEntries(opens));
}

/** Says so where they cannot be had. */
export async function loadCommands(): Promise<void> {
  await namedCommands.load().catch(() => {
    announce(t().notLoaded.commands);
  });
}

export function lateCommands(menus: Menus, context: CommandContext): Plugin {
  const held = new HeldKeys();
  const openPanel = panelKeys(menus);
  const isNamed = (view: EditorView, event: KeyboardEvent) =>
    isCommandKey.inText(view, event) ||
    // On something in the line Enter is a command's.
    (event.key === 'Enter' && view.state.selection instanceof NodeSelection);
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (event.isComposing) return false;
        const isEarly = menus.commands.length === 0 && !held.isReleasing;
        if (!held.isWaiting && !(isEarly && isNamed(view, event)))
          return isEarly && openPanel(view, event);
        held.hold(view, event, loadCommands);
        return true;
      },
      handleDOMEvents: { beforeinput: (_view, event) => held.holdText(event) },
    },
    view: () => {
      const begin = () => {
        const make = namedCommands.get();
        if (make && menus.commands.length === 0) menus.commands = make(context);
      };
      const stop = namedCommands.subscribe(begin);
      begin();
      return { destroy: stop };
    },
  });
}
