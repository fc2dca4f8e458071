/**
 * Signatures of registers: who said something is told by what was said, wherever it comes from.
 *
 * Invariant: what is signed names the document, the key and the words, so a register is good for
 * nothing elsewhere, and its author can be told without trusting whoever brings it.
 */
import type { DocId } from '../access/ids.ts';
import { bindingOf, type PersonKey, PublicKey, verify } from '../access/person-key.ts';

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
 * Looks at signatures as one device can. That a key is a person's, the id tells where it was made of
 * the key. Of an older id a device knows it from the server, which takes such registers from nobody
 * else; of two keys under one id only the one that the id was made of counts, or the first.
 */
export function registerVerifier(): Verify {
  const keys = new Map<string, string>();
  return async (person, bytes, proof) => {
    const [publicKey, signature] = splitProof(proof);
    if (!PublicKey.safeParse(publicKey).success) return false;
    if (!(await verify(publicKey, 'message', bytes, signature))) return false;
    if (bindingOf(person, publicKey) === 'proven') keys.set(person, publicKey);
    else if (!keys.has(person)) keys.set(person, publicKey);
    return keys.get(person) === publicKey;
  };
}
