/**
 * Details of a thing, beside it, opened by a click: never needed for reading or writing.
 */
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import styles from './Floating.module.css';

export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  children,
}: {
  trigger: ReactElement;
  title: string;
  /** Given where something besides the trigger opens it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} collisionPadding={12} className={styles.positioner}>
          <Base.Popup className={styles.popover}>
            <Base.Title className={styles.popoverTitle}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
