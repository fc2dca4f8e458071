/**
 * What a document of its own begins with that is a copy of another one.
 *
 * Invariant: it says all that the other one does. Drafts are documents beside it, which have no copies,
 * so it lists none.
 */
import * as Y from 'yjs';
import { ROOT } from './schema.ts';

/** As one update. */
export function copiedState(source: Y.Doc): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(source));
  copy.getMap(ROOT.drafts).clear();
  const state = Y.encodeStateAsUpdate(copy);
  copy.destroy();
  return state;
}
