/**
 * An estimate of the memory a document takes: its Yjs items, weighed so that one of plain text is 1.
 *
 * Invariant: no item is left out, so the estimate is never below the number of items.
 */
import * as Y from 'yjs';

/**
 * What the items of a document may take in memory, in items of plain text: some 250 MB. What people
 * write is far below, as Yjs makes one item of what was typed in one go.
 */
export const MAX_WEIGHT = 500_000;
const TYPE_WEIGHT = 4;
const DOC_WEIGHT = 16;

export function weightOf(document: Y.Doc): number {
  let weight = 0;
  for (const structs of document.store.clients.values()) {
    weight += structs.length;
    for (const struct of structs) {
      if (!(struct instanceof Y.Item)) continue;
      if (struct.content instanceof Y.ContentType) weight += TYPE_WEIGHT - 1;
      else if (struct.content instanceof Y.ContentDoc) weight += DOC_WEIGHT - 1;
    }
  }
  return weight;
}
