/**
 * The name of a control, shown on hover and on keyboard focus. It repeats what the control's
 * accessible name says, so it is never the only place where something is told.
 */
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './Tooltip.module.css';

export function Tooltip({ label, children }: { label: string; children: ReactElement }): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes tooltips next to each other open without waiting again. One around the app. */
export function TooltipProvider({ children }: { children: ReactNode }): ReactNode {
  return <Base.Provider>{children}</Base.Provider>;
}
