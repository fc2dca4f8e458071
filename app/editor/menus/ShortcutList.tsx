/** All shortcuts, by group: a second look at the registry, with the few that need no name. */
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { keysOf } from '../../ui/keys.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

/** What keys do that no command names. */
const OTHERS: readonly [string, string][] = [
  ['Insert a block', '/'],
  ['Select the block', 'Escape'],
  ['Select the block above or below', 'ArrowDown'],
  ['Write in the selected block', 'Enter'],
  ['Delete the selected blocks', 'Delete'],
  ['With blocks selected: leave the text with the next Tab', 'Escape'],
  ['New line in the same block', 'Shift-Enter'],
  ['This list, outside the text', '?'],
];

export function ShortcutList({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'shortcuts');
  const commands = menus.commands.filter(({ keys }) => keys);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Dialog open={open} onClose={menus.close} title="Keyboard shortcuts" returnFocus={false}>
      <div className={styles.shortcuts}>
        {groups.map((group) => (
          <Group
            key={group}
            name={group}
            rows={commands
              .filter((command) => command.group === group)
              .map(({ label, keys }) => [label, keys!])}
          />
        ))}
        <Group name="More keys" rows={OTHERS.map(([label, key]) => [label, [key]])} />
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
              <dd key={shortcut}>
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
