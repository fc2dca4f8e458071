/**
 * Signatures of registers: who said something is told by what was said, wherever it comes from.
 *
 * Invariant: what is signed names the document, the key and the words, so a register is good for
 * nothing elsewhere, and its author can be told without trusting whoever brings it.
 */
import type { DocId } from '../access/ids.ts';
import { type PersonKey, PublicKey, verify } from '../access/person-key.ts';

/** Somebody who says something here. */
export interface Author {
  /** The person's id, with which the keys of their registers begin. */
  readonly id: string;
  /** Signs bytes as this person. */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** What of a register is signed. */
export function signedBytes(docId: DocId, key: string, says: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`driftless discussion\n${docId}\n${key}\n${says}`);
}

/** Whoever has this key, under the id that goes with it. */
export function authorWith(id: string, { publicKey, sign }: PersonKey): Author {
  return { id, sign: async (bytes) => `${publicKey}.${await sign('message', bytes)}` };
}

/** The public key and the signature that a proof consists of. */
export function splitProof(proof: string): [publicKey: string, signature: string] {
  const dot = proof.indexOf('.');
  return dot < 0 ? ['', ''] : [proof.slice(0, dot), proof.slice(dot + 1)];
}

/**
 * With which key these bytes were signed; null where what was given is no signature of them. Rejects
 * only where what computes with keys cannot be loaded.
 */
export async function signerOf(
  bytes: Uint8Array<ArrayBuffer>,
  proof: string,
): Promise<PublicKey | null> {
  const [publicKey, signature] = splitProof(proof);
  if (!PublicKey.safeParse(publicKey).success) return null;
  return (await verify(publicKey, 'message', bytes, signature)) ? publicKey : null;
}
