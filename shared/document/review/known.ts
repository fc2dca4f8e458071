/**
 * Whether one document knows all that another one does.
 *
 * Invariant: it is a matter of clocks alone; what either of them deleted makes no difference.
 */
import * as Y from 'yjs';

export function knowsAllOf(doc: Y.Doc, other: Y.Doc): boolean {
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(other)))
    if (Y.getState(doc.store, client) < clock) return false;
  return true;
}
