/**
 * Who may do something about what others said: whoever began the thread, and whoever may write in
 * the document.
 *
 * A device cannot ask the server who is an editor, and need not: only who may write in the document
 * can have put a name among the people who wrote in it. So an editor who never wrote there puts it
 * there before taking part in the order of the discussion.
 *
 * Invariant: what somebody without the right says about another's thread counts nowhere, however it
 * got there.
 */
import type * as Y from 'yjs';
import { keepPerson, parsePerson, peopleMap } from '../document/people.ts';
import type { Person } from '../protocol/presence.ts';

export interface Rights {
  /** Whether this person may resolve, remove and put elsewhere what others began. */
  moderates(person: string): boolean;
  /** Calls `listener` when others may than before; returns how to stop. Left out where it is always the same. */
  subscribe?(listener: () => void): () => void;
}

/** By the document that is talked about, as it is whenever somebody asks. */
export function rightsBy(document: Y.Doc): Rights {
  const people = peopleMap(document);
  return {
    moderates: (person) => parsePerson(person, people.get(person)) !== null,
    subscribe(listener) {
      people.observe(listener);
      return () => people.unobserve(listener);
    },
  };
}

/** Has an editor's word count in the discussion. Only for whoever may write in the document. */
export function makeKnown(document: Y.Doc, person: Person, origin: unknown): void {
  document.transact(() => keepPerson(document, person), origin);
}
