/** How a component follows what the menus say. `select` must give the same value for the same state. */
import { useSyncExternalStore } from 'react';
import type { Menus } from './menus.ts';

export function useMenus<Value>(menus: Menus, select: (menus: Menus) => Value): Value {
  return useSyncExternalStore(menus.subscribe, () => select(menus));
}
