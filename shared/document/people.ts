/**
 * Who wrote in a document: name and colour under a person's id, in the Y.Map `people`.
 *
 * Invariant: what stands there is parsed before anything shows it. People write only their own
 * entry, and only together with something they write; reading and opening writes nothing.
 */
import type * as Y from 'yjs';
import { Person } from '../protocol/presence.ts';
import { ROOT } from './schema.ts';

/** The people who wrote, by their ids. */
export function readPeople(doc: Y.Doc): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const [id, entry] of peopleMap(doc).entries()) {
    const person = parse(id, entry);
    if (person) people.set(id, person);
  }
  return people;
}

/** Call inside the transaction in which the person writes. */
export function keepPerson(doc: Y.Doc, { id, name, color }: Person): void {
  const people = peopleMap(doc);
  const kept = parse(id, people.get(id));
  if (kept?.name !== name || kept.color !== color) people.set(id, { name, color });
}

/** @returns how to stop */
export function followPeople(doc: Y.Doc, onChange: () => void): () => void {
  const people = peopleMap(doc);
  people.observe(onChange);
  return () => people.unobserve(onChange);
}

function peopleMap(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap(ROOT.people);
}

function parse(id: string, entry: unknown): Person | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const person = Person.safeParse({ ...entry, id });
  return person.success ? person.data : null;
}
