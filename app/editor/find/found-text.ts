/** Draws what a search has found. */
import { Decoration, type EditorView } from 'prosemirror-view';
import { drawPlaces } from '../draw-places.ts';

export interface FoundRange {
  from: number;
  to: number;
}

export function drawFound(
  view: EditorView,
  places: readonly FoundRange[],
  current: FoundRange | undefined,
): void {
  drawPlaces(view, 'found', (spec) =>
    places.map(({ from, to }, at) =>
      Decoration.inline(
        from,
        to,
        { class: places[at] === current ? 'found current' : 'found' },
        spec,
      ),
    ),
  );
}
