/**
 * What this device has of a document, for whoever takes it elsewhere: what is stored, and what a replica
 * of this page has that could not be stored.
 *
 * Invariant: looking makes no database and changes none.
 */
import * as Y from 'yjs';
import { openHere } from './open-replica.ts';
import { readStoredCopy, storedNames } from './stored-copy.ts';

/** Names of the documents that this device has something of. */
export async function namesHere(): Promise<Set<string>> {
  const open = openHere().filter(hasContent);
  const stored = await unlessOpen(storedNames(), open.length > 0);
  return new Set([...(stored ?? []), ...open.map(({ name }) => name)]);
}

/** Null where there is nothing of it. */
export async function readCopyHere(name: string): Promise<Y.Doc | null> {
  const open = openHere().filter((one) => one.name === name && hasContent(one));
  const stored = await unlessOpen(readStoredCopy(name), open.length > 0);
  if (!stored && open.length === 0) return null;
  const doc = stored?.doc ?? new Y.Doc();
  for (const one of open) Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  return doc;
}

function hasContent({ doc }: { doc: Y.Doc }): boolean {
  return doc.store.clients.size > 0;
}

/** Where the page has something by itself, a storage that cannot be read is no reason to give up. */
async function unlessOpen<T>(reading: Promise<T>, isOpen: boolean): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!isOpen) throw error;
    console.error('The storage of this browser cannot be read.', error);
    return null;
  }
}
