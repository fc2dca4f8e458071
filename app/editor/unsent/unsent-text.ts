/**
 * Marks in the text what only this device has, once it is clear that the others will not get it.
 * How that is found comes after the text: it is seldom needed.
 */
import type { EditorView } from 'prosemirror-view';
import type { ClockRanges } from '../../../shared/document/clock-ranges.ts';
import { Late } from '../../ui/late-part.ts';
import type { Binding } from '../binding/binding.ts';
import { drawnPlaces } from '../drawn-places.ts';

const unsent = drawnPlaces('unsent');
const part = new Late(async () => (await import('./unsent-places.ts')).unsentPlaces);

export const unsentText = unsent.plugin;

/** Marks these from now on; null for nothing. @returns how to stop what is still on its way */
export function drawUnsent(
  view: EditorView,
  binding: Binding,
  ranges: ClockRanges | null,
): () => void {
  if (ranges === null) {
    unsent.draw(view, []);
    return () => {};
  }
  const draw = (): void => {
    const places = part.get();
    if (places && !view.isDestroyed) unsent.draw(view, places(binding, view.state.doc, ranges));
  };
  const stop = part.subscribe(draw);
  draw();
  return stop;
}
