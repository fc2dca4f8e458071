/**
 * The selection that a person has just made in the page and that the view has not been told of.
 *
 * Invariant: browsers tell of a selection a moment after it is made. A change that others cause in
 * that moment must keep it, or the next words land where the caret was before.
 */
import { type Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What the view keeps to itself: the page's selection now, and the last one it took in. */
interface Inside {
  domSelectionRange(): DomRange;
  readonly domObserver: { readonly currentSelection: { eq(range: DomRange): boolean } };
}
interface DomRange {
  readonly anchorNode: Node | null;
  readonly anchorOffset: number;
  readonly focusNode: Node | null;
  readonly focusOffset: number;
}

/** Null where the view knows already, or where the selection is elsewhere in the page. */
export function untoldSelection(view: EditorView): Selection | null {
  if (!view.hasFocus() || view.composing) return null;
  const inside = view as unknown as Inside;
  const range = inside.domSelectionRange();
  const { anchorNode, focusNode } = range;
  if (!anchorNode || !focusNode || inside.domObserver.currentSelection.eq(range)) return null;
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return null;
  const { doc } = view.state;
  const anchor = doc.resolve(view.posAtDOM(anchorNode, range.anchorOffset, 1));
  const head = doc.resolve(view.posAtDOM(focusNode, range.focusOffset, 1));
  return TextSelection.between(anchor, head);
}
