/** A menu of actions behind a button with an icon. */
import type { ReactNode } from 'react';
import { Lazy } from './lazy.tsx';
import { MenuButton } from './MenuButton.tsx';

export interface MenuItem {
  /** Where several may have the same label. */
  id?: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** Starts a new group: a line above. */
  separated?: boolean;
}

const actionMenu = new Lazy(async () => (await import('./ActionMenu.tsx')).ActionMenu);

export function Menu({
  label,
  icon,
  items,
}: {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
}): ReactNode {
  return (
    <MenuButton label={label} icon={icon} part={actionMenu}>
      {(ActionMenu, frame) => <ActionMenu {...frame} items={items} />}
    </MenuButton>
  );
}
