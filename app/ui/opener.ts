/**
 * A button that opens something beside it and closes it again.
 *
 * Invariant: a press on the button itself is no press outside of what it opened; otherwise that would
 * close first and open anew. A key is none: Escape closes, also while the focus is still on the button.
 */
import { type ComponentProps, type RefObject, useRef, useState } from 'react';

export interface Opener {
  open: boolean;
  /** Whether a key opened it: then the focus belongs to what is first in it. */
  byKey: boolean;
  /** Closes; with the event that asks for it, where there is one. */
  close: (event?: Event) => void;
  ref: RefObject<HTMLButtonElement | null>;
  /** For the button. */
  button: ComponentProps<'button'>;
}

export function useOpener(kind: 'menu' | 'dialog'): Opener {
  const ref = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'by key' | 'by pointer' | null>(null);
  return {
    open: open !== null,
    byKey: open === 'by key',
    close: (event) => {
      const isPress = !(event instanceof KeyboardEvent);
      if (isPress && event?.target instanceof Node && ref.current?.contains(event.target)) return;
      setOpen(null);
    },
    ref,
    button: {
      ref,
      'aria-haspopup': kind,
      'aria-expanded': open !== null,
      onClick: ({ detail }) => setOpen(open ? null : detail === 0 ? 'by key' : 'by pointer'),
      onKeyDown: ({ key }) => {
        if (kind === 'menu' && key === 'ArrowDown') setOpen('by key');
      },
    },
  };
}
