/**
 * People who sign, for tests.
 *
 * Invariant: their signatures are real ones, so a test that forges one has to.
 */
import { base64url, createSecret, personIdOf } from '../../access/ids.ts';
import type { Author, Verify } from '../signed.ts';

const keys = new Map<string, CryptoKey>();

export async function newAuthor(): Promise<Author> {
  const id = personIdOf(createSecret());
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  keys.set(id, pair.publicKey);
  return {
    id,
    sign: async (bytes) =>
      base64url(new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes))),
  };
}

export const verify: Verify = async (person, bytes, proof) => {
  const key = keys.get(person);
  if (!key || !/^[A-Za-z0-9_-]*$/.test(proof)) return false;
  const signature = Uint8Array.from(
    atob(proof.replaceAll('-', '+').replaceAll('_', '/')),
    (char) => char.codePointAt(0) ?? 0,
  );
  return crypto.subtle.verify('Ed25519', key, signature, bytes);
};
