/** All shortcuts, by group: a second look at the registry, with the few that need no name. */

import type { ReactNode } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { keysOf } from '../../ui/keys.ts';
import { nameOf } from './command-names.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

/** What keys do that no command names. */
const OTHERS = [
  ['insert', '/'],
  ['select', 'Escape'],
  ['extend', 'ArrowDown'],
  ['write', 'Enter'],
  ['delete', 'Delete'],
  ['leave', 'Escape'],
  ['newLine', 'Shift-Enter'],
  ['sidebar', 'Mod-Alt-b'],
  ['thisList', '?'],
] as const;

export function ShortcutList({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'shortcuts');
  const commands = menus.commands.filter(({ keys }) => keys);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Dialog
      open={open}
      onClose={menus.close}
      title={tLazy().commands.shortcuts}
      returnFocus={menus.focusLeft}
    >
      <div className={styles.shortcuts}>
        {groups.map((group) => (
          <Group
            key={group}
            name={tLazy().groups[group]}
            rows={commands
              .filter((command) => command.group === group)
              .map((command) => [nameOf(command), command.keys!])}
          />
        ))}
        <Group
          name={tLazy().moreKeys.title}
          rows={OTHERS.map(([what, key]) => [tLazy().moreKeys[what], [key]])}
        />
      </div>
    </Dialog>
  );
}

function Group({
  name,
  rows,
}: {
  name: string;
  rows: readonly (readonly [string, readonly string[]])[];
}): ReactNode {
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            {keys.map((shortcut) => (
              <dd key={shortcut} dir="ltr">
                {keysOf(shortcut).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
