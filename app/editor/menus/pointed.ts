/**
 * What a menu, a drag or a form is about, drawn in the text while the focus is elsewhere.
 *
 * Invariant: it is a stretch of the document that follows what others change; where it is gone,
 * nothing is pointed at.
 */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type BlockRange, blockStart } from '../commands.ts';

export interface Pointed {
  from: number;
  to: number;
  /** Whole blocks, or some text. */
  what: 'blocks' | 'text';
}

const key = new PluginKey<Pointed | null>('pointed');

export function pointed(state: EditorState): Pointed | null {
  return key.getState(state) ?? null;
}

/** The blocks pointed at, as indexes of now. */
export function pointedBlocks(state: EditorState): BlockRange | null {
  const now = pointed(state);
  if (now?.what !== 'blocks') return null;
  return {
    from: state.doc.resolve(now.from).index(0),
    to: state.doc.resolve(now.to).index(0),
  };
}

export function pointAt(tr: Transaction, what: Pointed | null): Transaction {
  return tr.setMeta(key, { now: what });
}

export function pointAtBlocks(tr: Transaction, { from, to }: BlockRange): Transaction {
  return pointAt(tr, {
    from: blockStart(tr.doc, from),
    to: blockStart(tr.doc, to),
    what: 'blocks',
  });
}

export function pointing(): Plugin<Pointed | null> {
  return new Plugin<Pointed | null>({
    key,
    state: {
      init: () => null,
      apply: (tr, before) => {
        const set = tr.getMeta(key) as { now: Pointed | null } | undefined;
        if (set) return set.now;
        if (!before || !tr.docChanged) return before;
        const from = tr.mapping.map(before.from, 1);
        const to = tr.mapping.map(before.to, -1);
        const isWhole =
          before.what === 'text' ||
          (tr.doc.resolve(from).depth === 0 && tr.doc.resolve(to).depth === 0);
        return from < to && isWhole ? { ...before, from, to } : null;
      },
    },
    props: { decorations: draw },
  });
}

function draw(state: EditorState): DecorationSet | null {
  const now = pointed(state);
  if (!now) return null;
  if (now.what === 'text')
    return DecorationSet.create(state.doc, [
      Decoration.inline(now.from, now.to, { class: 'pointed-text' }),
    ]);
  const { from, to } = pointedBlocks(state)!;
  const drawn: Decoration[] = [];
  let at = now.from;
  for (let index = from; index < to; index++) {
    const end = at + state.doc.child(index).nodeSize;
    drawn.push(Decoration.node(at, end, { class: 'pointed-block' }));
    at = end;
  }
  return DecorationSet.create(state.doc, drawn);
}
