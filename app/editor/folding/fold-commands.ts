/** What named commands do with folds; the folds themselves are kept in `folding.ts`. */
import type { Command, EditorState } from 'prosemirror-state';
import { foldedIds, indexAt, toggleFold, withFolds } from './folding.ts';
import { isFoldable, sectionEnd } from './sections.ts';

/** The heading or toggle at the selection: the block itself, or what it belongs to. */
function sectionAt(state: EditorState): number | null {
  const { doc } = state;
  const at = indexAt(doc, state.selection.from);
  for (let index = at; index >= 0; index--)
    if (isFoldable(doc.child(index)) && sectionEnd(doc, index) > at) return index;
  return null;
}

export const foldHere: Command = (state, dispatch) => {
  const index = sectionAt(state);
  return index !== null && toggleFold(index)(state, dispatch);
};

export const foldAll: Command = (state, dispatch) => {
  const { doc } = state;
  const folded = new Set<string>();
  doc.forEach((node, _position, index) => {
    if (isFoldable(node) && sectionEnd(doc, index) > index + 1) folded.add(node.attrs.id);
  });
  if (folded.size === 0) return false;
  dispatch?.(withFolds(state, folded));
  return true;
};

export const unfoldAll: Command = (state, dispatch) => {
  if (foldedIds(state).size === 0) return false;
  dispatch?.(withFolds(state, new Set()));
  return true;
};
