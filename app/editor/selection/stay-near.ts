/**
 * Where one is in a copy of a document, before another copy is shown in its place.
 *
 * Invariant: whoever was in words that the other copy does not have is right behind what stands before
 * them there, and never at another end of the document.
 */
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import * as Y from 'yjs';
import { ROOT } from '../../../shared/document/schema.ts';
import type { Binding } from '../binding/binding.ts';

/** The view that is drawn anew keeps the selection as far as both copies know its place. */
export function stayNear(view: EditorView, binding: Binding, next: Y.Doc): void {
  const { doc, tr } = view.state;
  const head = binding.anchorSelection(view.state)?.head.position.item;
  const { store } = binding.body.doc;
  if (!head || head.clock < Y.getState(next.store, head.client)) return;
  let before: Y.Item | null = Y.getItem(store, head).left;
  while (before && before.id.clock >= Y.getState(next.store, before.id.client))
    before = before.left;
  if (!before) return;
  const { client } = before.id;
  const clock = Math.min(before.lastId.clock, Y.getState(next.store, client) - 1);
  const position = new Y.RelativePosition(null, ROOT.body, Y.createID(client, clock), -1);
  const at = binding.positionOf(doc, { position });
  if (at !== null) view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(at), -1)));
}
