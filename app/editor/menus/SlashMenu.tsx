/**
 * The list under a `/`: which block to insert. Its keys are handled in `slash.ts`, because the focus
 * stays in the text.
 */
import { type ReactNode, useRef } from 'react';
import { OptionList } from '../../ui/OptionList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { CommandIconOf } from './command-icons.tsx';
import { boxOf, useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { choose, highlight, openSlash, optionId, SLASH_LIST, type Slash } from './slash.ts';
import { useMenus } from './use-menus.ts';

export function SlashMenu({ menus }: { menus: Menus }): ReactNode {
  const slash = useMenus(menus, ({ state }) => openSlash(state));
  return (
    <>
      <div role="status">
        <VisuallyHidden>
          {slash ? `${slash.items.length} ${slash.items.length === 1 ? 'block' : 'blocks'}` : ''}
        </VisuallyHidden>
      </div>
      {slash ? <SlashList menus={menus} slash={slash} /> : null}
    </>
  );
}

function SlashList({ menus, slash }: { menus: Menus; slash: Slash }): ReactNode {
  const { view } = menus;
  const popup = useRef<HTMLDivElement>(null);
  useFloating(popup, () => boxOf(view, slash.from), 'below');
  return (
    <div ref={popup} className={styles.slash}>
      <OptionList
        id={SLASH_LIST}
        label="Insert block"
        options={slash.items.map((command) => ({
          id: optionId(command),
          label: command.label,
          icon: <CommandIconOf icon={command.icon} />,
          shortcut: command.keys?.[0],
        }))}
        active={slash.index}
        onActive={(index) => highlight(view, index)}
        onChoose={(index) => choose(view, slash.items[index]!, menus.open)}
      />
    </div>
  );
}
