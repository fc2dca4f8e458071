/**
 * The person whose library this is, for all devices that are linked to it.
 *
 * Invariant: there is one key, sealed as the secrets of documents are, and name, colour and public key
 * stand under a hash of it, which also was the person's id before people had public keys: whichever of two keys stays when devices meet, they go with it. They
 * are kept apart by the secret of the library, as the devices are. What cannot be read is nobody.
 */
import type * as Y from 'yjs';
import { docIdOf, personIdOf, Secret } from '../access/ids.ts';
import { PersonColor, PersonName } from '../protocol/presence.ts';
import { boolean } from '../shape.ts';
import { type Registers, registersOf } from './registers.ts';
import { librarySecret, openSecret, sealSecret } from './sealing.ts';

const OWNER = 'owner';

/** A person with what proves it. */
export interface OwnPerson {
  key: Secret;
  /** The key's public half, where the id is made of it: see decision 24. */
  publicKey?: string;
  name: string;
  color: PersonColor;
  /** Whether the name is one that somebody chose. */
  isNamed: boolean;
}

/** The person of the linked devices, as far as it can be read; null where its key cannot. */
export function readOwner(library: Y.Doc): (Partial<OwnPerson> & { key: Secret }) | null {
  const registers = registersIn(library);
  const key = registers && openSecret(library, registers.get(OWNER, 'key'));
  if (!registers || !key) return null;
  const about = registers.about(personIdOf(key));
  const name = PersonName.safeParse(about.get('name'));
  const color = PersonColor.safeParse(about.get('color'));
  const isNamed = boolean.safeParse(about.get('isNamed'));
  const publicKey = Secret.safeParse(about.get('publicKey'));
  return {
    key,
    ...(name.success ? { name: name.data } : {}),
    ...(color.success ? { color: color.data } : {}),
    ...(publicKey.success ? { publicKey: publicKey.data } : {}),
    ...(isNamed.success ? { isNamed: isNamed.data } : {}),
  };
}

/** Whether there is one, also where this device cannot read it. */
export function hasOwner(library: Y.Doc): boolean {
  return registersIn(library)?.get(OWNER, 'key') !== undefined;
}

/** Puts the person in, or what has changed of it. Does nothing in a library of one device. */
export function writeOwner(library: Y.Doc, { key, ...facts }: OwnPerson): void {
  const registers = registersIn(library);
  if (!registers) return;
  library.transact(() => {
    if (readOwner(library)?.key !== key) registers.set(OWNER, 'key', sealSecret(library, key));
    const id = personIdOf(key);
    for (const [field, value] of Object.entries(facts)) {
      if (registers.get(id, field) !== value) registers.set(id, field, value);
    }
  }, OWNER);
}

/** Null where the library is this device's alone. */
function registersIn(library: Y.Doc): Registers | null {
  const secret = librarySecret(library);
  return secret ? registersOf(library, `person:${docIdOf(secret)}`) : null;
}
