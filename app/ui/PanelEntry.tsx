/**
 * A line of a list that one can choose, in a panel beside the page and where the panel's things are
 * listed elsewhere.
 *
 * Invariant: which one is current is said by `aria-current`, and drawn by nothing else.
 */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './PanelEntry.module.css';

export function PanelEntry({ className, ...props }: ComponentProps<'button'>): ReactNode {
  return <button type="button" {...props} className={cx(styles.entry, className)} />;
}
