/**
 * What a menu, a drag or a form is about, drawn in the text while the focus is elsewhere.
 *
 * Invariant: it is a stretch of the document that follows what others change; where it is gone,
 * nothing is pointed at.
 */
import type { EditorState, Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type BlockRange, blockStart } from '../commands/commands.ts';
import { type Pointed, point, pointed } from './pointing.ts';

type PointedSpan = Pick<Pointed, 'from' | 'to' | 'what'>;

/** The blocks pointed at, as indexes of now. */
export function pointedBlocks(state: EditorState): BlockRange | null {
  const now = pointed(state);
  if (now?.what !== 'blocks') return null;
  return {
    from: state.doc.resolve(now.from).index(0),
    to: state.doc.resolve(now.to).index(0),
  };
}

export function pointAt(tr: Transaction, place: PointedSpan | null): Transaction {
  return point(tr, place && pointedAt(place));
}

export function pointAtBlocks(tr: Transaction, { from, to }: BlockRange): Transaction {
  return pointAt(tr, {
    from: blockStart(tr.doc, from),
    to: blockStart(tr.doc, to),
    what: 'blocks',
  });
}

function pointedAt(place: PointedSpan): Pointed {
  return {
    ...place,
    follow: (tr) => {
      const from = tr.mapping.map(place.from, 1);
      const to = tr.mapping.map(place.to, -1);
      const isWhole =
        place.what === 'text' ||
        (tr.doc.resolve(from).depth === 0 && tr.doc.resolve(to).depth === 0);
      return from < to && isWhole ? pointedAt({ from, to, what: place.what }) : null;
    },
    draw: (state) => draw(state, place),
  };
}

function draw(state: EditorState, { from: start, to: end, what }: PointedSpan): DecorationSet {
  if (what === 'text')
    return DecorationSet.create(state.doc, [
      Decoration.inline(start, end, { class: 'pointed-text' }),
    ]);
  const { from, to } = pointedBlocks(state)!;
  const drawn: Decoration[] = [];
  let at = start;
  for (let index = from; index < to; index++) {
    const behind = at + state.doc.child(index).nodeSize;
    drawn.push(Decoration.node(at, behind, { class: 'pointed-block' }));
    at = behind;
  }
  return DecorationSet.create(state.doc, drawn);
}
