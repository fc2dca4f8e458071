/** Opens a list at the caret for a button or a command, as its sign does when it is typed. */
import { type EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type CaretListKind, caretListKinds, mayAsk, openAt } from './caret-list.ts';

export function askForList(view: EditorView, sign: string): void {
  if (!mayAskForList(view.state, sign)) return;
  const { doc, selection, tr } = view.state;
  // Behind what is selected.
  const from = selection.to;
  if (!selection.empty) tr.setSelection(TextSelection.create(doc, from));
  openAt(view, tr, { kind: kindOf(view.state, sign), from, asked: true });
}

/** Whether the list of a sign has anything to put in where the caret is. */
export function mayAskForList(state: EditorState, sign: string): boolean {
  return mayAsk(state, kindOf(state, sign), state.selection.to);
}

function kindOf(state: EditorState, sign: string): CaretListKind {
  const kind = caretListKinds(state).find((known) => known.sign === sign);
  if (!kind) throw new Error(`No list opens at "${sign}".`);
  return kind;
}
