/**
 * Who writes under which client ids, as long as they are there.
 *
 * Clocks follow each other: whoever uses the next ones of somebody else's client keeps out what that
 * one writes. What was written offline reaches a server through others too, but not while its writer
 * is connected and has proved who they are.
 *
 * Invariant: nobody who has not proved who they are keeps anybody from anything.
 */
import type * as Y from 'yjs';

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
  isTaken(document: Y.Doc, clients: Iterable<number>, by: Writer | null): boolean {
    const writers = this.#documents.get(document);
    let isTaken = false;
    if (writers === undefined) return isTaken;
    for (const client of clients) {
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
  note(document: Y.Doc, clients: Iterable<number>, by: Writer): void {
    if (by.proven === null || by.ended) return;
    let writers = this.#documents.get(document);
    if (writers === undefined) {
      writers = new Map();
      this.#documents.set(document, writers);
    }
    for (const client of clients) writers.set(client, by);
  }
}
