/** Opens a list at the caret for a button or a command, as its sign does when it is typed. */
import type { EditorView } from 'prosemirror-view';
import { caretListKinds, mayOpen, typeSign } from './caret-list.ts';

/** Types the sign that opens a list, behind a blank where it would be inside a word. */
export function askForList(view: EditorView, sign: string): void {
  const kind = caretListKinds(view.state).find((known) => known.sign === sign);
  if (!kind) throw new Error(`No list opens at "${sign}".`);
  const { from, to, $from } = view.state.selection;
  const { parent, parentOffset } = $from;
  const before = parent.textBetween(0, parentOffset, undefined, '\n').slice(-1);
  let at = from;
  if (!kind.mayFollow(before)) {
    view.dispatch(view.state.tr.insertText(' ', from, to));
    at = view.state.selection.head;
  }
  const end = Math.max(at, view.state.selection.to);
  if (mayOpen(view.state, kind, at)) typeSign(view, kind, { from: at, to: end, asked: true });
  else view.dispatch(view.state.tr.insertText(sign, at, end));
}
