/**
 * Who writes under which client ids, as long as they are there.
 *
 * Clocks follow each other: whoever uses the next ones of somebody else's client keeps out what that
 * one writes. What was written offline reaches a server through others too, but not while its writer
 * is connected and has proved who they are.
 *
 * A draft is different: the document flows into it through everybody who has both, so only what is
 * written in the draft itself has a writer there.
 *
 * Invariant: nobody who has not proved who they are keeps anybody from anything.
 */
import type * as Y from 'yjs';
import { parseDocumentName } from '../../shared/access/document-name.ts';
import { isMarked } from '../../shared/suggesting/sealed.ts';
import type { LiveDocument } from './update-log.ts';

/** A connection that writes. */
export interface Writer {
  /** The person, if they proved it. */
  readonly proven: string | null;
  readonly ended: boolean;
  /** Finds out whether it is still there. */
  challenge(): void;
}

export class Writers {
  readonly #documents = new WeakMap<Y.Doc, Map<number, Writer>>();

  /**
   * Whether somebody else writes under one of these ids. Each who does is asked whether they are still
   * there: the same device may have come back as somebody else.
   */
  isTaken(document: LiveDocument, clients: Iterable<number>, by: Writer | null): boolean {
    const writers = this.#documents.get(document);
    let isTaken = false;
    if (writers === undefined) return isTaken;
    for (const client of ownIn(document, clients)) {
      const writer = writers.get(client);
      if (writer === undefined || writer === by) continue;
      if (writer.ended) writers.delete(client);
      else if (by === null || writer.proven !== by.proven) {
        writer.challenge();
        isTaken = true;
      }
    }
    return isTaken;
  }

  /** Somebody wrote under these ids. */
  note(document: LiveDocument, clients: Iterable<number>, by: Writer): void {
    if (by.proven === null || by.ended) return;
    let writers = this.#documents.get(document);
    if (writers === undefined) {
      writers = new Map();
      this.#documents.set(document, writers);
    }
    for (const client of ownIn(document, clients)) writers.set(client, by);
  }
}

/** Those that are written under in this document, and not in another one that flows into it. */
function ownIn(document: LiveDocument, clients: Iterable<number>): Iterable<number> {
  if (!parseDocumentName(document.name)?.isDraft) return clients;
  return [...clients].filter((client) => isMarked(document, client));
}
