/**
 * A finger that rests on a block while nobody writes: the block can be dragged then, or, where the
 * finger lets go, its menu opens.
 *
 * Invariant: with the caret in the text a long press selects words, as everywhere; a finger that
 * scrolls lifts nothing.
 */
import type { EditorView } from 'prosemirror-view';

/** Sooner than browsers open their own menu. */
const LONG_PRESS_MS = 400;
/** A finger is never quite still, px. */
const STILL_PX = 8;
/** What has an answer of its own to a press. */
const ACTIVE = 'a, button, input, [role="checkbox"]';

/** `lift` begins the drag and tells whether there is something to drag. */
export function followLongPress(
  view: EditorView,
  lift: (press: PointerEvent) => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let press: PointerEvent | null = null;
  let isLifted = false;

  const down = (event: PointerEvent) => {
    giveUp();
    isLifted = false;
    if (event.pointerType !== 'touch' || !event.isPrimary || view.hasFocus()) return;
    if (!(event.target instanceof Element) || event.target.closest(ACTIVE)) return;
    press = event;
    timer = setTimeout(() => {
      isLifted = lift(event);
      if (!isLifted) return;
      getSelection()?.removeAllRanges();
      navigator.vibrate?.(10);
    }, LONG_PRESS_MS);
  };
  const move = (event: PointerEvent) => {
    if (!press || isLifted) return;
    const { clientX, clientY } = press;
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > STILL_PX) giveUp();
  };
  function giveUp(): void {
    clearTimeout(timer);
    press = null;
  }
  /** The browser neither scrolls, nor selects, nor clicks with a finger that holds a block. */
  const hold = (event: Event) => {
    if (isLifted && event.cancelable) event.preventDefault();
  };
  const { dom } = view;
  dom.addEventListener('pointerdown', down);
  dom.addEventListener('pointermove', move);
  dom.addEventListener('pointerup', giveUp);
  dom.addEventListener('pointercancel', giveUp);
  for (const type of ['touchmove', 'touchend', 'contextmenu', 'selectstart'])
    dom.addEventListener(type, hold, { passive: false });
  return () => {
    giveUp();
    dom.removeEventListener('pointerdown', down);
    dom.removeEventListener('pointermove', move);
    dom.removeEventListener('pointerup', giveUp);
    dom.removeEventListener('pointercancel', giveUp);
    for (const type of ['touchmove', 'touchend', 'contextmenu', 'selectstart'])
      dom.removeEventListener(type, hold);
  };
}
