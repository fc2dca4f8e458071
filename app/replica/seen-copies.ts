/**
 * Documents as whoever is at this device saw them last, to be held against what they are now.
 *
 * Invariant: a copy and what is said of it are written together; it is nobody's only copy of anything.
 */
import { array, int, looseObject, type Of } from '../../shared/shape.ts';
import { Database } from './database.ts';

const FACTS = 'facts';
const STATES = 'states';

const Facts = looseObject({
  /** When, ms since 1970 by this device's clock. */
  at: int(0),
  /** All rows of the server's log up to this one are in it; 0 where that is not known. */
  sequence: int(0),
  /** Under which ids this device has written since. */
  writers: array(int(0)),
});
export type SeenFacts = Of<typeof Facts>;

export interface SeenCopy extends SeenFacts {
  /** All of the document, as an update. */
  state: Uint8Array;
}

const database = new Database('driftless-seen', (db) => {
  db.createObjectStore(FACTS);
  db.createObjectStore(STATES);
});

/** Null where there is none. @throws Error if nothing can be read */
export async function readSeen(docId: string): Promise<SeenCopy | null> {
  const facts = Facts.safeParse(await database.read(FACTS, (store) => store.get(docId)));
  const state: unknown = await database.read(STATES, (store) => store.get(docId));
  return facts.success && state instanceof Uint8Array ? { ...facts.data, state } : null;
}

/** @throws Error if nothing can be kept */
export async function keepSeen(docId: string, { state, ...facts }: SeenCopy): Promise<void> {
  await database.write([FACTS, STATES], (store) => {
    store(FACTS).put(facts, docId);
    store(STATES).put(state, docId);
  });
}

/** Has the copy that is kept say something else of itself; nothing where there is none. */
export async function noteSeen(
  docId: string,
  change: (facts: SeenFacts) => SeenFacts,
): Promise<void> {
  await database.write([FACTS], (store) => {
    const request = store(FACTS).get(docId);
    request.onsuccess = () => {
      const facts = Facts.safeParse(request.result);
      if (facts.success) store(FACTS).put(change(facts.data), docId);
    };
  });
}

/** @throws Error if it cannot be removed */
export async function forgetSeen(docId: string): Promise<void> {
  await database.write([FACTS, STATES], (store) => {
    store(FACTS).delete(docId);
    store(STATES).delete(docId);
  });
}
