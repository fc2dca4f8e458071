/**
 * Up to where a person has seen the documents of their library, for all linked devices.
 *
 * Invariant: it is one number a document, that of a row of the server's log, and never goes back by
 * what one device writes; two that wrote apart may have it go back, which shows something twice and
 * hides nothing.
 */
import type * as Y from 'yjs';
import type { DocId } from '../access/ids.ts';
import { int, looseObject, type Of, time } from '../shape.ts';
import { change, ENTRIES, isKept } from './library.ts';
import { registersOf } from './registers.ts';

const FIELD = 'seen';
const Seen = looseObject({
  /** The last row of the document's log that was seen. */
  sequence: int(1),
  /** When, ms since 1970. */
  at: time,
});
export type Seen = Of<typeof Seen>;

/** Null where nobody has said. */
export function readSeenUpTo(library: Y.Doc, docId: DocId): Seen | null {
  const seen = Seen.safeParse(registersOf(library, ENTRIES).get(docId, FIELD));
  return seen.success ? seen.data : null;
}

/** Writes nothing where more was seen already, or where the library does not have the document. */
export function recordSeen(library: Y.Doc, docId: DocId, seen: Seen): void {
  const known = readSeenUpTo(library, docId);
  if (!isKept(library, docId) || (known && known.sequence >= seen.sequence)) return;
  change(library, docId, () => registersOf(library, ENTRIES).set(docId, FIELD, seen));
}
