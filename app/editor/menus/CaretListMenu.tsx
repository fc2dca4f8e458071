/**
 * The list under a sign at the caret: what to put in. Its keys are handled in `caret-list.ts`,
 * because the focus stays in the text.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { OptionList } from '../../ui/OptionList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import {
  type CaretItem,
  type CaretList,
  type CaretSign,
  caretListKinds,
  choose,
  highlight,
  openList,
  optionId,
} from './caret-list.ts';
import { CommandIconOf } from './command-icons.tsx';
import { boxOf, useFloating } from './floating.ts';
import styles from './menus.module.css';
import { type FollowedView, useMenus } from './use-menus.ts';

export function CaretListMenu({ menus }: { menus: FollowedView }): ReactNode {
  const list = useMenus(menus, ({ state }) => openList(state));
  useEffect(() => {
    // While there surely is a network.
    for (const kind of caretListKinds(menus.state))
      kind.load?.().catch(() => {
        // Not reachable now: the sign that opens the list asks again.
      });
  }, [menus]);
  const count = list?.items.length ?? 0;
  return (
    <>
      <div role="status">
        <VisuallyHidden>{list ? textsOf(list.kind).counted(count) : ''}</VisuallyHidden>
      </div>
      {list ? <List key={list.kind.name} menus={menus} list={list} /> : null}
    </>
  );
}

/** What a list is called, and how many there are to choose from. */
function textsOf({ name }: CaretSign): { label: string; counted: (count: number) => string } {
  const { menus, commands } = tLazy();
  switch (name) {
    case 'insert-block':
      return { label: menus.insertBlock, counted: menus.blocks };
    case 'emoji':
      return { label: commands['insert-emoji'], counted: menus.emoji };
    case 'mention':
      return { label: commands['insert-mention'], counted: menus.suggestions };
    case 'document':
      return { label: menus.documentsToLink, counted: menus.documentCount };
  }
}

function List({ menus, list }: { menus: FollowedView; list: CaretList }): ReactNode {
  const { view } = menus;
  const { kind, items, index } = list;
  // Names stand below one another, beside a person and beside an icon.
  const isWide = items.some(({ picture, color }) => picture || color);
  const popup = useRef<HTMLDivElement>(null);
  useFloating(popup, () => boxOf(view, list.from), 'below');
  return (
    <div ref={popup} className={styles.caretList}>
      <OptionList
        id={kind.name}
        label={textsOf(kind).label}
        options={items.map((item) => ({
          id: optionId(kind, item),
          label: item.label,
          icon: isWide ? (
            <span className={styles.picture} aria-hidden="true">
              <Picture item={item} />
            </span>
          ) : (
            <Picture item={item} />
          ),
          shortcut: item.shortcut,
        }))}
        active={index}
        inTabOrder
        onActive={(at) => highlight(view, at)}
        onChoose={(at) => choose(view, items[at]!)}
      />
    </div>
  );
}

function Picture({ item: { label, icon, picture, color } }: { item: CaretItem }): ReactNode {
  if (picture) return picture;
  if (color) return <Avatar name={label} color={`--person-${color}`} />;
  return icon ? <CommandIconOf icon={icon} /> : null;
}
