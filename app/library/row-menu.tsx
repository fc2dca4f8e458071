/**
 * The menu of a row, as by a right click at the pointer, or by the menu key at the row itself.
 *
 * Invariant: who asks by a key has the first action in focus; who asks by the mouse has none.
 */
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import type { ActionMenuProps } from '../ui/ActionMenu.tsx';
import { Lazy, Opening } from '../ui/lazy.tsx';
import type { MenuItem } from '../ui/Menu.tsx';

const actionMenu = new Lazy(async () => (await import('../ui/ActionMenu.tsx')).ActionMenu);

/** The mouse's button, as events name it. */
const RIGHT = 2;

interface Asked<Row> {
  row: Row;
  anchor: ActionMenuProps['anchor'];
  byKey: boolean;
}

/**
 * @param titleOf what the row is called
 * @returns what a row calls where its menu is asked for, the same each time, and the menu
 */
export function useRowMenu<Row>(
  itemsOf: (row: Row) => readonly MenuItem[],
  titleOf: (row: Row) => string,
): { ask: (row: Row, event: MouseEvent) => void; menu: ReactNode } {
  const [asked, setAsked] = useState<Asked<Row> | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const ask = useCallback((row: Row, event: MouseEvent) => {
    event.preventDefault();
    const { clientX, clientY, currentTarget, button } = event;
    const byKey = button !== RIGHT;
    const anchor = byKey
      ? currentTarget
      : { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) };
    setAsked({ row, anchor, byKey });
    setIsAsked(true);
  }, []);
  const menu = (
    <Opening
      part={actionMenu}
      what={tLazy().library.more}
      open={isAsked}
      onClose={() => setIsAsked(false)}
    >
      {(ActionMenu) =>
        asked ? (
          <ActionMenu
            label={tLazy().library.actionsFor(titleOf(asked.row))}
            open={isAsked}
            onClose={() => setIsAsked(false)}
            anchor={asked.anchor}
            startAtFirst={asked.byKey}
            returnFocus={() => null}
            items={itemsOf(asked.row)}
          />
        ) : null
      }
    </Opening>
  );
  return { ask, menu };
}
