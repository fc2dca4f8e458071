/**
 * All commands in one list, found by name. Loaded after the text, opened by Mod+K.
 *
 * Invariant: a command runs on the selection as it was, with the focus back in the text.
 */

import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { OptionSearch } from '../../ui/OptionSearch.tsx';
import { tLate } from '../../words/late.ts';
import type { EditorCommand } from '../command-registry.ts';
import { CommandIconOf } from './command-icons.tsx';
import { searchable } from './command-names.ts';
import type { Menus } from './menus.ts';
import { search } from './search.ts';
import { useMenus } from './use-menus.ts';

const LIST = 'commands';

export function CommandPalette({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'palette');
  return (
    <Dialog
      open={open}
      onClose={menus.close}
      title={tLate().commands.palette}
      returnFocus={menus.focusLeft}
    >
      {open ? <Commands menus={menus} /> : null}
    </Dialog>
  );
}

function Commands({ menus }: { menus: Menus }): ReactNode {
  const [text, setText] = useState('');
  const [entered, setEntered] = useState(false);
  // The field has the focus now; what was typed while it was on its way belongs into it.
  useLayoutEffect(() => {
    const typed = menus.typedAhead.take();
    setText(typed.text);
    setEntered(typed.entered);
  }, [menus]);
  const [offered] = useState(() => offeredBy(menus).map(searchable));
  const found = search(offered, text);
  const choose = (index: number) => {
    const command = found[index];
    if (!command) return;
    menus.close();
    menus.run(command);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before this was here
  useEffect(() => {
    if (entered) choose(0);
  }, [entered]);
  return (
    <OptionSearch
      id={LIST}
      label={tLate().menus.searchCommands}
      listLabel={tLate().menus.commands}
      text={text}
      options={found.map(({ id, label, icon, keys, group }) => ({
        id: `${LIST}-${id}`,
        label,
        icon: <CommandIconOf icon={icon} />,
        shortcut: keys?.[0],
        // Ranked by what was typed, commands of a group do not stand together.
        ...(text.trim() === '' ? { group: tLate().groups[group] } : {}),
      }))}
      count={tLate().menus.commandCount(found.length)}
      nothing={tLate().menus.noCommand}
      onText={setText}
      onChoose={choose}
    />
  );
}

/** What does something now; without leave to write, only what changes nothing. */
function offeredBy({ commands, state, view }: Menus): EditorCommand[] {
  return commands.filter(
    (command) =>
      command.id !== 'palette' &&
      (view.editable || command.forReaders) &&
      (command.applies?.(state) ?? true),
  );
}
