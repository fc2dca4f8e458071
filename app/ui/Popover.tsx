/**
 * Details of a thing, beside the button that opens them: never needed for reading or writing.
 */
import type { ComponentProps, ReactNode } from 'react';
import { Late, Opening } from './late.tsx';
import { useOpener } from './opener.ts';

export interface PopoverProps {
  open: boolean;
  onClose: (event?: Event) => void;
  anchor: HTMLElement | null;
  title: string;
  children: ReactNode;
}

const frame = new Late(async () => (await import('./PopoverFrame.tsx')).PopoverFrame);

export function Popover({
  button,
  title,
  children,
}: {
  /** What its button looks like. */
  button: Pick<ComponentProps<'button'>, 'className' | 'children'>;
  title: string;
  children: ReactNode;
}): ReactNode {
  const { open, close, ref, button: opening } = useOpener('dialog');
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
