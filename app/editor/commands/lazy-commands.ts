/**
 * The named commands, which come after the text: nobody needs them for plain writing.
 *
 * Invariant: a key of theirs that is pressed before does what it is for as soon as they are there,
 * and what is typed meanwhile waits behind it. Where they do not come, what one does in the first
 * seconds is done all the same: bold, italic and underlined text, undo and redo, all selected.
 */
import { keydownHandler } from 'prosemirror-keymap';
import {
  AllSelection,
  type Command,
  NodeSelection,
  Plugin,
  TextSelection,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { Lazy } from '../../ui/lazy-part.ts';
import { hold } from '../input/held-keys.ts';
import type { Menus } from '../menus/menus.ts';
import { schema } from '../schema.ts';
import type { CommandContext, Panel } from './command.ts';

export const namedCommands = new Lazy(
  async () => (await import('./command-registry.ts')).editorCommands,
);

/** These panels keep what is typed until they are there: their keys wait for nothing. */
export const PANEL_KEYS: Readonly<Record<string, Panel>> = {
  'Mod-f': 'find',
  'Mod-h': 'find',
  'Mod-k': 'palette',
};

/** Where which keys of the other commands work; Enter is not among them, it has a use of its own. */
export const COMMAND_KEYS = {
  always: 'Mod-Alt-h Mod-Alt-o Mod-Alt-r Mod-s',
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

/** Keys of what stands around the text, whose commands come behind those of the editor. */
export const KEYS_AROUND =
  'F8 Shift-F8 Mod-Alt-n Mod-Alt-p Alt-F8 Alt-Shift-F8 Alt-F9 Alt-Shift-F9 Mod-Alt-m Mod-Alt-x Mod-Alt-y';
export const isKeyAround = isOneOf(KEYS_AROUND);

function isOneOf(...keys: readonly string[]): (view: EditorView, event: KeyboardEvent) => boolean {
  const names = keys.flatMap((some) => some.split(' '));
  return keydownHandler(Object.fromEntries(names.map((key) => [key, () => true])));
}

/** Whether Mod-K means the text that is selected, as everywhere, and not the list of all there is. */
export function asksForLink(view: EditorView | undefined): boolean {
  const { state, editable } = view ?? {};
  return (
    editable === true &&
    view!.hasFocus() &&
    state!.selection instanceof TextSelection &&
    !state!.selection.empty &&
    !state!.selection.$head.parent.type.spec.code
  );
}

/** Opens the panel of a key, where it is one's. */
export function panelKeys(menus: Menus): (view: EditorView, event: KeyboardEvent) => boolean {
  const opens = Object.entries(PANEL_KEYS).map(([key, panel]): [string, Command] => [
    key,
    (_state, _dispatch, view) => {
      menus.open(panel === 'palette' && asksForLink(view) ? 'link' : panel);
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

/** Formats what is selected, or else what is written next; or no longer. */
function format(name: 'bold' | 'italic' | 'underline'): Command {
  return (state, dispatch) => {
    const { selection, doc, tr } = state;
    const { from, to, $head } = selection;
    if (!$head.parent.inlineContent || $head.parent.type.spec.code) return true;
    const type = schema.marks[name]!;
    const has = selection.empty
      ? type.isInSet(state.storedMarks ?? $head.marks())
      : doc.rangeHasMark(from, to, type);
    if (selection.empty)
      dispatch?.(has ? tr.removeStoredMark(type) : tr.addStoredMark(type.create()));
    else dispatch?.(has ? tr.removeMark(from, to, type) : tr.addMark(from, to, type.create()));
    return true;
  };
}

export function lazyCommands(menus: Menus, context: CommandContext): Plugin {
  const openPanel = panelKeys(menus);
  /** They were waited for once, and did not come. */
  let isWithout = false;
  const around = () => new Promise<void>((resolve) => menus.around?.push(resolve));
  const withoutThem = keydownHandler({
    'Mod-b': format('bold'),
    'Mod-i': format('italic'),
    'Mod-u': format('underline'),
    'Mod-z': context.undo,
    'Mod-Shift-z': context.redo,
    'Mod-y': context.redo,
    'Mod-a': ({ doc, tr }, dispatch) => {
      dispatch?.(tr.setSelection(new AllSelection(doc)));
      return true;
    },
  });
  const isNamed = (view: EditorView, event: KeyboardEvent) =>
    isCommandKey.inText(view, event) ||
    // On something in the line Enter is a command's.
    (event.key === 'Enter' && view.state.selection instanceof NodeSelection);
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        const isAround = menus.around && isKeyAround(view, event);
        if (!isAround) {
          if (menus.commands.length > 0) return false;
          if (isWithout && withoutThem(view, event)) return true;
          if (!isNamed(view, event)) return openPanel(view, event);
        }
        if (hold(view, event, isAround ? around : namedCommands.load)) return true;
        isWithout ||= !isAround;
        if (!isAround && withoutThem(view, event)) return true;
        announce(t().notLoaded.commands);
        return false;
      },
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
