/**
 * A row of buttons that is one stop of the Tab key: arrows move in it. Base UI does the moving.
 *
 * Invariant: pressing a button with a pointer leaves the focus, and so a selection, where it is.
 */
import { Toolbar as Base } from '@base-ui/react/toolbar';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Directed } from './Directed.tsx';
import { ariaShortcut, shortcutText } from './keys.ts';
import styles from './Toolbar.module.css';

export function Toolbar({
  label,
  className,
  children,
  ref,
  ...rest
}: ComponentProps<'div'> & { label: string; ref?: Ref<HTMLDivElement> }): ReactNode {
  return (
    <Directed>
      <Base.Root
        ref={ref}
        aria-label={label}
        className={cx(styles.toolbar, className)}
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
        }}
        {...rest}
      >
        {children}
      </Base.Root>
    </Directed>
  );
}

export function ToolbarButton({
  label,
  shortcut,
  pressed,
  className,
  ...rest
}: ComponentProps<'button'> & {
  label: string;
  shortcut?: string | undefined;
  pressed?: boolean | undefined;
}): ReactNode {
  return (
    <Base.Button
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut ? ariaShortcut(shortcut) : undefined}
      data-tooltip={shortcut ? `${label} · ${shortcutText(shortcut)}` : label}
      className={cx(styles.button, className)}
      {...rest}
    />
  );
}

export function ToolbarSeparator(): ReactNode {
  return <Base.Separator className={styles.separator} />;
}
