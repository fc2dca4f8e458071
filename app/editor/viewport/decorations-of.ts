/**
 * A set of a few decorations inside of blocks, without a walk through the whole document.
 *
 * It rests on one thing of prosemirror-view that is not in its manual: a set is made of its own
 * decorations and, in a row, start, end and set of each child that has some.
 */
import type { Node } from 'prosemirror-model';
import { type Decoration, DecorationSet } from 'prosemirror-view';

interface Inside {
  new (local: readonly Decoration[], children: readonly (number | DecorationSet)[]): DecorationSet;
}
const SetOf = DecorationSet as unknown as Inside;

/**
 * The same as `DecorationSet.create(doc, decorations)`, which looks at every block of the document:
 * too much at each key of another person in a long one.
 */
export function decorationsOf(doc: Node, decorations: readonly Decoration[]): DecorationSet {
  const byBlock = new Map<number, Decoration[]>();
  for (const decoration of decorations) {
    const { from, to } = decoration;
    const place = doc.resolve(from);
    if (place.depth === 0 || to > place.end(1)) return DecorationSet.create(doc, [...decorations]);
    const start = place.before(1);
    byBlock.set(start, [...(byBlock.get(start) ?? []), decoration]);
  }
  const children: (number | DecorationSet)[] = [];
  for (const [start, inside] of [...byBlock].sort(([a], [b]) => a - b)) {
    const block = doc.nodeAt(start)!;
    const set = DecorationSet.create(
      block,
      inside.map((one) => moved(one, -start - 1)),
    );
    children.push(start, start + block.nodeSize, set);
  }
  return children.length === 0 ? DecorationSet.empty : new SetOf([], children);
}

function moved(decoration: Decoration, by: number): Decoration {
  const { copy } = decoration as unknown as { copy(from: number, to: number): Decoration };
  return copy.call(decoration, decoration.from + by, decoration.to + by);
}
