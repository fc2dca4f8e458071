/** A trial over real Y.Docs: copies of one document under drivers of one kind. */
import type * as Y from 'yjs';
import type { Driver } from './driver.ts';
import type { OpenTrial } from './merge-table/index.ts';
import { copyOf, documentOf, mergeAll } from './sketch.ts';

/** @param make what makes the document that all start from */
export function trialWith(
  newDriver: (doc: Y.Doc) => Driver,
  make: (start: readonly string[]) => Y.Doc = documentOf,
): OpenTrial {
  return (start, clientIds) => {
    const original = make(start);
    const docs = clientIds.map((id) => copyOf(original, id));
    const merge = () => {
      mergeAll(docs);
      // Yjs may tidy formatting while it takes in changes; that travels as well.
      mergeAll(docs);
    };
    return { drivers: docs.map(newDriver), merge };
  };
}
