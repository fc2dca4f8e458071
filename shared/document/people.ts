/**
 * Who wrote in a document: name and colour under a person's id, in the Y.Map `people`, and under which
 * Yjs client, in the Y.Map `claims`.
 *
 * Invariant: what stands there is parsed before anything shows it. People write only their own
 * entry, and only together with something they write; reading and opening writes nothing.
 */
import type * as Y from 'yjs';
import { Person } from '../protocol/presence.ts';
import { ROOT } from './schema.ts';

/** Signed claims that wait to be written with the next change: see `claims.ts`. */
const signed = new WeakMap<Y.Doc, Map<string, Uint8Array>>();
const reserved = new WeakMap<Y.Doc, string>();

/**
 * Says who writes under this document's client id, before the first thing that is written under it:
 * what comes first under an id nobody can put there later. Signed, if that is ready; otherwise the
 * place is kept for it. Call inside the transaction in which the person writes.
 */
export function keepClaim(doc: Y.Doc, person: string): void {
  const own = `${doc.clientID}/`;
  let key = reserved.get(doc);
  // Whoever comes to be another person in between goes on under the first one's.
  if (!key?.startsWith(own)) {
    key = own + person;
    reserved.set(doc, key);
  }
  const claims = doc.getMap(ROOT.claims);
  const claim = signed.get(doc)?.get(key) ?? null;
  const stands = claims.get(key);
  // Somebody may have taken it away.
  if (stands === undefined || (claim !== null && !isSame(stands, claim))) claims.set(key, claim);
}

/** Whoever wrote here goes on under another client id. Call inside the transaction that begins it. */
export function keepClaimAgain(doc: Y.Doc): void {
  const person = claimKept(doc)?.split('/')[1];
  if (person !== undefined) keepClaim(doc, person);
}

/** The key under which this document keeps its claim, once something was written. */
export function claimKept(doc: Y.Doc): string | undefined {
  return reserved.get(doc);
}

/** Has the signed claim written with the next change, or now where its place is kept. */
export function signClaim(doc: Y.Doc, key: string, claim: Uint8Array): void {
  const known = signed.get(doc) ?? new Map<string, Uint8Array>();
  signed.set(doc, known.set(key, claim));
  const claims = doc.getMap(ROOT.claims);
  if (reserved.get(doc) === key && !isSame(claims.get(key), claim)) claims.set(key, claim);
}

function isSame(value: unknown, claim: Uint8Array): boolean {
  return value instanceof Uint8Array && String(value) === String(claim);
}

/** Call inside the transaction in which the person writes. */
export function keepPerson(doc: Y.Doc, { id, name, color }: Person): void {
  const people = peopleMap(doc);
  const kept = parsePerson(id, people.get(id));
  if (kept?.name !== name || kept.color !== color) people.set(id, { name, color });
}

/**
 * Keeps whoever writes under one of `origins` with what they write.
 *
 * @returns how to stop
 */
export function keepWriter(
  doc: Y.Doc,
  origins: readonly unknown[],
  writer: () => Person,
): () => void {
  const keep = (transaction: Y.Transaction) => {
    if (!origins.includes(transaction.origin)) return;
    const person = writer();
    keepClaim(doc, person.id);
    keepPerson(doc, person);
  };
  doc.on('beforeTransaction', keep);
  return () => doc.off('beforeTransaction', keep);
}

export function peopleMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.people);
}

export function parsePerson(id: string, entry: unknown): Person | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const person = Person.safeParse({ ...entry, id });
  return person.success ? person.data : null;
}
