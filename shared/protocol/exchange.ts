/**
 * The bodies of `POST /api/docs/:docId/sync`: what one side has, and what it has for the other.
 *
 * Invariant: a body is read whole or not at all, so the page of a hotel network is never taken for
 * an answer.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { Role } from '../access/roles.ts';

export const EXCHANGE_TYPE = 'application/octet-stream';
/** The header of the answer that says what whoever asked may do. */
export const ROLE_HEADER = 'Driftless-Role';
/** The header of the answer that says, by being there, that the document has a discussion. */
export const DISCUSSION_HEADER = 'Driftless-Discussion';
/** There, with anything in it, where one is not told who wrote what when. */
export const HIDDEN_HISTORY_HEADER = 'Driftless-History-Hidden';

/** Where one may suggest: `too`, or `role` where the role is named after it. */
export const SUGGESTS_HEADER = 'Driftless-Suggests';

export interface Exchange {
  /** A Yjs state vector: all that the sender has. */
  stateVector: Uint8Array;
  /** A Yjs update, or no bytes where there is none. */
  update: Uint8Array;
}

/** What an exchange over HTTP is answered. */
export interface ExchangeAnswer extends Exchange {
  /** What whoever asked may do. */
  role: Role;
  /** Asked for the body: whether something is said about it. */
  hasDiscussion: boolean;
  /** Whether one is not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether whoever asked may suggest changes. */
  maySuggest: boolean;
}

export function writeExchange({ stateVector, update }: Exchange): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint8Array(encoder, stateVector);
  encoding.writeVarUint8Array(encoder, update);
  return encoding.toUint8Array(encoder) as Uint8Array<ArrayBuffer>;
}

/** What the bytes say, or null if they are no exchange. */
export function readExchange(bytes: Uint8Array): Exchange | null {
  try {
    const decoder = decoding.createDecoder(bytes);
    const stateVector = readBytes(decoder);
    const update = readBytes(decoder);
    return decoder.pos === bytes.length ? { stateVector, update } : null;
  } catch {
    // lib0 throws where the bytes end early: the caller refuses them like any others.
    return null;
  }
}

/** lib0 would read past a view into the buffer behind it, so the length is checked first. */
function readBytes(decoder: decoding.Decoder): Uint8Array {
  const length = decoding.readVarUint(decoder);
  if (length > decoder.arr.length - decoder.pos) throw new RangeError('it ends early');
  return decoding.readUint8Array(decoder, length).slice();
}
