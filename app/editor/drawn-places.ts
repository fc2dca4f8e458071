/**
 * Places of the text that somebody outside of the editor wants to be seen, each under a name of their
 * own: what is found, what only this device has, what a feature of the screen marks.
 *
 * Invariant: one plugin of every editor draws them all, because adding one later would make the others
 * begin anew; it costs nothing while there is nothing to see.
 */
import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet } from 'prosemirror-view';

/** For `draw-places.ts`, which comes after the text. */
export const drawn = new PluginKey<DecorationSet>('drawn');

export function drawnPlaces(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: drawn,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) =>
        (tr.getMeta(drawn) as DecorationSet | undefined) ?? set.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => drawn.getState(state) },
  });
}
