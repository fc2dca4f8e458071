/**
 * The selection that a person has just made in the page and that the view has not been told of.
 *
 * Invariant: browsers tell of a selection a moment after it is made. What others change in that
 * moment must keep it, and a key pressed in it means it, or words and commands land where the caret
 * was before.
 */
import { Plugin, type Selection, TextSelection } from 'prosemirror-state';
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
export function pendingSelection(view: EditorView): Selection | null {
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

/** Has the view and the browser know one selection, where waiting for the other would lose it. */
export function readPendingSelection(): Plugin {
  return new Plugin({
    view: () => ({ update: placeAgain }),
    props: {
      // Keys mean what one has just selected: this stands before every plugin that handles them.
      handleKeyDown: (view) => {
        takeIn(view);
        return false;
      },
      handleDOMEvents: {
        // A click into the unfocused text selects after this event; the view itself puts its old
        // selection back 20 ms later if it has not heard of the new one by then.
        focus: (view) => {
          setTimeout(() => takeIn(view));
          return false;
        },
      },
    },
  });
}

/**
 * Tells the browser again where a caret is that stands between two nodes of its line, in the text
 * before it if there is one. What others put in front, a caret or words, moves it in the page; but
 * Chromium goes on typing at the number that it stood at.
 */
function placeAgain(view: EditorView): void {
  const selection = view.hasFocus() && !view.composing ? getSelection() : null;
  const { focusNode: line, focusOffset: at = 0, isCollapsed } = selection ?? {};
  const before = line?.childNodes[at - 1];
  if (!isCollapsed || !before) return;
  if (before instanceof Text) selection!.collapse(before, before.length);
  else selection!.collapse(line!, at);
}

function takeIn(view: EditorView): void {
  if (view.isDestroyed) return;
  const untold = pendingSelection(view);
  if (untold) view.dispatch(view.state.tr.setSelection(untold));
}
