/** Draws what a search has found. */
import { Decoration, type EditorView } from 'prosemirror-view';
import { drawnPlaces } from '../drawn-places.ts';

export interface Place {
  from: number;
  to: number;
}

const found = drawnPlaces('found');

export const foundText = found.plugin;

export function drawFound(
  view: EditorView,
  places: readonly Place[],
  current: Place | undefined,
): void {
  found.draw(
    view,
    places.map((place) =>
      Decoration.inline(place.from, place.to, {
        class: place === current ? 'found current' : 'found',
      }),
    ),
  );
}
