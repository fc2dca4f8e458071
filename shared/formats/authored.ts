/**
 * Blocks whose text says who wrote it, for formats that can tell.
 *
 * Invariant: text and formatting are those of the document; where nobody is named nothing is said.
 */
import type * as Y from 'yjs';
import { Sheet, type SheetText } from '../document/review/sheet.ts';
import { type Block, cellId, type Inline } from '../document/schema.ts';
import type { AuthoredMarks } from './inline-html.ts';

/**
 * @param says what is told of whoever wrote under a Yjs client, null for nothing. What undo brought
 *   back is by whom it was by first.
 */
export function authoredBlocks(doc: Y.Doc, says: (client: number) => string | null): Block[] {
  const sheet = new Sheet(doc);
  return sheet.body.shown.map((shown) => {
    const block = sheet.body.read(shown);
    const { table } = block;
    if (!table)
      return { ...block, content: authored(block.content, sheet.texts.get(shown.id), says) };
    const rows = table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((content, index) => {
        const id = cellId(row.id, table.columns[index]?.id ?? '');
        return authored(content, sheet.texts.get(id), says);
      }),
    }));
    return { ...block, table: { ...table, rows } };
  });
}

function authored(
  content: readonly Inline[],
  text: SheetText | undefined,
  says: (client: number) => string | null,
): Inline[] {
  if (!text) return [...content];
  const pieces = text.pieces.map(({ client, length }) => ({ author: says(client), left: length }));
  const result: Inline[] = [];
  for (const run of content) {
    const length = 'text' in run ? run.text.length : 1;
    for (let at = 0; at < length; ) {
      while (pieces[0]?.left === 0) pieces.shift();
      const piece = pieces[0];
      const step = Math.min(piece?.left ?? length, length - at);
      const marks: AuthoredMarks = {
        ...run.marks,
        ...(piece?.author ? { author: piece.author } : {}),
      };
      result.push(
        'text' in run ? { text: run.text.slice(at, at + step), marks } : { ...run, marks },
      );
      if (piece) piece.left -= step;
      at += step;
    }
  }
  return result;
}
