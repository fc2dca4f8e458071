/**
 * Places of the text that somebody outside of the editor wants to be seen. Such plugins are part of
 * every editor, because adding one later would make the others begin anew; they cost nothing while
 * there is nothing to see.
 */
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { type Decoration, DecorationSet, type EditorView } from 'prosemirror-view';

export interface DrawnPlaces {
  plugin(): Plugin<DecorationSet>;
  /** Draws just these from now on. */
  draw(view: EditorView, decorations: readonly Decoration[]): void;
}

export function drawnPlaces(name: string): DrawnPlaces {
  const key = new PluginKey<DecorationSet>(name);
  return {
    plugin: () =>
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, drawn) =>
            (tr.getMeta(key) as DecorationSet | undefined) ?? drawn.map(tr.mapping, tr.doc),
        },
        props: { decorations: (state: EditorState) => key.getState(state) },
      }),
    draw: (view, decorations) => {
      if (decorations.length === 0 && key.getState(view.state) === DecorationSet.empty) return;
      const set =
        decorations.length === 0
          ? DecorationSet.empty
          : DecorationSet.create(view.state.doc, [...decorations]);
      view.dispatch(view.state.tr.setMeta(key, set));
    },
  };
}
