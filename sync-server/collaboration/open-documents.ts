/**
 * How much memory all open documents may take together, and who goes first where it is too much.
 *
 * Invariant: nobody who has a document open loses it for others; those go that nobody has open, the
 * one left longest ago first.
 */
import { getHeapStatistics } from 'node:v8';
import type { LiveDocument } from './update-log.ts';

/** What an item takes at the most, where nothing is known of it but that it is there. */
const ITEM_BYTES = 500;
/** What one takes in which nothing is, with who has it open: anybody may open very many. */
const DOCUMENT_BYTES = 32 * 1024;
const HEAP_SHARE = 0.5;
/** Of the room for all, what those may take that nobody has open. */
const IDLE_SHARE = 0.5;

/** What a document takes, with what Yjs makes of its items. */
export function memoryOf({ weight, bytes }: { weight: number; bytes: number }): number {
  return DOCUMENT_BYTES + ITEM_BYTES * weight + bytes;
}

/** As many bytes as are set, or half of the heap. */
export function budgetOf(set: number): number {
  return set > 0 ? set : HEAP_SHARE * getHeapStatistics().heap_size_limit;
}

export class OpenDocuments {
  readonly #budget: number;
  readonly #bytesOf: (document: LiveDocument) => number;
  /** Those that nobody has open, in the order in which they were left. */
  readonly #idle = new Map<object, { document: LiveDocument; end: () => void }>();
  readonly #leaving = new WeakSet<LiveDocument>();

  constructor(budget: number, bytesOf: (document: LiveDocument) => number) {
    this.#budget = budget;
    this.#bytesOf = bytesOf;
  }

  /** Nobody has it open. It stays for a while; `end` is called where its room is wanted before. */
  async whileIdle(
    document: LiveDocument,
    wait: (wanted: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const ending = new AbortController();
    const key = {};
    this.#idle.set(key, { document, end: () => ending.abort() });
    const idle = [...this.#idle.values()].map((each) => each.document);
    this.#endIdle(this.#sumOf(idle), IDLE_SHARE * this.#budget);
    try {
      await wait(ending.signal);
    } finally {
      this.#idle.delete(key);
    }
  }

  /** Somebody has it open after all. */
  stays(document: LiveDocument): void {
    this.#leaving.delete(document);
  }

  /** Makes room for one more. Whether there is any. */
  makeRoom(all: Iterable<LiveDocument>): boolean {
    return this.#endIdle(this.#sumOf(all), this.#budget) <= this.#budget;
  }

  #sumOf(documents: Iterable<LiveDocument>): number {
    let sum = 0;
    for (const document of documents)
      if (!this.#leaving.has(document)) sum += this.#bytesOf(document);
    return sum;
  }

  /** Ends those that nobody has open, as long as it is too much. What is left of it. */
  #endIdle(sum: number, most: number): number {
    for (const { document, end } of [...this.#idle.values()]) {
      if (sum <= most) break;
      if (this.#leaving.has(document)) continue;
      this.#leaving.add(document);
      sum -= this.#bytesOf(document);
      end();
    }
    return sum;
  }
}
