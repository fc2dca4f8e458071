/**
 * What an owner deleted for everyone, which is to stay so, whatever backup a server is restored from.
 *
 * Invariant: it is kept with the owner's secret, which alone can delete it again, also when the
 * document is forgotten here; sealed as every secret of a library.
 */
import type * as Y from 'yjs';
import { DocId, type Secret } from '../access/ids.ts';
import { openSecret, sealSecret } from './sealing.ts';

const DELETED = 'deletedForAll';

/** The server confirmed the deletion, at `now` (ms since 1970). */
export function recordDeletedForAll(
  library: Y.Doc,
  { docId, secret, now }: { docId: DocId; secret: Secret; now: number },
): void {
  library.getMap<unknown>(DELETED).set(docId, { at: now, ...sealSecret(library, secret) });
}

/** The documents, each with its owner's secret. What this device has no key to is left out. */
export function readDeletedForAll(library: Y.Doc): Map<DocId, Secret> {
  const deleted = new Map<DocId, Secret>();
  library.getMap<unknown>(DELETED).forEach((value, key) => {
    const docId = DocId.safeParse(key);
    const secret = openSecret(library, value);
    if (docId.success && secret !== null) deleted.set(docId.data, secret);
  });
  return deleted;
}

/** Reads all of it, and gives what writes it anew, as the library is sealed by then. */
export function rewriteDeletedForAll(library: Y.Doc): () => void {
  const registers = library.getMap<object>(DELETED);
  const deleted = [...readDeletedForAll(library)];
  return () => {
    for (const [docId, secret] of deleted) {
      const { at } = { at: 0, ...registers.get(docId) };
      recordDeletedForAll(library, { docId, secret, now: at });
    }
  };
}
