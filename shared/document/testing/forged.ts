/**
 * What a program of somebody's own does to others: it says that their next clocks are used up.
 *
 * Invariant: it knows of them what the document it is given knows, and nothing more.
 */
import * as Y from 'yjs';

/** Takes the next clocks of a client. */
export function takeClocks(doc: Y.Doc, client: number, length: number): void {
  const forger = new Y.Doc();
  const id = Y.createID(client, Y.getState(doc.store, client));
  forger.store.clients.set(client, [new Y.GC(id, length)]);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(forger));
}
