/** A dialog as Base UI makes it, which is loaded after the page. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { buttonClass } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import type { DialogProps } from './Dialog.tsx';
import { CloseIcon } from './icons.ts';
import { useOverlayFocus } from './overlay-focus.ts';

export function DialogFrame({
  open,
  onClose,
  title,
  small = false,
  atSide = false,
  asks = false,
  returnFocus,
  children,
}: DialogProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const { onOpenChange, finalFocus } = useOverlayFocus({
    open,
    popup,
    onClose: () => onClose(),
    returnFocus: returnFocus ?? (() => null),
  });
  // Where there is nothing to do but to read, the keys scroll what there is to read.
  const startAt = () => {
    const first = popup.current?.querySelector('a[href], button, input, select, textarea');
    return first === closing.current ? popup.current : true;
  };
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          {...(asks ? { role: 'alertdialog' } : {})}
          className={cx(styles.popup, small && styles.small, atSide && styles.side)}
          initialFocus={startAt}
          finalFocus={finalFocus}
        >
          <Base.Title className={styles.title}>{title}</Base.Title>
          {children}
          {/* Last in order, so that focus starts with what the dialog is about. It has no tooltip:
              what it says stands on every such button. */}
          <Base.Close
            ref={closing}
            aria-label={tLazy().common.close}
            className={cx(buttonClass('icon'), styles.close)}
          >
            <CloseIcon aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
