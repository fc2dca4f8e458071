/**
 * Room below the caret: the toolbar of a phone does not cover it, and where one goes on writing at the
 * end of a document, the lowest third of the window stays free.
 *
 * Invariant: for that third the page moves only with what is written; a click, an arrow key and what
 * others write elsewhere leave it where it is. Everything else is scrolled as the view does it.
 */
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { TOUCH_LAYOUT } from '../menus/touch-layout.ts';
import { OUT_OF_SIGHT } from './out-of-sight.ts';

/** Of the height that is seen. */
const FREE_SHARE = 1 / 3;
/** The toolbar of a phone, px. */
const TOOLBAR = 56;

export function keepRoomBelow(view: EditorView): void {
  // Another one may have taken its place in the same turn.
  if (view.isDestroyed) return;
  const toolbar = matchMedia(TOUCH_LAYOUT).matches ? TOOLBAR : 0;
  const outOfSight = { ...OUT_OF_SIGHT, bottom: OUT_OF_SIGHT.bottom + toolbar };
  let { doc } = view.state;
  view.setProps({
    scrollThreshold: outOfSight,
    scrollMargin: outOfSight,
    handleScrollToSelection: () => {
      const isWritten = view.state.doc !== doc;
      doc = view.state.doc;
      if (!isWritten || !isAtEnd(view.state)) return false;
      const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
      const { bottom } = view.coordsAtPos(view.state.selection.head, 1);
      const below = bottom - (offsetTop + height - height * FREE_SHARE - toolbar);
      if (below <= 0) return false;
      scrollBy({ top: below, behavior: 'instant' });
      return true;
    },
  });
}

/** Whether nothing comes behind the caret. */
export function isAtEnd({ doc, selection }: EditorState): boolean {
  const { $head, empty } = selection;
  return empty && $head.pos + $head.depth === doc.content.size;
}
