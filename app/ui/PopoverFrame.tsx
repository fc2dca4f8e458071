/** A popover as Base UI makes it, which is loaded after the page. */
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, useRef } from 'react';
import styles from './Floating.module.css';
import { useOverlayFocus } from './overlay-focus.ts';
import type { PopoverProps } from './Popover.tsx';

export function PopoverFrame({ open, onClose, anchor, title, children }: PopoverProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const { onOpenChange, finalFocus } = useOverlayFocus({
    open,
    popup,
    onClose,
    returnFocus: () => anchor,
  });
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          // What one aims at stays where it is, also where the page scrolls beneath.
          positionMethod="fixed"
          sideOffset={8}
          collisionPadding={12}
          className={styles.positioner}
        >
          <Base.Popup ref={popup} className={styles.popover} finalFocus={finalFocus}>
            <Base.Title className={styles.popoverTitle}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
