/**
 * Signs, for a document, that its client here is the person's who is at this device.
 *
 * Invariant: nothing is written but where something is written anyhow, or its place is kept already;
 * only this session's own client is ever signed for.
 */
import type * as Y from 'yjs';
import { personIdOf } from '../../shared/access/ids.ts';
import { claimedBytes, encodeClaim } from '../../shared/document/claims.ts';
import { claimKept, signClaim } from '../../shared/document/people.ts';
import { ownPerson } from './open-replica.ts';
import { signAsOwn } from './own-signer.ts';

/**
 * Has what is written from now on claimed, under whatever client id it is.
 *
 * @returns how to stop
 */
export function claimOwn(doc: Y.Doc, document: string): () => void {
  let signed: number | null = null;
  const sign = (): void => {
    const client = doc.clientID;
    if (signed === client) return;
    signed = client;
    signNow(doc, document).catch((error: unknown) => {
      signed = null;
      console.error('It cannot be signed who writes here.', error);
    });
  };
  // Where this device's ids were taken by others, it goes on under other ones.
  doc.on('afterTransaction', sign);
  sign();
  return () => doc.off('afterTransaction', sign);
}

async function signNow(doc: Y.Doc, document: string): Promise<void> {
  const client = doc.clientID;
  const claim = async (as?: string) => {
    const proof = await signAsOwn('claim', (person) =>
      claimedBytes(document, client, as ?? person),
    );
    if (proof) signClaim(doc, `${client}/${as ?? proof.person}`, encodeClaim(proof));
  };
  await claim();
  const key = ownPerson()?.key;
  const first = key && personIdOf(key);
  // Somebody new may have written before their public key was known, and goes by another id since.
  if (first && claimKept(doc) === `${client}/${first}`) await claim(first);
}
