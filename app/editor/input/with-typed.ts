/**
 * What was typed when a rule fires, put into the text as it would have been without one.
 *
 * Invariant: what was selected and typed over goes, and nothing else does.
 */
import type { EditorState, Transaction } from 'prosemirror-state';

/** With what of the match is not in the document yet: its last character, or more from a keyboard. */
export function withTyped(
  { tr, selection }: EditorState,
  [written]: readonly string[],
  start: number,
  end: number,
): Transaction {
  const isOver = !selection.empty && selection.to === end && selection.from >= start;
  const from = isOver ? selection.from : end;
  return tr.insertText(written!.slice(from - start), from, end);
}
