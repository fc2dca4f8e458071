/**
 * Who wrote what, as the document itself can prove it: each session of a device says under which Yjs
 * client it writes, signed by its person for this document.
 *
 * Invariant: a name comes only from a claim that was written under the very client it is about, before
 * any text of that client, and that the person's key has signed. Whoever comes later cannot be first,
 * and whoever is first can sign for nobody else. Everything else is unknown.
 */
import * as Y from 'yjs';
import { base64url, isOfPublicKey, personIdOfPublicKey } from '../access/ids.ts';
import { bindingOf, bytesOfBase64url, verify } from '../access/person-key.ts';
import type { Proof } from '../protocol/person-proof.ts';
import { OWN_IDS } from './client-ranks.ts';
import { peopleMap } from './people.ts';
import { ROOT } from './schema.ts';

const KEY = /^(\d{1,10})\/([0-9A-Za-z]{16})$/;
const VERSION = 1;
const PUBLIC_KEY_BYTES = 32;
const CLAIM_BYTES = 1 + PUBLIC_KEY_BYTES + 64;
/** What of a client is looked through for its claim. */
const MOST_BEFORE = 1_000;

/** What is signed: this client of this document is this person's. */
export function claimedBytes(document: string, client: number, person: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([document, client, person]));
}

/** As it stands in the document: a version, the public key, the signature. */
export function encodeClaim({ publicKey, signature }: Omit<Proof, 'person'>): Uint8Array {
  return Uint8Array.of(VERSION, ...bytesOfBase64url(publicKey), ...bytesOfBase64url(signature));
}

/** A claim whose place is right; whether it is signed is not looked at yet. */
interface Claimed {
  client: number;
  person: string;
  value: unknown;
}

/** The claims that were written under the clients they are about, before any of their text. */
export function claimsOf(doc: Y.Doc): Claimed[] {
  const claims = doc.getMap(ROOT.claims);
  const found: Claimed[] = [];
  const seen = new Set<number>();
  for (const key of claims._map.keys()) {
    const client = Number(KEY.exec(key)?.[1]);
    if (!(client < OWN_IDS) || seen.has(client)) continue;
    seen.add(client);
    const first = firstKey(doc, client);
    const person = first && KEY.exec(first)?.[2];
    if (first && person) found.push({ client, person, value: claims.get(first) });
  }
  return found;
}

/** Under which key a client first claimed itself, if it did before it wrote text. */
function firstKey(doc: Y.Doc, client: number): string | null {
  const claims = doc.getMap(ROOT.claims);
  const body = doc.getText(ROOT.body);
  const structs = doc.store.clients.get(client) ?? [];
  for (const item of structs.slice(0, MOST_BEFORE)) {
    if (!(item instanceof Y.Item) || item.parent === body) return null;
    const key = item.parent === claims ? item.parentSub : null;
    if (key?.startsWith(`${client}/`) && KEY.test(key)) return key;
  }
  return null;
}

/** Of ids from before public keys: which key is known to be whose. */
export type Pins = ReadonlyMap<string, string>;

/** Of claims that were looked at, by all that they say. */
const verified = new Map<string, Promise<boolean>>();
const MOST_VERIFIED = 20_000;
const told = new Set<string>();

/**
 * Who wrote under which client, of what the document can prove.
 *
 * @param document the name of the document that the claims have to be about
 * @param pins keys of people whose ids do not tell them; where one is not known, and all their claims
 *   here are of one key, it is taken for theirs
 */
export async function readWriters(
  doc: Y.Doc,
  document: string,
  pins: Pins = new Map(),
): Promise<Map<number, string>> {
  const writers = new Map<number, string>();
  const people = peopleMap(doc);
  /** Of ids from before public keys: the keys that signed for them. */
  const older = new Map<string, { key: string; client: number }[]>();
  await Promise.all(
    claimsOf(doc).map(async ({ client, person, value }) => {
      const claim = parseClaim(value);
      // Its place is kept; the signature is on its way, or was taken away.
      if (claim === null && (value === null || value === undefined)) return;
      const isTrue =
        claim !== null &&
        bindingOf(person, claim.publicKey) !== false &&
        (await isSigned(document, client, person, claim));
      if (!isTrue || claim === null) tellOnce(`${document} ${client} ${person}`);
      else if (isOfPublicKey(person)) writers.set(client, person);
      // Somebody new began under an id from before, and goes by the one of their key since; whose id is
      // known to stay is not made another by whoever writes down a name for their key.
      else if (!pins.has(person) && people.has(personIdOfPublicKey(claim.publicKey)))
        writers.set(client, personIdOfPublicKey(claim.publicKey));
      else older.set(person, [...(older.get(person) ?? []), { key: claim.publicKey, client }]);
    }),
  );
  for (const [person, signers] of older) {
    const pinned = pins.get(person);
    const isOne = new Set(signers.map(({ key }) => key)).size === 1;
    for (const { key, client } of signers) {
      if (pinned === undefined ? isOne : pinned === key) writers.set(client, person);
      else tellOnce(`${document} ${client} ${person}`);
    }
  }
  return writers;
}

/** The person behind what was inserted under a client id, whatever its rank. */
export function writerOf(writers: ReadonlyMap<number, string>, client: number): string | null {
  return writers.get(client % OWN_IDS) ?? null;
}

function parseClaim(value: unknown): Omit<Proof, 'person'> | null {
  if (!(value instanceof Uint8Array) || value.length !== CLAIM_BYTES || value[0] !== VERSION)
    return null;
  return {
    publicKey: base64url(value.subarray(1, 1 + PUBLIC_KEY_BYTES)),
    signature: base64url(value.subarray(1 + PUBLIC_KEY_BYTES)),
  };
}

function isSigned(
  document: string,
  client: number,
  person: string,
  { publicKey, signature }: Omit<Proof, 'person'>,
): Promise<boolean> {
  const key = [document, client, person, publicKey, signature].join(' ');
  const known = verified.get(key);
  if (known !== undefined) return known;
  if (verified.size >= MOST_VERIFIED) verified.clear();
  const bytes = claimedBytes(document, client, person);
  const looking = verify(publicKey, 'claim', bytes, signature);
  verified.set(key, looking);
  // What could not be loaded may be there the next time.
  looking.catch(() => verified.delete(key));
  return looking;
}

function tellOnce(claim: string): void {
  if (told.has(claim) || told.size >= MOST_VERIFIED) return;
  told.add(claim);
  console.warn('Somebody claims to have written here, and cannot prove it.', claim);
}
