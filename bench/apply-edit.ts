/** Edits of a recorded history, done to a document as a person does them. */
import type { Body } from '../shared/document/body.ts';
import { join, split } from '../shared/document/operations/blocks.ts';
import { deleteText, insert } from '../shared/document/operations/text.ts';
import type { Edit } from '../shared/document/testing/trace.ts';

const PARAGRAPH = { type: 'paragraph' };

/** A line of the history is a block: Enter where a line feed is inserted, a join where one goes. */
export function applyEdit(body: Body, edit: Edit): void {
  const { line, offset, endLine, endOffset, inserted } = edit;
  const idAt = (at: number) => body.shown[at]!.id;
  let id = idAt(line);
  if (line === endLine) deleteText(body, id, offset, endOffset - offset);
  else {
    deleteText(body, idAt(endLine), 0, endOffset);
    for (let at = endLine - 1; at > line; at--) {
      deleteText(body, idAt(at), 0, body.lengthOf(idAt(at)));
    }
    deleteText(body, id, offset, body.lengthOf(id) - offset);
    for (let at = line; at < endLine; at++) join(body, idAt(line + 1), id);
  }
  let at = offset;
  inserted.split('\n').forEach((piece, index) => {
    if (index > 0) {
      id = split(body, id, at, PARAGRAPH);
      at = 0;
    }
    insert(body, id, at, piece);
    at += piece.length;
  });
}
