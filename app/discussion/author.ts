/**
 * Who says something at this device, and signs it.
 *
 * Invariant: the key stays on the device; what is stored is the public one, with what it signed. Nobody
 * says anything under an id that is not in use yet: it is made of the public key first.
 */
import { openPersonKey } from '../../shared/access/person-key.ts';
import { type Author, authorWith } from '../../shared/discussion/signed.ts';
import { bindOwnPerson, ownPerson } from '../replica/open-replica.ts';

/** Rejects where nobody is to be told, or what signs cannot be loaded. */
export async function ownAuthor(): Promise<Author> {
  const before = ownPerson();
  if (before === null) throw new Error('Nobody is at this device.');
  const pair = await openPersonKey(before.key);
  if (before.isNew) await bindOwnPerson(before.key, pair.publicKey);
  const now = ownPerson();
  if (now?.key !== before.key) throw new Error('Somebody else is at this device by now.');
  return authorWith(now.id, pair);
}
