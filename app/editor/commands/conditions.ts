/**
 * What the selection is, as far as commands and menus ask: whether a thing applies or is on.
 *
 * Invariant: asking costs no more than the selection is long.
 */
import { type EditorState, TextSelection } from 'prosemirror-state';
import { schema } from '../schema.ts';

/** In blocks of the document itself, not in a part of one such as a table's cell. */
export function isInBlocks({ selection }: EditorState): boolean {
  return selection.$from.depth <= 1 && selection.$to.depth <= 1;
}

/** In one block of code. */
export function isInCode({ selection: { $from, $to } }: EditorState): boolean {
  return $from.parent.type === schema.nodes.codeBlock && $from.sameParent($to);
}

/** Whether text can be formatted here: not in code, nor where only objects are selected. */
export function mayFormat({ selection, doc }: EditorState): boolean {
  if (selection.empty) {
    const { parent } = selection.$head;
    return parent.inlineContent && !parent.type.spec.code;
  }
  let may = false;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isTextblock && !node.type.spec.code && node.content.size > 0) may = true;
    return !may;
  });
  return may;
}

/** Whether an object can be put into the line in place of what is selected. */
export function mayPutObject({ selection }: EditorState): boolean {
  const { $from, $to } = selection;
  return (
    selection instanceof TextSelection &&
    $from.sameParent($to) &&
    $from.parent.inlineContent &&
    !$from.parent.type.spec.code
  );
}

/** Whether all of the selected text has a mark; at a caret, what is typed next. */
export function hasMark({ selection, doc, storedMarks }: EditorState, name: string): boolean {
  const type = schema.marks[name]!;
  if (selection.empty) return type.isInSet(storedMarks ?? selection.$head.marks()) !== undefined;
  let all = true;
  let any = false;
  doc.nodesBetween(selection.from, selection.to, (node, _at, parent) => {
    if (!all) return false;
    if (node.isInline && parent?.type.allowsMarkType(type)) {
      any = true;
      all = type.isInSet(node.marks) !== undefined;
    }
    return true;
  });
  return any && all;
}
