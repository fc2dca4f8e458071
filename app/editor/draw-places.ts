/**
 * Draws places of the text for whoever wants them to be seen.
 *
 * Invariant: what others have drawn stays, and without anything to see nothing is dispatched.
 */
import { type Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { drawn } from './drawn-places.ts';

/** What a decoration has to say of itself: who wants it to be seen. */
export interface DrawnBy {
  drawnBy: string;
}

/** Draws just these under this name from now on; `make` gives them what they have to say as their spec. */
export function drawPlaces(
  view: EditorView,
  by: string,
  make: (spec: DrawnBy) => readonly Decoration[],
): void {
  const { state } = view;
  const set = drawn.getState(state) ?? DecorationSet.empty;
  const before = set.find(undefined, undefined, ({ drawnBy }) => drawnBy === by);
  const now = make({ drawnBy: by });
  if (before.length === 0 && now.length === 0) return;
  view.dispatch(state.tr.setMeta(drawn, set.remove(before).add(state.doc, [...now])));
}
