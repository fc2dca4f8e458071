/**
 * Page Up and Down, where the browser does not do it: it was kept from a key that had to wait; or with
 * Shift it selects to the end of the text, as Firefox does, since the text has no scroller of its own.
 *
 * Invariant: the caret or the end of the selection moves as far as the page is scrolled, or as far as it would
 * be where the document ends.
 */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What stays in view of the page before, px; and what of the view is covered or too near its edge. */
const OVERLAP = 120;
const EDGE = 70;

export function pageKey(
  view: EditorView,
  { key, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent,
): boolean {
  const way = { PageDown: 1, PageUp: -1 }[key];
  if (!way || ctrlKey || altKey || metaKey) return false;
  if (!defaultPrevented && !(shiftKey && CSS.supports('-moz-appearance', 'none'))) return false;
  turnPage(view, way, shiftKey);
  return true;
}

function turnPage(view: EditorView, way: number, selects: boolean): void {
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
  const $head = doc.resolve(head);
  const $anchor = selects ? selection.$anchor : $head;
  view.dispatch(tr.setSelection(TextSelection.between($anchor, $head)).scrollIntoView());
}
