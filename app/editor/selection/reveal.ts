/**
 * Bringing a place of the text into view while the focus is somewhere else, as in a search field.
 *
 * Invariant: what is in view already does not move unless it is to be at the top, and what is folded
 * away shows.
 */
import type { EditorView } from 'prosemirror-view';
import { topBarBottom } from '../../ui/top-bar.ts';
import { unfoldAt } from '../folding/folding.ts';

/** Text that was not drawn yet takes a frame to be where it says. */
const MOST_FRAMES = 8;

interface RevealOptions {
  /** Down to where in the window something hides the text, besides the top bar. */
  ceiling?: number;
  /** It is what one goes on reading from: it goes to the top, as far as the text is long enough. */
  toTop?: boolean;
}

export function reveal(
  view: EditorView,
  position: number,
  { ceiling = 0, toTop = false }: RevealOptions = {},
): void {
  let frames = 0;
  const unfolded = unfoldAt(view.state, position);
  if (unfolded) view.dispatch(unfolded);
  const look = () => {
    if (view.isDestroyed || position > view.state.doc.content.size) return;
    const box = view.coordsAtPos(position, 1);
    const bar = topBarBottom();
    const top = Math.max(bar, ceiling);
    const margin = (innerHeight - top) / 8;
    const isSeen = box.top >= top + margin && box.bottom <= innerHeight - margin;
    if ((isSeen && !toTop) || ++frames > MOST_FRAMES) return;
    const before = scrollY;
    scrollBy(0, box.top - (toTop ? top + margin / 2 : top + (innerHeight - top) / 3));
    if (scrollY !== before) requestAnimationFrame(look);
  };
  look();
}
