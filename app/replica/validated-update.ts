/**
 * Updates that arrive, looked at before the document takes them in.
 *
 * Invariant: nothing gets into the document that Yjs would keep here and could tell nobody of. A
 * thing without a length is such: no state vector speaks of it, and what is written beside it would
 * wait for it everywhere else, for ever.
 */
import * as Y from 'yjs';

export type DecodedUpdate = ReturnType<typeof Y.decodeUpdate>;

/** @throws Error if it cannot be read, or holds what no document can have. */
export function decodeValidated(update: Uint8Array): DecodedUpdate {
  const decoded = Y.decodeUpdate(update);
  for (const { id, length } of decoded.structs)
    if (!(length > 0) || !Number.isSafeInteger(id.clock + length))
      throw new RangeError('An update holds a thing without a length.');
  return decoded;
}
