/** The block that an address speaks of, loaded where there is one. */
import type { EditorView } from 'prosemirror-view';
import { BlockSelection } from './block-selection.ts';
import { reveal } from './reveal.ts';

/** Brings a block into view and selects it; nothing where it is not there any more. */
export function showBlock(view: EditorView, id: string): void {
  const { doc, tr } = view.state;
  let start = 0;
  for (let index = 0; index < doc.childCount; index++) {
    const block = doc.child(index);
    if (block.attrs.id === id) {
      view.dispatch(tr.setSelection(BlockSelection.between(doc, start)));
      reveal(view, start + 1);
      return;
    }
    start += block.nodeSize;
  }
}
