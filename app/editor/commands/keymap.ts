/**
 * Which key does what in the body.
 *
 * Invariant: keys of named commands come from the registry; here are those of plain writing, which
 * need no name.
 */
import { undoInputRule } from 'prosemirror-inputrules';
import { keydownHandler } from 'prosemirror-keymap';
import { type Command, NodeSelection, Plugin } from 'prosemirror-state';
import { isApple } from '../../ui/keyboard.ts';
import { mayPutFormula } from '../blocks/formula/inline-formula.ts';
import { deleteCharacter } from '../input/characters.ts';
import type { Menus } from '../menus/menus.ts';
import {
  editSelectedBlock,
  moveBlockSelection,
  selectBlocks,
} from '../selection/block-selection.ts';
import type { CommandContext, EditorCommand } from './command.ts';
import {
  exitCode,
  firstOf,
  insertBreak,
  joinBackward,
  joinForward,
  removeSelection,
  splitBlock,
} from './commands.ts';

export function editorKeymap(menus: Menus, apple: boolean = isApple): Plugin {
  let commands = menus.commands;
  let handle = handlerOf(commands, apple);
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (commands !== menus.commands) {
          commands = menus.commands;
          handle = handlerOf(commands, apple);
        }
        return handle(view, event);
      },
    },
  });
}

function handlerOf(
  commands: readonly EditorCommand[],
  apple: boolean,
): ReturnType<typeof keydownHandler> {
  const erase = firstOf(removeSelection, joinBackward);
  const backspace = firstOf(undoInputRule, erase);
  const remove = firstOf(removeSelection, joinForward);
  const named: Record<string, Command[]> = {};
  for (const { keys = [], run, applies } of commands)
    for (const key of keys) {
      named[key] ??= [];
      named[key].push((state, ...rest) => (applies?.(state) ?? true) && run(state, ...rest));
    }
  return keydownHandler({
    ...Object.fromEntries(Object.entries(named).map(([key, runs]) => [key, firstOf(...runs)])),
    'Mod-Enter': firstOf(...(named['Mod-Enter'] ?? []), exitCode),
    Enter: firstOf(
      ...(named.Enter ?? []),
      editSelectedFormula(commands),
      editSelectedBlock,
      splitBlock,
    ),
    'Shift-Enter': insertBreak,
    Backspace: firstOf(backspace, deleteCharacter),
    'Mod-Backspace': backspace,
    'Shift-Backspace': firstOf(backspace, deleteCharacter),
    Delete: remove,
    'Mod-Delete': remove,
    // Between two lines the view lets none of these erase by itself.
    ...(apple
      ? {
          ...{ 'Alt-Backspace': erase, 'Ctrl-h': erase },
          ...{ 'Alt-Delete': remove, 'Ctrl-d': remove, 'Ctrl-k': remove },
        }
      : {}),
    Escape: selectBlocks,
    ArrowUp: moveBlockSelection(-1),
    ArrowDown: moveBlockSelection(1),
    'Shift-ArrowUp': moveBlockSelection(-1, true),
    'Shift-ArrowDown': moveBlockSelection(1, true),
  });
}

/** Enter on a formula that is selected in its line opens it, as it opens a selected block. */
function editSelectedFormula(commands: readonly EditorCommand[]): Command {
  const command = commands.find(({ id }) => id === 'inline-formula');
  return (state, ...rest) =>
    state.selection instanceof NodeSelection &&
    mayPutFormula(state) &&
    (command?.run(state, ...rest) ?? false);
}

/**
 * Undo from the browser's own menus, or by a shake. Its history knows only what was typed here since
 * the page was opened, in an order of its own.
 */
export function browserUndo({ undo, redo }: Pick<CommandContext, 'undo' | 'redo'>): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        beforeinput: (view, event) => {
          const command = { historyUndo: undo, historyRedo: redo }[event.inputType];
          if (!command) return false;
          event.preventDefault();
          return command(view.state, view.dispatch, view);
        },
      },
    },
  });
}
