/**
 * Keeps the caret out of cells that nobody sees, since another one reaches over them.
 *
 * Invariant: where an end of a selection came into such a cell, it is in the one that is shown there.
 */

import type { ResolvedPos } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { firstCell } from './node.ts';

export function coveredCells(): Plugin {
  return new Plugin({
    appendTransaction: (_transactions, _before, { selection, tr, doc }) => {
      if (!(selection instanceof TextSelection)) return null;
      const [anchor, head] = [shownPlace(selection.$anchor), shownPlace(selection.$head)];
      if (anchor === selection.anchor && head === selection.head) return null;
      return tr.setSelection(TextSelection.create(doc, anchor, head));
    },
  });
}

/** A position itself, or the end of the text of the cell that is shown in its place. */
function shownPlace(place: ResolvedPos): number {
  if (place.parent.attrs.covered !== true) return place.pos;
  const table = place.node(1);
  const [row, column] = firstCell(table, place.index(1), place.index(2));
  let at = place.start(1);
  for (let index = 0; index < row; index++) at += table.child(index).nodeSize;
  at++;
  for (let index = 0; index < column; index++) at += table.child(row).child(index).nodeSize;
  return at + 1 + table.child(row).child(column).content.size;
}
