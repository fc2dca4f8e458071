/**
 * Who says something at this device, and signs it.
 *
 * Invariant: the key stays on the device; what is stored is the public one, with what it signed.
 */
import type { Secret } from '../../shared/access/ids.ts';
import { openPersonKey } from '../../shared/access/person-key.ts';
import { type Author, authorWith } from '../../shared/discussion/signed.ts';

/** @param id of the person whose key it is */
export function authorOf(id: string, key: Secret): Author {
  return { id, sign: async (bytes) => authorWith(id, await openPersonKey(key)).sign(bytes) };
}
