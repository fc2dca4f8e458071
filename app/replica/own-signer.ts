/**
 * Signs for the person at this device: who connects, who asks, who writes.
 *
 * Invariant: what leaves this device is signatures, never the key.
 */
import { personIdOf } from '../../shared/access/ids.ts';
import { openPersonKey, type Purpose } from '../../shared/access/person-key.ts';
import type { Proof } from '../../shared/protocol/person-proof.ts';
import { bindOwnPerson, ownPerson } from './open-replica.ts';

/** Keys of which this device knows whose they are, though the ids do not tell it: its own. */
export async function ownPins(): Promise<ReadonlyMap<string, string>> {
  const own = ownPerson();
  if (own === null || own.id !== personIdOf(own.key)) return new Map();
  return new Map([[own.id, (await openPersonKey(own.key)).publicKey]]);
}

/**
 * These bytes, signed by whoever is at this device now; null where nobody is to be told, or the device
 * is another person's by the time it is signed. Rejects where what signs cannot be loaded.
 */
export async function signAsOwn(
  purpose: Purpose,
  bytes: Uint8Array | ((person: string) => Uint8Array),
): Promise<Proof | null> {
  const before = ownPerson();
  if (before === null) return null;
  const { publicKey, sign } = await openPersonKey(before.key);
  // An id that is not in use yet is made of the public key, now that there is one.
  if (before.isNew) await bindOwnPerson(before.key, publicKey);
  const person = ownPerson()?.id ?? before.id;
  const signature = await sign(purpose, typeof bytes === 'function' ? bytes(person) : bytes);
  const now = ownPerson();
  return now?.key === before.key && now.id === person ? { person, publicKey, signature } : null;
}
