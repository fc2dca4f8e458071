/**
 * Whether the menus are for thumbs, and how much of the window the keyboard takes.
 *
 * Invariant: `--keyboard` of the page is what the keyboard covers now, so that sheets stand above it.
 */
import { useSyncExternalStore } from 'react';
import { FOR_THUMBS } from '../for-thumbs.ts';

const query = matchMedia(FOR_THUMBS);

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
function keyboardInset(): number {
  if (!visualViewport) return 0;
  const { height, offsetTop } = visualViewport;
  return Math.max(0, Math.round(innerHeight - height - offsetTop));
}

/** Tells the style sheet, until what it returns is called. */
export function followKeyboard(): () => void {
  const tell = () =>
    document.documentElement.style.setProperty('--keyboard', `${keyboardInset()}px`);
  tell();
  visualViewport?.addEventListener('resize', tell);
  visualViewport?.addEventListener('scroll', tell);
  return () => {
    visualViewport?.removeEventListener('resize', tell);
    visualViewport?.removeEventListener('scroll', tell);
  };
}
