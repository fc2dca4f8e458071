/**
 * Room for other people's carets: what draws them comes after the text, as the connection does.
 *
 * Invariant: where others are is drawn by what is known when the part arrives; nobody's selection
 * changes for it.
 */
import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { Late } from '../ui/late-part.ts';
import type { Binding } from './binding/binding.ts';
import type { Carets } from './carets.ts';
import { untoldSelection } from './untold-selection.ts';

const key = new PluginKey<DecorationSet>('carets');

const part = new Late(async () => (await import('./carets.ts')).caretsOf);

export function carets(binding: Binding, awareness: Awareness): Plugin<DecorationSet> {
  let carets: Carets | undefined;
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set, _before, state) =>
        tr.docChanged || tr.getMeta(key) ? (carets?.draw(state) ?? set) : set,
    },
    props: {
      decorations: (state) => key.getState(state),
      handleDOMEvents: {
        mousedown: (view, event) => carets?.clickOnCaret(view, event) ?? false,
        // Before the browser chooses the text it composes in.
        compositionstart: (view) => {
          carets?.startComposing();
          view.dispatch(view.state.tr.setMeta(key, true));
          return false;
        },
      },
    },
    view: (view) => {
      let following: ReturnType<Carets['follow']> | undefined;
      const drawAnew = () => {
        const tr = view.state.tr.setMeta(key, true);
        const untold = untoldSelection(view);
        view.dispatch(untold ? tr.setSelection(untold) : tr);
      };
      const begin = () => {
        if (following) return;
        carets = part.get()?.(binding, awareness);
        following = carets?.follow(view, drawAnew);
        // The view is only being made where the part was there before it.
        if (carets) queueMicrotask(() => view.isDestroyed || drawAnew());
      };
      const stop = part.subscribe(begin);
      begin();
      return {
        update: (now, before) => following?.update?.(now, before),
        destroy: () => {
          stop();
          following?.destroy();
        },
      };
    },
  });
}
