/**
 * The plugin for other people's carets, which is there from the start and empty: what draws them
 * (remote-cursors.ts) comes after the text, as the connection does.
 *
 * Invariant: where others are is drawn by what is known when the part arrives; nobody's selection
 * changes for it.
 */
import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { Lazy } from '../../ui/lazy-part.ts';
import type { Binding } from '../binding/binding.ts';
import type { RemoteCursors } from './remote-cursors.ts';

const key = new PluginKey<DecorationSet>('remoteCursors');

const part = new Lazy(async () => (await import('./remote-cursors.ts')).remoteCursorsOf);

export function remoteCursors(binding: Binding, awareness: Awareness): Plugin<DecorationSet> {
  let cursors: RemoteCursors | undefined;
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set, _before, state) =>
        tr.docChanged || tr.getMeta(key) ? (cursors?.draw(state) ?? set) : set,
    },
    props: {
      decorations: (state) => key.getState(state),
      handleDOMEvents: {
        mousedown: (view, event) => cursors?.clickOnCaret(view, event) ?? false,
        // Before the browser chooses the text it composes in.
        compositionstart: (view) => {
          cursors?.startComposing();
          view.dispatch(view.state.tr.setMeta(key, true));
          return false;
        },
      },
    },
    view: (view) => {
      let following: ReturnType<RemoteCursors['follow']> | undefined;
      const drawAnew = () => view.dispatch(view.state.tr.setMeta(key, true));
      const begin = () => {
        if (following) return;
        cursors = part.get()?.(binding, awareness);
        following = cursors?.follow(view, drawAnew);
        // The view is only being made where the part was there before it.
        if (cursors) queueMicrotask(() => view.isDestroyed || drawAnew());
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
