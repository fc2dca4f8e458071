/**
 * Who wrote in a document: name and colour under a person's id, in the Y.Map `people`.
 *
 * Invariant: what stands there is parsed before anything shows it. People write only their own
 * entry, and only together with something they write; reading and opening writes nothing.
 */
import type * as Y from 'yjs';
import { Person } from '../protocol/presence.ts';
import { ROOT } from './schema.ts';

/** Call inside the transaction in which the person writes. */
export function keepPerson(doc: Y.Doc, { id, name, color }: Person): void {
  const people = peopleMap(doc);
  const kept = parsePerson(id, people.get(id));
  if (kept?.name !== name || kept.color !== color) people.set(id, { name, color });
}

/**
 * Keeps whoever writes under `origin` with what they write.
 *
 * @returns how to stop
 */
export function keepWriter(doc: Y.Doc, origin: unknown, writer: () => Person): () => void {
  const keep = (transaction: Y.Transaction) => {
    if (transaction.origin === origin) keepPerson(doc, writer());
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
