/**
 * `/` at the beginning of a word: what can be put in, found by its name.
 *
 * Invariant: whoever goes on with a blank writes a slash, not a command.
 */

import type { Panel } from '../commands/command.ts';
import {
  ASKING_COMMANDS,
  inlineInsertCommands,
  insertCommands,
} from '../commands/command-registry.ts';
import type { CaretItem, CaretListKind } from './caret-list.ts';
import { INSERT } from './caret-signs.ts';
import { insertName, otherNames } from './command-names.ts';
import { search } from './search.ts';

/** @param open opens a panel, for what asks for more */
export function slashList(open: (panel: Panel) => void): CaretListKind {
  const commands = () =>
    [...insertCommands(), ...ASKING_COMMANDS, ...inlineInsertCommands()].map(
      ({ id, icon, keys, put, follow, asks }): CaretItem & { words: string } => ({
        id,
        label: insertName(id),
        icon,
        shortcut: keys?.[0],
        words: otherNames(id),
        put,
        after: (view) => {
          if (asks) open(asks);
          follow?.(view.state, view.dispatch, view);
        },
      }),
    );
  return {
    ...INSERT,
    find: (query) => (/^\s/.test(query) ? null : search(commands(), query)),
  };
}
