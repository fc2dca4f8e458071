/**
 * What floats beside a place in the text and takes the focus: small forms, and lists to choose from.
 *
 * Invariant: its first field has the focus as soon as it is there, and Escape gives it back to the
 * text with nothing changed.
 */
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { isOfInputMethod } from '../../ui/keyboard.ts';
import type { Panel } from '../commands/command.ts';
import { type Box, useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

interface Beside {
  menus: Menus;
  label: string;
  /** What it stands beside, in the window; null hides nothing and moves nothing. */
  box: () => Box | null;
  children: ReactNode;
}

export function FloatingForm({
  menus,
  label,
  className = styles.linkForm!,
  box,
  prefer = 'below',
  children,
  onKeyDown,
  onBlur,
  onLeave,
  onSave,
}: Beside & {
  className?: string;
  prefer?: 'above' | 'below';
  /** Says whether it was for this key. */
  onKeyDown?: (event: KeyboardEvent) => boolean;
  onBlur?: (event: FocusEvent) => void;
  /** The focus has gone to something else of the page; in another window it would be here still. */
  onLeave?: () => void;
  onSave: () => void;
}): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useBeside(menus, form, box, prefer);
  useFocusInside(form);
  return (
    <form
      ref={form}
      aria-label={label}
      className={className}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSave();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isOfInputMethod(event.nativeEvent)) menus.close();
        else if (!onKeyDown?.(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        const { currentTarget, relatedTarget } = event;
        if (currentTarget.contains(relatedTarget ?? document.activeElement)) return;
        onLeave?.();
      }}
    >
      {children}
    </form>
  );
}

/** A list to choose from; it goes when the focus does. */
export function FloatingChooser({
  menus,
  panel,
  label,
  box,
  children,
}: Beside & { panel: Panel }): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  useBeside(menus, popup, box, 'below');
  return (
    <div
      ref={popup}
      role="dialog"
      aria-label={label}
      className={styles.chooser}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (menus.panel === panel && !currentTarget.contains(relatedTarget)) menus.took();
      }}
    >
      {children}
    </div>
  );
}

/** Placed anew also where others write, since the place moves with the text. */
function useBeside(
  menus: Menus,
  element: RefObject<HTMLElement | null>,
  box: () => Box | null,
  prefer: 'above' | 'below',
): void {
  useMenus(menus, ({ state }) => state.doc);
  useFloating(element, box, prefer);
}

function useFocusInside(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const field = element.current?.querySelector('input');
    field?.focus({ preventScroll: true });
    field?.select();
  }, [element]);
}
