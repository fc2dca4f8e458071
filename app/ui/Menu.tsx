/**
 * A menu of actions behind a button. Arrow keys, typing a name, Escape and focus are Base UI's.
 */
import { Menu as Base } from '@base-ui/react/menu';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Floating.module.css';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** Starts a new group: a line above. */
  separated?: boolean;
}

export function Menu({
  trigger,
  items,
}: {
  trigger: ReactElement;
  items: readonly MenuItem[];
}): ReactNode {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <Base.Popup className={styles.menu}>
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.separated ? <Base.Separator className={styles.separator} /> : null}
                <Base.Item
                  className={cx(styles.item, item.danger && styles.danger)}
                  disabled={item.disabled}
                  onClick={item.onSelect}
                >
                  {item.icon}
                  {item.label}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
