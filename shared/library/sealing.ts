/**
 * Seals the secrets in a library that is synced, so that whoever reads the server's database finds
 * nothing there that opens a document.
 *
 * Invariant: a sealed secret is told apart by its hash, which the server keeps anyway. The key is
 * made of the library's own secret and that hash, so no two secrets are ever sealed alike; what does
 * not have the hash after it was opened is not believed.
 */
import type * as Y from 'yjs';
import { hashSecret, Secret, SecretHash } from '../access/ids.ts';
import { sha256 } from '../access/sha256.ts';
import { object, optional, text } from '../shape.ts';

const PURPOSE = 'driftless library 1';
/** Bytes of a hash. */
const BLOCK = 32;

/** How a secret stands in a register of a library that is synced. */
export const Sealed = object({ sealed: text({ pattern: /^[0-9a-f]{86}$/ }), hash: SecretHash });
const Plain = object({ secret: optional(Secret) });
type Sealed = { sealed: string; hash: string };

interface Key {
  secret: Secret;
  /** Opening takes three hashes, and thousands are read whenever the library changes. */
  opened: Map<string, Secret | null>;
}

const keys = new WeakMap<Y.Doc, Key>();

/** The secret of this library, on a device that is linked; null where it is this device's alone. */
export function librarySecret(library: Y.Doc): Secret | null {
  return keys.get(library)?.secret ?? null;
}

/** What is written from now on is sealed for this secret, or not at all. */
export function setLibrarySecret(library: Y.Doc, secret: Secret | null): void {
  if (secret === null) keys.delete(library);
  else if (librarySecret(library) !== secret) keys.set(library, { secret, opened: new Map() });
}

/** A secret as it is to stand in a register. */
export function sealSecret(library: Y.Doc, secret: Secret): { secret: Secret } | Sealed {
  const key = keys.get(library);
  if (!key) return { secret };
  const hash = hashSecret(secret);
  const sealed = hexOf(mask(key.secret, hash, new TextEncoder().encode(secret)));
  key.opened.set(`${hash} ${sealed}`, secret);
  return { sealed, hash };
}

/** The secret that stands in a register, or null where this device has not the key to it. */
export function openSecret(library: Y.Doc, register: unknown): Secret | null {
  const plain = Plain.safeParse(register);
  if (!plain.success) return null;
  if (plain.data.secret !== undefined) return plain.data.secret;
  const read = Sealed.safeParse(register);
  const key = keys.get(library);
  if (!read.success || !key) return null;
  const { sealed, hash } = read.data;
  const name = `${hash} ${sealed}`;
  let secret = key.opened.get(name);
  if (secret === undefined) {
    const opened = new TextDecoder().decode(mask(key.secret, hash, bytesOf(sealed)));
    const parsed = Secret.safeParse(opened);
    secret = parsed.success && hashSecret(parsed.data) === hash ? parsed.data : null;
    key.opened.set(name, secret);
  }
  return secret;
}

/** The same both ways: the text and as much of a stream that only the key's holder can make. */
function mask(key: Secret, hash: string, bytes: Uint8Array): Uint8Array {
  const masked = new Uint8Array(bytes.length);
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const named = `${PURPOSE} ${key} ${hash} ${start / BLOCK}`;
    const stream = sha256(new TextEncoder().encode(named));
    for (let at = start; at < Math.min(start + BLOCK, bytes.length); at++) {
      masked[at] = bytes[at]! ^ stream[at - start]!;
    }
  }
  return masked;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}
