/**
 * A menu of actions that something other than its own button opens: at an element, with a name.
 *
 * Invariant: an action stays under the pointer, also where the page scrolls beneath, as it does by
 * itself while others write above.
 */
import { Menu as Base } from '@base-ui/react/menu';
import { Fragment, type ReactNode, useCallback, useRef } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { cx } from './cx.ts';
import { Directed } from './Directed.tsx';
import styles from './Floating.module.css';
import { CheckIcon, MoreRightIcon } from './icons.ts';
import type { MenuItem } from './Menu.tsx';
import { Keys } from './OptionList.tsx';
import { useOverlayFocus } from './overlay-focus.ts';

export interface Action extends MenuItem {
  shortcut?: string | undefined;
  /** What it sets is set already. */
  checked?: boolean;
  /** Opens these instead of doing something itself. */
  items?: readonly Action[];
}

export interface ActionMenuProps {
  label: string;
  open: boolean;
  onClose: (event?: Event) => void;
  /** An element, or a place that says where it is. */
  anchor: Element | { getBoundingClientRect: () => DOMRect } | null;
  align?: 'start' | 'end';
  /** Whether the first action has the focus, as after a key. */
  startAtFirst?: boolean;
  /** `false` leaves the focus where it is by then. */
  returnFocus: () => HTMLElement | false | null;
  items: readonly Action[];
}

export function ActionMenu({
  label,
  open,
  onClose,
  anchor,
  align = 'start',
  startAtFirst = true,
  returnFocus,
  items,
}: ActionMenuProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null);
  const { onOpenChange, finalFocus } = useOverlayFocus({ open, popup, onClose, returnFocus });
  const begin = useCallback(
    (element: HTMLDivElement | null) => {
      popup.current = element;
      if (startAtFirst) focusFirst(element);
    },
    [startAtFirst],
  );
  return (
    <Directed>
      <Base.Root modal={false} open={open} onOpenChange={onOpenChange}>
        {/* It stands outside of the page's landmarks, so it is one itself. */}
        <Base.Portal role="region" aria-label={label}>
          <Base.Positioner
            anchor={anchor}
            positionMethod="fixed"
            side="bottom"
            align={align}
            sideOffset={4}
            collisionPadding={8}
            className={styles.positioner}
          >
            <Base.Popup
              ref={begin}
              aria-label={label}
              className={styles.menu}
              finalFocus={finalFocus}
            >
              <Actions items={items} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Directed>
  );
}

/**
 * Opened from elsewhere than a button of its own, the menu does not know that keys come next; the
 * key that goes to the first item says so.
 */
function focusFirst(popup: HTMLElement | null): void {
  if (!popup) return;
  requestAnimationFrame(() =>
    popup.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
  );
}

function Actions({ items }: { items: readonly Action[] }): ReactNode {
  return items.map((item) => (
    <Fragment key={item.id ?? item.label}>
      {item.separated ? <Base.Separator className={styles.separator} /> : null}
      {item.items ? <Submenu item={item} items={item.items} /> : <Entry item={item} />}
    </Fragment>
  ));
}

function Entry({ item }: { item: Action }): ReactNode {
  return (
    <Base.Item
      className={cx(styles.item, item.danger && styles.danger)}
      disabled={item.disabled}
      onClick={item.onSelect}
    >
      {item.icon}
      <span className={styles.itemLabel}>{item.label}</span>
      {item.checked ? <CheckIcon aria-label={tLazy().common.now} /> : null}
      {item.shortcut ? <Keys shortcut={item.shortcut} /> : null}
    </Base.Item>
  );
}

/** Two menus do not stand side by side in a window narrower than this. */
const NARROW_PX = 560;

function Submenu({ item, items }: { item: Action; items: readonly Action[] }): ReactNode {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item}>
        {item.icon}
        <span className={styles.itemLabel}>{item.label}</span>
        <MoreRightIcon aria-hidden="true" className="mirrored" />
      </Base.SubmenuTrigger>
      <Base.Portal role="region" aria-label={item.label}>
        <Base.Positioner
          positionMethod="fixed"
          sideOffset={2}
          collisionPadding={8}
          // Where there is no room beside the menu it comes over it, never out of the window.
          collisionAvoidance={
            innerWidth < NARROW_PX
              ? { side: 'shift', align: 'shift', fallbackAxisSide: 'none' }
              : { side: 'flip', align: 'shift' }
          }
          className={styles.positioner}
        >
          <Base.Popup aria-label={item.label} className={styles.menu}>
            <Actions items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}
