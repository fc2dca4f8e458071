/**
 * The blank that a keyboard on glass takes back, where two of them are to be a full stop.
 *
 * Invariant: what the blank made of the word before it, such as a link, stays. Backspace, which
 * takes that back, is told by the key; this comes from keyboards that have none to tell of.
 */
import type { EditorView } from 'prosemirror-view';

/** What the view keeps to itself: what of the page it has not read yet. */
interface Inside {
  readonly domObserver: { forceFlush(): void };
}

/** Until what it returns is called. */
export function listenForBlanks(view: EditorView): () => void {
  const take = (event: InputEvent) => {
    if (event.inputType !== 'deleteContentBackward' || !event.cancelable) return;
    if (event.isComposing || !view.editable) return;
    (view as unknown as Inside).domObserver.forceFlush();
    const [range] = event.getTargetRanges();
    const text = range?.startContainer;
    if (!range || !(text instanceof Text) || text !== range.endContainer) return;
    if (text.data.slice(range.startOffset, range.endOffset) !== ' ') return;
    const from = view.posAtDOM(text, range.startOffset);
    if (view.state.doc.textBetween(from, from + 1) !== ' ') return;
    event.preventDefault();
    view.dispatch(view.state.tr.delete(from, from + 1).scrollIntoView());
  };
  // Before the view, to which it would look like the key.
  view.dom.addEventListener('beforeinput', take, true);
  return () => view.dom.removeEventListener('beforeinput', take, true);
}
