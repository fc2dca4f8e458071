/**
 * Draws what a search has found. Part of every editor, because adding a plugin later would make the
 * others begin anew; it costs nothing while nothing is found.
 */
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

export interface Place {
  from: number;
  to: number;
}

const key = new PluginKey<DecorationSet>('found');

export function foundText(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, drawn) =>
        (tr.getMeta(key) as DecorationSet | undefined) ?? drawn.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state: EditorState) => key.getState(state) },
  });
}

export function drawFound(
  view: EditorView,
  places: readonly Place[],
  current: Place | undefined,
): void {
  const drawn = places.map((place) =>
    Decoration.inline(place.from, place.to, {
      class: place === current ? 'found current' : 'found',
    }),
  );
  if (drawn.length === 0 && key.getState(view.state) === DecorationSet.empty) return;
  const set =
    drawn.length === 0 ? DecorationSet.empty : DecorationSet.create(view.state.doc, drawn);
  view.dispatch(view.state.tr.setMeta(key, set));
}
