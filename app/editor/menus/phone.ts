/**
 * Whether the menus are for thumbs, and how much of the window the keyboard takes.
 *
 * Invariant: `--keyboard` of the page is what the keyboard covers now, so that sheets stand above it;
 * and where it comes, the line that one writes in is above it, too, and above the toolbar.
 */
import type { EditorView } from 'prosemirror-view';
import { useSyncExternalStore } from 'react';
import { TOUCH_LAYOUT } from './touch-layout.ts';

const query = matchMedia(TOUCH_LAYOUT);

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

/** A bar of the browser takes less of the window's height than this; a keyboard takes more. */
const KEYBOARD_SHARE = 0.15;

/** The height that is seen, however near one has come to it. */
function seenHeight(): number {
  return visualViewport ? visualViewport.height * visualViewport.scale : innerHeight;
}

/** Tells the style sheet and the view, until what it returns is called. */
export function followKeyboard(view: EditorView): () => void {
  let height = seenHeight();
  const tell = () => {
    document.documentElement.style.setProperty('--keyboard', `${keyboardInset()}px`);
    const before = height;
    height = seenHeight();
    // The browser shows the caret, and knows nothing of the toolbar.
    if (height < before * (1 - KEYBOARD_SHARE) && view.hasFocus())
      view.dispatch(view.state.tr.scrollIntoView());
  };
  tell();
  visualViewport?.addEventListener('resize', tell);
  visualViewport?.addEventListener('scroll', tell);
  return () => {
    visualViewport?.removeEventListener('resize', tell);
    visualViewport?.removeEventListener('scroll', tell);
  };
}
