/**
 * Where something floats beside a place in the text.
 *
 * Invariant: it never covers the place, stays inside the window and below the top bar, and scrolls
 * with the text.
 */

import type { EditorView } from 'prosemirror-view';
import { type RefObject, useLayoutEffect } from 'react';
import { topBarBottom } from '../../ui/top-bar.ts';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const GAP = 8;

/** The box around [from, to) in the window: its first and last line. */
export function boxOf(view: EditorView, from: number, to: number = from): Box {
  const start = view.coordsAtPos(from, 1);
  if (to === from) return start;
  const end = view.coordsAtPos(to, -1);
  const oneLine = end.top < start.bottom;
  const text = view.dom.getBoundingClientRect();
  return {
    left: oneLine ? Math.min(start.left, end.left) : text.left,
    right: oneLine ? Math.max(start.right, end.right) : text.right,
    top: Math.min(start.top, end.top),
    bottom: Math.max(start.bottom, end.bottom),
  };
}

/** Puts an absolutely placed element above or below a box; hides it where there is no room. */
export function place(element: HTMLElement, box: Box, prefer: 'above' | 'below'): void {
  const frame = element.offsetParent?.getBoundingClientRect();
  if (!frame) return;
  const { offsetWidth: width, offsetHeight: height } = element;
  const bar = topBarBottom();
  const ceiling = Math.max(0, bar) + GAP;
  const { offsetTop = 0, height: seen = innerHeight } = visualViewport ?? {};
  const toolbar = document.querySelector<HTMLElement>('[data-at-keyboard]')?.offsetHeight ?? 0;
  const floor = offsetTop + seen - toolbar - GAP;
  const above = box.top - GAP - height;
  const below = box.bottom + GAP;
  const fitsAbove = above >= ceiling && box.top - GAP <= floor;
  const fitsBelow = below + height <= floor && below >= ceiling;
  const top =
    prefer === 'above'
      ? fitsAbove || !fitsBelow
        ? above
        : below
      : fitsBelow || !fitsAbove
        ? below
        : above;
  const left = Math.max(
    GAP,
    Math.min(box.left, document.documentElement.clientWidth - width - GAP),
  );
  element.style.left = `${left - frame.left}px`;
  element.style.top = `${top - frame.top}px`;
  element.style.visibility = fitsAbove || fitsBelow || prefer === 'below' ? 'visible' : 'hidden';
}

/** Places it whenever it is drawn, and where scrolling or the window's size change the room. */
export function useFloating(
  element: RefObject<HTMLElement | null>,
  box: () => Box | null,
  prefer: 'above' | 'below',
): void {
  useLayoutEffect(() => {
    const put = () => {
      const where = element.current && box();
      if (element.current && where) place(element.current, where, prefer);
    };
    put();
    addEventListener('scroll', put, { passive: true });
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put);
      removeEventListener('resize', put);
    };
  });
}
