/**
 * Dialogs: something short to decide, above the page. Invariant: focus goes in and comes back,
 * Escape closes, and the title names it.
 */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { buttonClass } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import { CloseIcon } from './icons.ts';

export function Dialog({
  open,
  onClose,
  title,
  small = false,
  returnFocus = true,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  small?: boolean;
  /** False where whoever closes it puts the focus somewhere. */
  returnFocus?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={cx(styles.popup, small && styles.small)} finalFocus={returnFocus}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {children}
          {/* Last in order, so that focus starts with what the dialog is about. It has no tooltip:
              Escape would close that first. */}
          <Base.Close aria-label="Close" className={cx(buttonClass('icon'), styles.close)}>
            <CloseIcon aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
