/**
 * Reads a document that is likely to be opened next, before it is.
 *
 * Invariant: only of what was shown on this device before; reading something else would make a place
 * for it here.
 */
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { expectReplica, isOpenHere } from '../../replica/open-replica.ts';
import { hasSnapshot } from '../../ui/page-snapshot.ts';

/** What another tab writes meanwhile is not seen, so it is not held for long, ms. */
const HELD_FOR_MS = 3000;

/** A pointer that only passes by means nothing: it has rested for this long, ms. */
const RESTS_MS = 80;
let resting: ReturnType<typeof setTimeout> | undefined;

/** The same for what the pointer or the focus has come to, of many: the last one counts. */
export function makeReadySoon(docId: DocId): void {
  clearTimeout(resting);
  resting = setTimeout(makeReady, RESTS_MS, docId);
}

export function makeReady(docId: DocId): void {
  if (isOpenHere(docId) || !hasSnapshot(documentPath(docId))) return;
  void expectReplica(docId, HELD_FOR_MS);
}
