/**
 * Which key does what in the body.
 *
 * Invariant: every shortcut of the body is here and nowhere else.
 */
import { chainCommands } from 'prosemirror-commands';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';
import type { Binding } from './binding/binding.ts';
import {
  changeDepth,
  exitCode,
  insertBreak,
  joinBackward,
  joinForward,
  moveBlocks,
  removeSelection,
  selectAll,
  setBlockType,
  splitBlock,
  toggle,
  toggleChecked,
} from './commands.ts';
import { schema } from './schema.ts';
import { cellAt, goToCell, moveColumn, moveRow } from './tables.ts';

/** At the edge of a table a row moves no further; the table does not move in its stead. */
function outsideCells(command: Command): Command {
  return (state, dispatch, view) => cellAt(state) !== null || command(state, dispatch, view);
}

export function editorKeymap(binding: Binding): Plugin {
  const undo: Command = (_state, _dispatch, view) => {
    if (view) binding.undoStep(view);
    return true;
  };
  const redo: Command = (_state, _dispatch, view) => {
    if (view) binding.redoStep(view);
    return true;
  };
  const backspace = chainCommands(undoInputRule, removeSelection, joinBackward);
  const remove = chainCommands(removeSelection, joinForward);
  const { nodes } = schema;
  return keymap({
    Enter: splitBlock,
    'Shift-Enter': insertBreak,
    'Mod-Enter': chainCommands(toggleChecked, exitCode),
    Backspace: backspace,
    'Mod-Backspace': backspace,
    'Shift-Backspace': backspace,
    Delete: remove,
    'Mod-Delete': remove,
    'Mod-a': selectAll,
    'Mod-z': undo,
    'Mod-Shift-z': redo,
    'Mod-y': redo,
    'Mod-b': toggle('bold'),
    'Mod-i': toggle('italic'),
    'Mod-u': toggle('underline'),
    'Mod-Shift-x': toggle('strike'),
    'Mod-e': toggle('code'),
    'Mod-Shift-h': toggle('highlight'),
    'Mod-Alt-0': setBlockType(nodes.paragraph!),
    'Mod-Alt-1': setBlockType(nodes.heading!, { level: 1 }),
    'Mod-Alt-2': setBlockType(nodes.heading!, { level: 2 }),
    'Mod-Alt-3': setBlockType(nodes.heading!, { level: 3 }),
    // With Shift a digit key gives another character, which differs by keyboard.
    'Mod-Shift-7': setBlockType(nodes.ordered!),
    'Mod-Shift-8': setBlockType(nodes.bullet!),
    'Mod-Shift-9': setBlockType(nodes.task!),
    Tab: chainCommands(goToCell(1), changeDepth(1)),
    'Shift-Tab': chainCommands(goToCell(-1), changeDepth(-1)),
    'Alt-Shift-ArrowUp': chainCommands(
      moveRow((row) => row - 1),
      outsideCells(moveBlocks(-1)),
    ),
    'Alt-Shift-ArrowDown': chainCommands(
      moveRow((row) => row + 1),
      outsideCells(moveBlocks(1)),
    ),
    'Alt-Shift-ArrowLeft': moveColumn((column) => column - 1),
    'Alt-Shift-ArrowRight': moveColumn((column) => column + 1),
  });
}
