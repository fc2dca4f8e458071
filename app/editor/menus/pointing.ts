/**
 * The plugin that holds what a menu, a drag or a form is about, and draws it in the text. It is part
 * of the editor's state from the start, and empty until `pointed.ts`, which is loaded later, fills it.
 */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';

/** Something that is pointed at. */
export interface Pointed {
  readonly from: number;
  readonly to: number;
  /** Whole blocks, or some text. */
  readonly what: 'blocks' | 'text';
  /** What it is after a change; null where it is gone. */
  follow(tr: Transaction): Pointed | null;
  draw(state: EditorState): DecorationSet;
}

const key = new PluginKey<Pointed | null>('pointed');

export function pointed(state: EditorState): Pointed | null {
  return key.getState(state) ?? null;
}

export function point(tr: Transaction, now: Pointed | null): Transaction {
  return tr.setMeta(key, { now });
}

export function pointing(): Plugin<Pointed | null> {
  return new Plugin<Pointed | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before) => {
        const set = tr.getMeta(key) as { now: Pointed | null } | undefined;
        if (set) return set.now;
        return before && tr.docChanged ? before.follow(tr) : before;
      },
    },
    props: { decorations: (state) => pointed(state)?.draw(state) },
  });
}
