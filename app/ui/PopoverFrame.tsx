/** A popover as Base UI makes it, which is loaded after the page. */
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import styles from './Floating.module.css';
import type { PopoverProps } from './Popover.tsx';

export function PopoverFrame({ open, onClose, anchor, title, children }: PopoverProps): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={(next, { event }) => !next && onClose(event)}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          sideOffset={8}
          collisionPadding={12}
          className={styles.positioner}
        >
          <Base.Popup className={styles.popover} finalFocus={() => anchor ?? true}>
            <Base.Title className={styles.popoverTitle}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
