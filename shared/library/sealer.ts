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
import { hexOf, sha256 } from '../access/sha256.ts';
import { object, text } from '../shape.ts';
import { librarySecret, type Sealer, setSealer } from './sealing.ts';

const PURPOSE = 'driftless library 1';
/** Bytes of a hash. */
const BLOCK = 32;
const Sealed = object({ sealed: text({ pattern: /^[0-9a-f]{86}$/ }), hash: SecretHash });

/** What is written from now on is sealed for this secret, or not at all. */
export function setLibrarySecret(library: Y.Doc, secret: Secret | null): void {
  if (librarySecret(library) === secret) return;
  setSealer(library, secret === null ? null : sealerFor(secret));
}

function sealerFor(key: Secret): Sealer {
  /** Opening takes three hashes, and thousands are read whenever the library changes. */
  const opened = new Map<string, Secret | null>();
  return {
    secret: key,
    seal(secret) {
      const hash = hashSecret(secret);
      const sealed = hexOf(mask(key, hash, new TextEncoder().encode(secret)));
      opened.set(`${hash} ${sealed}`, secret);
      return { sealed, hash };
    },
    open(register) {
      const read = Sealed.safeParse(register);
      if (!read.success) return null;
      const { sealed, hash } = read.data;
      const name = `${hash} ${sealed}`;
      let secret = opened.get(name);
      if (secret === undefined) {
        const parsed = Secret.safeParse(new TextDecoder().decode(mask(key, hash, bytesOf(sealed))));
        secret = parsed.success && hashSecret(parsed.data) === hash ? parsed.data : null;
        opened.set(name, secret);
      }
      return secret;
    },
  };
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

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}
