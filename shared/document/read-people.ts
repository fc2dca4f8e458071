/**
 * Who wrote in a document, for whoever shows it: see `people.ts`, which keeps them.
 *
 * Invariant: reading writes nothing, and an entry that says something else is nobody's.
 */
import type * as Y from 'yjs';
import type { Person } from '../protocol/presence.ts';
import { parsePerson, peopleMap } from './people.ts';

/** The people who wrote, by their ids. */
export function readPeople(doc: Y.Doc): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const [id, entry] of peopleMap(doc).entries()) {
    const person = parsePerson(id, entry);
    if (person) people.set(id, person);
  }
  return people;
}

/** @returns how to stop */
export function followPeople(doc: Y.Doc, onChange: () => void): () => void {
  const people = peopleMap(doc);
  people.observe(onChange);
  return () => people.unobserve(onChange);
}
