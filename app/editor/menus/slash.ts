/**
 * `/` at the beginning of a word: what can be put in, found by its name.
 *
 * Invariant: whoever goes on with a blank writes a slash, not a command.
 */
import {
  ASKING_COMMANDS,
  inlineInsertCommands,
  insertCommands,
  type Panel,
} from '../command-registry.ts';
import type { CaretItem, CaretListKind } from './caret-list.ts';
import { search } from './search.ts';

/** @param open opens a panel, for what asks for more */
export function slashList(open: (panel: Panel) => void): CaretListKind {
  const commands = [...insertCommands(), ...ASKING_COMMANDS, ...inlineInsertCommands()].map(
    ({ id, label, icon, keys, words, put, follow, asks }): CaretItem & { words: string } => ({
      id,
      label,
      icon,
      shortcut: keys?.[0],
      words: words ?? '',
      put,
      after: (view) => {
        if (asks) open(asks);
        follow?.(view.state, view.dispatch, view);
      },
    }),
  );
  return {
    name: 'insert-block',
    sign: '/',
    label: 'Insert block',
    counted: ['block', 'blocks'],
    inCells: false,
    mayFollow: (before) => before === '' || /\s/.test(before),
    find: (query) => (/^\s/.test(query) ? null : search(commands, query)),
  };
}
