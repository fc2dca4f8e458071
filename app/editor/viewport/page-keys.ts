/**
 * Shift and Page Up or Down, where the browser itself selects to the end of the text instead of a
 * page: Firefox, since the text has no scroller of its own.
 *
 * Invariant: the end of the selection moves as far as the page is scrolled, or as far as it would
 * be where the document ends.
 */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What stays in view of the page before, px; and what of the view is covered or too near its edge. */
const OVERLAP = 120;
const EDGE = 70;

export function pageKey(
  view: EditorView,
  { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent,
): boolean {
  const way = { PageDown: 1, PageUp: -1 }[key];
  if (!way || !shiftKey || ctrlKey || altKey || metaKey) return false;
  return CSS.supports('-moz-appearance', 'none') && selectPage(view, way);
}

function selectPage(view: EditorView, way: number): boolean {
  const { selection, doc, tr } = view.state;
  const page = way * Math.max(innerHeight - OVERLAP, OVERLAP);
  const { left, top } = view.coordsAtPos(selection.head);
  const before = scrollY;
  scrollBy({ top: page, behavior: 'instant' });
  const rest = page - (scrollY - before);
  const wanted = top + rest;
  const end = way > 0 ? doc.content.size : 0;
  // Where there is no more to scroll to, the way may lead past the text.
  const isPast = Math.abs(rest) > 1 && (wanted < EDGE || wanted > innerHeight - EDGE);
  const y = Math.min(Math.max(wanted, EDGE), innerHeight - EDGE);
  const head = isPast ? end : (view.posAtCoords({ left, top: y })?.pos ?? end);
  view.dispatch(
    tr.setSelection(TextSelection.between(selection.$anchor, doc.resolve(head))).scrollIntoView(),
  );
  return true;
}
