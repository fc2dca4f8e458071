/** Whether the menus are for thumbs, and how much of the window the keyboard takes. */
import { useSyncExternalStore } from 'react';

const query = matchMedia('(pointer: coarse) and (max-width: 64rem)');

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

/** Pixels at the bottom of the window that the keyboard covers. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(
    (listener) => {
      visualViewport?.addEventListener('resize', listener);
      visualViewport?.addEventListener('scroll', listener);
      return () => {
        visualViewport?.removeEventListener('resize', listener);
        visualViewport?.removeEventListener('scroll', listener);
      };
    },
    () =>
      visualViewport
        ? Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop))
        : 0,
  );
}
