/** Which other documents a document links to. */
import { DocId } from '../access/ids.ts';
import type { BlockContent } from './schema.ts';

/** Each once, in the order of the text. */
export function documentsIn(blocks: readonly BlockContent[]): Set<DocId> {
  const found = new Set<DocId>();
  for (const { content, table } of blocks) {
    const lines = [content, ...(table?.rows.flatMap(({ cells }) => cells) ?? [])];
    for (const run of lines.flat()) {
      if (!('embed' in run) || run.embed.object !== 'document') continue;
      const docId = DocId.safeParse(run.embed.document);
      if (docId.success) found.add(docId.data);
    }
  }
  return found;
}
