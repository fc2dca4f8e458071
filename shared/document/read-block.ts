/**
 * A block as a reader sees it: attributes, formatted text and objects, cells.
 *
 * Invariant: text with the same marks is one run.
 */
import type { Body } from './body.ts';
import { readMarks, sameMarks } from './marks.ts';
import { type Block, cellId, type Inline, type InlineObject, VOID_TYPES } from './schema.ts';
import type { Segment } from './segment.ts';
import type { ShownBlock } from './shown-blocks.ts';

/** A shown block as a reader sees it. */
export function readBlock(body: Body, shown: ShownBlock): Block {
  const attributes = shown.markerless ? {} : body.attributesOf(shown.segment);
  const content = VOID_TYPES.has(shown.type) ? [] : contentOf(body, shown.parts);
  const block = { id: shown.id, type: shown.type, ...attributes, content };
  if (!shown.table) return block;
  const { rows, columns, cells, merged } = shown.table;
  return {
    ...block,
    table: {
      columns: columns.map(({ id }) => ({ id, ...body.columnAttributes(id) })),
      rows: rows.map((row) => ({
        id: row.id,
        cells: columns.map((column) => contentOf(body, cells.get(cellId(row.id, column.id)) ?? [])),
      })),
      ...(merged.length > 0 ? { merged: [...merged] } : {}),
    },
  };
}

/** What the text of segments reads as, equal neighbours joined. */
function contentOf(body: Body, segments: readonly Segment[]): Inline[] {
  const content: Inline[] = [];
  for (const run of segments.flatMap((segment) => segment.runs)) {
    if (!run.shown) continue;
    const marks = readMarks(run.attributes);
    const formatted = Object.keys(marks).length > 0 ? { marks } : {};
    const last = content[content.length - 1];
    if (run.text === null) content.push({ embed: objectNow(body, run.object!), ...formatted });
    else if (last && 'text' in last && sameMarks(last.marks, marks)) last.text += run.text;
    else content.push({ text: run.text, ...formatted });
  }
  return content;
}

/** An inline object as it is now: what it was born as, and what was set since. */
export function objectNow(body: Body, born: InlineObject): InlineObject {
  const set = typeof born.id === 'string' ? body.register(born.id, 'value') : undefined;
  return typeof set === 'object' && set !== null ? { ...born, ...set, id: born.id } : born;
}
