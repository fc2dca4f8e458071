/**
 * Secrets in the registers of a library: as they are, or sealed where the library is synced.
 *
 * Invariant: what seals is known for a library from before anything sealed in it is read; it comes
 * only where it is needed (`sealer.ts`), since most libraries stay on their device.
 */
import type * as Y from 'yjs';
import { Secret } from '../access/ids.ts';
import { object } from '../shape.ts';

/** How a secret stands in a register. */
type SecretRegister = { secret: Secret } | { sealed: string; hash: string };

export interface Sealer {
  /** The secret of the library itself. */
  readonly secret: Secret;
  seal(secret: Secret): SecretRegister;
  /** Null where it was sealed with another key, or changed since. */
  open(register: unknown): Secret | null;
}

const sealers = new WeakMap<Y.Doc, Sealer>();
const Plain = object({ secret: Secret });

/** The secret of this library, on a device that is linked; null where it is this device's alone. */
export function librarySecret(library: Y.Doc): Secret | null {
  return sealers.get(library)?.secret ?? null;
}

/** What is written from now on is sealed by this, or with null not at all. */
export function setSealer(library: Y.Doc, sealer: Sealer | null): void {
  if (sealer) sealers.set(library, sealer);
  else sealers.delete(library);
}

/** A secret as it is to stand in a register. */
export function sealSecret(library: Y.Doc, secret: Secret): SecretRegister {
  return sealers.get(library)?.seal(secret) ?? { secret };
}

/** The secret that stands in a register, or null where this device has not the key to it. */
export function openSecret(library: Y.Doc, register: unknown): Secret | null {
  const opened = sealers.get(library)?.open(register);
  if (opened) return opened;
  const plain = Plain.safeParse(register);
  return plain.success ? plain.data.secret : null;
}
