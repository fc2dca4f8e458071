/**
 * The menus of the document that is shown now, for what every screen has, such as the switcher.
 *
 * Invariant: null where no document is shown, or where its menus are still on their way.
 */
import type { Menus } from './menus.ts';

let shown: Menus | null = null;
const listeners = new Set<() => void>();

/** Tells that these are shown; returns how to tell that they are not any more. */
export function showMenus(menus: Menus): () => void {
  set(menus);
  return () => {
    if (shown === menus) set(null);
  };
}

export function shownMenus(): Menus | null {
  return shown;
}

export function onShownMenus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(menus: Menus | null): void {
  shown = menus;
  for (const listener of listeners) listener();
}
