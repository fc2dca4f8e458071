/**
 * The end of a composition by our own hand, where a command means the text as it has been written.
 *
 * Invariant: what is composed so far is in the view's document; the input method, whose text is drawn
 * anew, begins a composition of its own with what comes next.
 */
import type { EditorView } from 'prosemirror-view';

/** What the view keeps to itself, and does itself where stored formatting ends a composition. */
interface Inside {
  readonly domObserver: { forceFlush(): void };
  readonly input: {
    composing: boolean;
    compositionEndedAt: number;
    compositionNode: unknown;
    readonly compositionNodes: { markParentsDirty(): void }[];
  };
}

export function stopComposing(view: EditorView): void {
  const { domObserver, input } = view as unknown as Inside;
  // Where nothing of the text is drawn anew, the input method would go on where it was.
  if (view.hasFocus()) {
    view.dom.blur();
    view.focus();
  }
  domObserver.forceFlush();
  input.composing = false;
  input.compositionEndedAt = Date.now();
  input.compositionNode = null;
  for (const drawn of input.compositionNodes.splice(0)) drawn.markParentsDirty();
}
