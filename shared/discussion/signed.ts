/**
 * Signatures of registers: who said something is told by what was said, wherever it comes from.
 *
 * Invariant: what is signed names the document, the key and the words, so a register is good for
 * nothing elsewhere, and its author can be told without trusting whoever brings it.
 */
import type { DocId } from '../access/ids.ts';

/** Somebody who says something here. */
export interface Author {
  /** The person's id, with which the keys of their registers begin. */
  readonly id: string;
  /** Signs bytes as this person. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** Whether this person signed these bytes. Never throws: what cannot be read is no signature. */
export type Verify = (
  person: string,
  bytes: Uint8Array<ArrayBuffer>,
  proof: string,
) => Promise<boolean>;

/** What of a register is signed. */
export function signedBytes(docId: DocId, key: string, says: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`driftless discussion\n${docId}\n${key}\n${says}`);
}
