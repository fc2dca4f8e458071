/**
 * Bringing a place of the text into view while the focus is somewhere else, as in a search field.
 *
 * Invariant: what is in view already does not move.
 */
import type { EditorView } from 'prosemirror-view';

/** Text that was not drawn yet takes a frame to be where it says. */
const MOST_FRAMES = 8;

export function reveal(view: EditorView, position: number): void {
  let frames = 0;
  const look = () => {
    if (view.isDestroyed || position > view.state.doc.content.size) return;
    const box = view.coordsAtPos(position, 1);
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const margin = (innerHeight - bar) / 8;
    const isSeen = box.top >= bar + margin && box.bottom <= innerHeight - margin;
    if (isSeen || ++frames > MOST_FRAMES) return;
    const before = scrollY;
    scrollBy(0, box.top - (bar + (innerHeight - bar) / 3));
    if (scrollY !== before) requestAnimationFrame(look);
  };
  look();
}
