/** A trial over real Y.Docs: copies of one document under hands of one kind. */
import type * as Y from 'yjs';
import type { Hand } from './hand.ts';
import type { OpenTrial } from './merge-table/index.ts';
import { copyOf, documentOf, mergeAll } from './sketch.ts';

export function trialWith(newHand: (doc: Y.Doc) => Hand): OpenTrial {
  return (start, clientIds) => {
    const original = documentOf(start);
    const docs = clientIds.map((id) => copyOf(original, id));
    const merge = () => {
      mergeAll(docs);
      // Yjs may tidy formatting while it takes in changes; that travels as well.
      mergeAll(docs);
    };
    return { hands: docs.map(newHand), merge };
  };
}
