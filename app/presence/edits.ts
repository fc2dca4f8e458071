/**
 * Who is seen to write in an open document, for the library to note: this person, or somebody who is
 * here. What comes of people who are not here any more is not told: nobody knows when it was written.
 *
 * Invariant: what it costs at a key does not grow with the document, and it is told now and then, and
 * at the end, never at each key.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { isOwnClient } from '../../shared/document/client-ranks.ts';
import { type Person, Presence } from '../../shared/protocol/presence.ts';

/** Told so soon after the first change, and this often while somebody writes on, ms. */
const FIRST_AFTER_MS = 3000;
const TOLD_EVERY_MS = 60_000;

export interface Edited {
  at: number;
  /** '' is this person. */
  by: string;
}

/** Returns how to stop. */
export function followEdits(
  doc: Y.Doc,
  awareness: Awareness,
  tell: (edited: Edited) => void,
): () => void {
  let untold: Edited | null = null;
  let wait = FIRST_AFTER_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!untold) return;
    tell(untold);
    untold = null;
    wait = TOLD_EVERY_MS;
  };
  const onUpdate = (_update: Uint8Array, _origin: unknown, _doc: Y.Doc, by: Y.Transaction) => {
    const name = by.local ? '' : writerOf(by, awareness);
    if (name === null) return;
    untold = { at: Date.now(), by: name };
    timer ??= setTimeout(tellNow, wait);
  };
  doc.on('update', onUpdate);
  addEventListener('pagehide', tellNow);
  return () => {
    doc.off('update', onUpdate);
    removeEventListener('pagehide', tellNow);
    tellNow();
  };
}

/** The name of whoever is here and wrote what came with this, '' for this person; null for nobody. */
function writerOf({ beforeState, afterState }: Y.Transaction, awareness: Awareness): string | null {
  const wrote = [...afterState].filter(([client, clock]) => beforeState.get(client) !== clock);
  const own = personIn(awareness.getLocalState());
  for (const [id, state] of awareness.getStates()) {
    if (id === awareness.clientID || !wrote.some(([client]) => isSame(client, id))) continue;
    const person = personIn(state);
    if (person) return person.id === own?.id ? '' : person.name;
  }
  return null;
}

function personIn(state: unknown): Person | null {
  return Presence.safeParse(state).data?.person ?? null;
}

/** A device writes under several ids. */
function isSame(client: number, id: number): boolean {
  return isOwnClient({ clientID: id }, client);
}
