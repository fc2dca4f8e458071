/**
 * People who sign, for tests.
 *
 * Invariant: their signatures are real ones, so a test that forges one has to.
 */
import { createSecret, personIdOfPublicKey, type Secret } from '../../access/ids.ts';
import { openPersonKey } from '../../access/person-key.ts';
import { type Author, authorWith } from '../signed.ts';

/** Somebody new, whose id is made of their public key. */
export async function newAuthor(secret: Secret = createSecret()): Promise<Author> {
  const key = await openPersonKey(secret);
  return authorWith(personIdOfPublicKey(key.publicKey), key);
}
