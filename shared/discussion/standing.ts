/**
 * Whose a signed register is, as far as one device can tell: its own person's, or nobody's that is
 * known.
 *
 * Invariant: nothing that somebody else brings makes what a person said look like another's, or go:
 * where two keys sign for one id, and nobody knows whose it is, both are unknown. What is told follows
 * from all registers together, in whichever order they came.
 */
import { isOfPublicKey } from '../access/ids.ts';
import { bindingOf, type PublicKey } from '../access/person-key.ts';
import type { Pins } from '../document/claims.ts';

/** A register whose signature was looked at. */
export interface Signed {
  /** Whose it says it is. */
  person: string;
  /** The key that it was signed with; null where it was signed badly. */
  signer: PublicKey | null;
}

/**
 * Tells of each of these whether it is its person's. That a key is a person's, the id tells where it
 * was made of the key. Of an older id it is the pinned key or, where none is pinned, the only one that
 * signs for it here.
 */
export function genuineOf(registers: Iterable<Signed>, pins: Pins): (register: Signed) => boolean {
  const older = new Map<string, Set<PublicKey>>();
  for (const { person, signer } of registers)
    if (signer !== null && !isOfPublicKey(person))
      older.set(person, (older.get(person) ?? new Set()).add(signer));
  return ({ person, signer }) => {
    if (signer === null) return false;
    const binding = bindingOf(person, signer);
    if (binding !== 'pinned') return binding === 'proven';
    const pinned = pins.get(person);
    return pinned === undefined ? older.get(person)?.size === 1 : pinned === signer;
  };
}
