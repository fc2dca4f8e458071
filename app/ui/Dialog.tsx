/**
 * Dialogs: something short to decide, above the page. Invariant: focus goes in and comes back,
 * Escape closes, and the title names it.
 */
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import { Lazy, Opening } from './lazy.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  small?: boolean;
  /** It stands at the edge of the window where lines begin, as high as that. */
  atSide?: boolean;
  /** It asks before something is done that cannot be taken back. */
  asks?: boolean;
  /** Where the focus goes when it has closed; false leaves it where it is by then. */
  returnFocus?: () => HTMLElement | false;
  children: ReactNode;
}

const frame = new Lazy(async () => (await import('./DialogFrame.tsx')).DialogFrame);

export function Dialog(props: DialogProps): ReactNode {
  return (
    <Opening part={frame} what={props.title} open={props.open} onClose={props.onClose}>
      {(DialogFrame) => <DialogFrame {...props} />}
    </Opening>
  );
}

/** The row of buttons that ends a dialog. */
export function DialogActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
