/** A button with an icon that opens a menu, which comes with a later part. */
import type { ReactNode } from 'react';
import type { ActionMenuProps } from './ActionMenu.tsx';
import { IconButton } from './Button.tsx';
import { type Lazy, Opening } from './lazy.tsx';
import { useOpener } from './opener.ts';

/** What the button knows of its menu. */
export type MenuFrame = Omit<ActionMenuProps, 'items'>;

export function MenuButton<Part>({
  label,
  icon,
  part,
  children,
}: {
  label: string;
  icon: ReactNode;
  part: Lazy<Part>;
  children: (part: Part, frame: MenuFrame) => ReactNode;
}): ReactNode {
  const { open, byKey, close, ref, button } = useOpener('menu');
  return (
    <>
      <IconButton label={label} {...button}>
        {icon}
      </IconButton>
      <Opening part={part} what={label} open={open} onClose={close}>
        {(loaded) =>
          children(loaded, {
            label,
            open,
            onClose: close,
            anchor: ref.current,
            align: 'end',
            startAtFirst: byKey,
            returnFocus: () => ref.current,
          })
        }
      </Opening>
    </>
  );
}
