/**
 * A panel beside the page, such as its outline; on a phone a sheet at the bottom of the window.
 *
 * Invariant: the page stays as usable as without it; Escape in it closes it.
 */
import type { ReactNode } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { IconButton } from './Button.tsx';
import { CloseIcon } from './icons.ts';
import styles from './SidePanel.module.css';

export function SidePanel({
  label,
  onClose,
  isStill = false,
  isAside = false,
  children,
}: {
  label: string;
  onClose: () => void;
  /** What is in it goes along with the page, and does not scroll by itself. */
  isStill?: boolean;
  /** On a phone, where it would lie over it, it makes way for what one looks at on the page. */
  isAside?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <aside
      aria-label={label}
      className={styles.panel}
      data-aside={isAside || undefined}
      onKeyDown={(event) => {
        // What is in it may have a use for it.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{label}</h2>
        <IconButton label={tLazy().common.closePanel(label)} onClick={onClose}>
          <CloseIcon aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.content} data-still={isStill || undefined}>
        {children}
      </div>
    </aside>
  );
}
