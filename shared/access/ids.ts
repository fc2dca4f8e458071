/**
 * Identifiers and secrets: how they are made, and how one proves the other.
 *
 * Invariant: a document's id is a function of its owner secret, so whoever holds the secret can
 * prove ownership to a server that has never heard of the document, and nobody can squat an id.
 */
import { type Of, type Shape, text } from '../shape.ts';
import { hexOf, sha256 } from './sha256.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without those that look like another one. */
const BASE58 = BASE62.replace(/[0IOl]/g, '');

/** Says in the types which document of an id a name means; there is nothing of it at run time. */
declare const room: unique symbol;

/**
 * A document's id, which is also the name of its body: 16 bytes in base58, 16 characters (all zero)
 * to 22. No other text is taken for one: it comes from `docIdOf`, or has been checked.
 */
export type DocId = string & { readonly [room]: 'body' };
export const DocId = text({ pattern: /^[1-9A-HJ-NP-Za-km-z]{16,22}$/ }) as Shape<DocId>;

/** The name of a document's discussion: see document-name.ts. */
export type DiscussionName = string & { readonly [room]: 'discussion' };

/** The name of what is written in a draft of a document: see document-name.ts. */
export type DraftName = string & { readonly [room]: 'draft' };

/** 32 random bytes in unpadded base64url: 43 characters. Owner and link secrets look alike. */
export const Secret = text({ pattern: /^[A-Za-z0-9_-]{43}$/ });
export type Secret = Of<typeof Secret>;

/** Hex SHA-256 of a secret: what a server may store. */
export const SecretHash = text({ pattern: /^[0-9a-f]{64}$/ });

/** As `randomId` makes them. */
const OfTwelve = text({ pattern: /^[0-9A-Za-z]{12}$/ });
export const LinkId = OfTwelve;
export const FolderId = OfTwelve;
export type FolderId = Of<typeof FolderId>;
export const DraftId = OfTwelve as Shape<string & { readonly [room]: 'id of a draft' }>;
export type DraftId = Of<typeof DraftId>;
export const DeviceId = OfTwelve;
export type DeviceId = Of<typeof DeviceId>;
export const PersonId = text({ pattern: /^[0-9A-Za-z]{16}$/ });

/** A fresh secret, made on this device; needs no network. */
export function createSecret(): Secret {
  return base64url(randomBytes(32));
}

/** The document that this owner secret owns: base58 of the first 16 bytes of its SHA-256. */
export function docIdOf(ownerSecret: Secret): DocId {
  return base58(sha256(bytesOf(ownerSecret)).subarray(0, 16)) as DocId;
}

/**
 * The person that whoever has this key is, where the id was made before people had public keys.
 * Everyone in a document sees the id.
 */
export function personIdOf(key: Secret): string {
  return idOf(`person ${key}`);
}

/**
 * The person who signs with this public key (43 characters), where the id was made of it: whoever
 * sees both can tell that they belong together.
 */
export function personIdOfPublicKey(publicKey: string): string {
  return OF_PUBLIC_KEY + idOf(`public key of a person ${publicKey}`).slice(OF_PUBLIC_KEY.length);
}

/**
 * How ids that are made of public keys begin, so that nobody takes one for an older one, of which
 * one in 240,000 begins like this. 77 bits remain, each try at which costs a key pair.
 */
const OF_PUBLIC_KEY = 'key';

/** Whether the id is one of those that are made of a public key. */
export function isOfPublicKey(personId: string): boolean {
  return personId.startsWith(OF_PUBLIC_KEY);
}

/** 16 characters of 0-9A-Za-z, 95 bits: nobody finds a second text for one that is there. */
function idOf(ascii: string): string {
  const bytes = sha256(bytesOf(ascii)).subarray(0, 16);
  return Array.from(bytes, (byte) => BASE62[byte % 62]).join('');
}

/** Hex SHA-256 of the secret's text. */
export function hashSecret(secret: Secret): string {
  return hexOf(sha256(bytesOf(secret)));
}

/** `length` random characters of 0-9A-Za-z, each equally likely. */
export function randomId(length: number): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: rejecting above keeps the draw fair.
      if (byte < 248 && id.length < length) id += BASE62[byte % 62];
    }
  }
  return id;
}

/** Of a text in ASCII, as secrets are; an encoder takes twice as long for one as the hash does. */
export function bytesOf(ascii: string): Uint8Array {
  const bytes = new Uint8Array(ascii.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = ascii.charCodeAt(at);
  return bytes;
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Without padding. */
export function base64url(bytes: Uint8Array): string {
  // No function takes any number of arguments.
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  const text = btoa(binary);
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function base58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  /** From the last one. */
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length || carry > 0; at++) {
      carry += 256 * (digits[at] ?? 0);
      digits[at] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  let text = '1'.repeat(zeros);
  while (digits.length > 0) text += BASE58[digits.pop()!];
  return text;
}
