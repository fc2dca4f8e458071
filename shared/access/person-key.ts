/**
 * What a person signs with: the Ed25519 key pair that their 32 bytes are the seed of (RFC 8032), and
 * what a public key says of a person's id.
 *
 * Invariant: a signature holds for one purpose only, so that none made for one thing is ever taken
 * for another; the seed is used here and given to nobody. The browser's own Ed25519 and the one that
 * is loaded where there is none give the same keys and signatures.
 */
import { type Of, text } from '../shape.ts';
import {
  base64url,
  bytesOf,
  isOfPublicKey,
  personIdOf,
  personIdOfPublicKey,
  type Secret,
} from './ids.ts';

/** 32 bytes in unpadded base64url: 43 characters. */
export const PublicKey = text({ pattern: /^[A-Za-z0-9_-]{43}$/ });
export type PublicKey = Of<typeof PublicKey>;

/** 64 bytes in unpadded base64url: 86 characters. */
export const Signature = text({ pattern: /^[A-Za-z0-9_-]{86}$/ });
export type Signature = Of<typeof Signature>;

/** What something is signed for. Stored and sent: a purpose is never renamed. */
export type Purpose =
  /** To be the person of one connection to one server. */
  | 'connection'
  /** To be the person who asks something over HTTP. */
  | 'request'
  /** To have a Yjs client write in one document. */
  | 'claim'
  /** To say something in a discussion. */
  | 'message';

/** A key pair whose seed stays where it is. */
export interface PersonKey {
  readonly publicKey: PublicKey;
  /** Signs these bytes for one purpose; the same bytes always give the same signature. */
  sign(purpose: Purpose, bytes: Uint8Array): Promise<Signature>;
}

/** One way to compute with Ed25519. */
export interface Ed25519 {
  open(seed: Uint8Array): Promise<{
    publicKey: Uint8Array;
    sign(message: Uint8Array): Promise<Uint8Array>;
  }>;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** Seeds wear this in front of them in PKCS #8. */
const PKCS8 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);
const ALGORITHM = 'Ed25519';

/** The browser's, which also computes elsewhere than in the page's thread. */
export const native: Ed25519 = {
  async open(seed) {
    const { subtle } = crypto;
    const wrapped = joined(PKCS8, seed);
    const key = await subtle.importKey('pkcs8', wrapped, ALGORITHM, true, ['sign']);
    const { x } = await subtle.exportKey('jwk', key);
    if (x === undefined) throw new TypeError('the key has no public half');
    return {
      publicKey: bytesOfBase64url(x),
      sign: async (message) =>
        new Uint8Array(await subtle.sign(ALGORITHM, key, message as Uint8Array<ArrayBuffer>)),
    };
  },
  async verify(publicKey, message, signature) {
    const { subtle } = crypto;
    const raw = publicKey as Uint8Array<ArrayBuffer>;
    let key: CryptoKey;
    try {
      key = await subtle.importKey('raw', raw, ALGORITHM, false, ['verify']);
    } catch (error) {
      // Some refuse bytes that are no point of the curve already here.
      if (error instanceof DOMException && error.name === 'DataError') return false;
      throw error;
    }
    return subtle.verify(
      ALGORITHM,
      key,
      signature as Uint8Array<ArrayBuffer>,
      message as Uint8Array<ArrayBuffer>,
    );
  },
};

/** A library's, for browsers without, and for pages without TLS, which have no WebCrypto at all. */
export const library: Ed25519 = {
  async open(seed) {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return {
      publicKey: ed25519.getPublicKey(seed),
      sign: async (message) => ed25519.sign(message, seed),
    };
  },
  async verify(publicKey, message, signature) {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    try {
      // As RFC 8032 has it, and browsers: not by the looser rules that chains of blocks agreed on.
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      // It throws of bytes that are no point of the curve, which verify nothing.
      return false;
    }
  },
};

let chosen: Promise<Ed25519> | null = null;

/** The browser's where it has one, which one try with a key of nobody's tells. */
function available(): Promise<Ed25519> {
  chosen ??= (async () => {
    if (globalThis.crypto?.subtle === undefined) return library;
    try {
      await native.open(new Uint8Array(32));
      return native;
    } catch {
      // No such algorithm here, whatever error says so.
      return library;
    }
  })();
  return chosen;
}

const opened = new Map<Secret, Promise<PersonKey>>();

/** The key pair of a person's 32 bytes; computed once for each. */
export function openPersonKey(key: Secret, by?: Ed25519): Promise<PersonKey> {
  const known = by === undefined ? opened.get(key) : undefined;
  if (known !== undefined) return known;
  const opening = (async (): Promise<PersonKey> => {
    const pair = await (by ?? (await available())).open(bytesOfBase64url(key));
    return {
      publicKey: base64url(pair.publicKey),
      sign: async (purpose, bytes) => base64url(await pair.sign(signed(purpose, bytes))),
    };
  })();
  if (by === undefined) {
    opened.set(key, opening);
    // What could not be loaded may be there the next time.
    opening.catch(() => opened.delete(key));
  }
  return opening;
}

/**
 * Whether the signature is one of this key for this purpose and these bytes; false also for what is
 * no key or no signature. Rejects only where the library cannot be loaded.
 */
export async function verify(
  publicKey: string,
  purpose: Purpose,
  bytes: Uint8Array,
  signature: string,
  by?: Ed25519,
): Promise<boolean> {
  if (!PublicKey.safeParse(publicKey).success) return false;
  if (!Signature.safeParse(signature).success) return false;
  const ed25519 = by ?? (await available());
  return ed25519.verify(
    bytesOfBase64url(publicKey),
    signed(purpose, bytes),
    bytesOfBase64url(signature),
  );
}

/** What is signed for a purpose: no purpose begins like another one and goes on. */
export function signed(purpose: Purpose, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(bytesOf(`driftless ${purpose}\0`), bytes);
}

/**
 * What a public key says of an id.
 * - `proven`: the id is the hash of this key, so it is nobody's but who can sign with it.
 * - `pinned`: the id is older than public keys, as a hash of the seed; somebody who saw the seed, or
 *   saw this key first, has to say that it belongs to it.
 * - `false`: the id is the hash of another key.
 */
export type Binding = 'proven' | 'pinned' | false;

/** How an id and a public key that came together belong together; see decision 24. */
export function bindingOf(id: string, publicKey: PublicKey): Binding {
  if (!isOfPublicKey(id)) return 'pinned';
  return id === personIdOfPublicKey(publicKey) && 'proven';
}

/** The id that goes with a person's seed, given what is remembered of how it was made. */
export function personIdOfKey(key: Secret, publicKey: PublicKey | null): string {
  return publicKey === null ? personIdOf(key) : personIdOfPublicKey(publicKey);
}

/** Of unpadded base64url. */
export function bytesOfBase64url(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
