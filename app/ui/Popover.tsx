/**
 * Details of a thing, beside the button that opens them: never needed for reading or writing.
 */
import type { ComponentProps, ReactNode } from 'react';
import { Lazy, Opening } from './lazy.tsx';
import { useOpener } from './opener.ts';

export interface PopoverProps {
  open: boolean;
  onClose: (event?: Event) => void;
  anchor: HTMLElement | null;
  title: string;
  children: ReactNode;
}

const frame = new Lazy(async () => (await import('./PopoverFrame.tsx')).PopoverFrame);

export function Popover({
  button,
  title,
  opened = false,
  onClose,
  children,
}: {
  /** What its button looks like. */
  button: Pick<ComponentProps<'button'>, 'className' | 'children'>;
  title: string;
  /** Something besides its button has opened it; `onClose` is told when that is over. */
  opened?: boolean;
  onClose?: () => void;
  children: ReactNode;
}): ReactNode {
  const { open: pressed, close: release, ref, button: opening } = useOpener('dialog');
  const open = pressed || opened;
  const close = (event?: Event) => {
    release(event);
    onClose?.();
  };
  return (
    <>
      <button type="button" {...button} {...opening} />
      <Opening part={frame} what={title} open={open} onClose={close}>
        {(PopoverFrame) => (
          <PopoverFrame open={open} onClose={close} anchor={ref.current} title={title}>
            {children}
          </PopoverFrame>
        )}
      </Opening>
    </>
  );
}
