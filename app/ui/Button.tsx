/**
 * Buttons. Invariant: one filled button a screen at most; every icon button has a name in words.
 */
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'filled' | 'quiet' | 'plain';
  danger?: boolean;
  /** It is doing its work, or has none left: pressing it does nothing, and it keeps the focus. */
  busy?: boolean;
}

export function Button({
  variant = 'quiet',
  danger = false,
  busy = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      className={cx(styles.button, styles[variant], danger && styles.danger, className)}
      {...rest}
      {...(busy
        ? { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
        : {})}
    />
  );
}

/** A button that shows only an icon; `label` names it, for screen readers and on hover. */
export function IconButton({
  label,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }): ReactNode {
  return (
    <button
      type={type}
      aria-label={label}
      data-tooltip={label}
      className={cx(styles.button, styles.icon, className)}
      {...rest}
    />
  );
}

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: 'filled' | 'quiet' | 'plain' | 'icon'): string {
  return cx(styles.button, styles[variant]);
}
