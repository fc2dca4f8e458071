/** A menu of actions behind a button with an icon. */
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { Late, Opening } from './late.tsx';
import { useOpener } from './opener.ts';

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

const actionMenu = new Late(async () => (await import('./ActionMenu.tsx')).ActionMenu);

export function Menu({
  label,
  icon,
  items,
}: {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
}): ReactNode {
  const { open, byKey, close, ref, button } = useOpener('menu');
  return (
    <>
      <IconButton label={label} {...button}>
        {icon}
      </IconButton>
      <Opening part={actionMenu} what={label} open={open} onClose={close}>
        {(ActionMenu) => (
          <ActionMenu
            label={label}
            open={open}
            onClose={close}
            anchor={ref.current}
            align="end"
            startAtFirst={byKey}
            returnFocus={() => ref.current}
            items={items}
          />
        )}
      </Opening>
    </>
  );
}
