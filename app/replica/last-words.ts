/**
 * What was written as its page went, where a database may not have it: IndexedDB takes nothing while
 * it is being read, by this page or another tab, and what a page leaves waiting there goes with it. Or
 * where another tab that shows the document had not heard of it.
 *
 * Invariant: `localStorage` has these in the turn they are handed over, and until a database does. The
 * browser tells every other page then.
 */
import { mergeUpdates } from 'yjs';

export const LAST = 'driftless.last ';
/** What is pasted or brought at once may be larger, and would take the room of everything else. */
const MOST_BYTES = 500_000;
/** So begin the names of pictures of pages, which only save a moment. */
const PICTURE = 'driftless.picture ';

export class LastWords {
  readonly #prefix: string;
  /** Under which names they stand, of this page and of those before it. */
  #kept: string[] = [];

  /** @param name of the database */
  constructor(name: string) {
    this.#prefix = `${LAST}${name} `;
  }

  /** Without room, without any storage, or too large, they are where they were. */
  keep(updates: readonly Uint8Array[]): void {
    const fitting = updates.filter(({ length }) => length <= MOST_BYTES);
    if (fitting.length === 0) return;
    const name = `${this.#prefix}${Math.random()}`;
    // Other pages are told of each entry, and look at all there are. A character for each byte.
    const text = mergeUpdates(fitting).reduce((all, byte) => all + String.fromCharCode(byte), '');
    try {
      storeWords(name, text);
      this.#kept.push(name);
    } catch {
      // See above.
    }
  }

  /** All that is kept of the document; `apply` throws for what is no update, which is left out. */
  read(apply: (update: Uint8Array) => void): void {
    try {
      for (const name of Object.keys(localStorage)) {
        if (!name.startsWith(this.#prefix)) continue;
        this.#kept.push(name);
        const kept = localStorage.getItem(name) ?? '';
        try {
          apply(Uint8Array.from(kept, (character) => character.charCodeAt(0)));
        } catch (error) {
          console.error('What was written last could not be read.', error);
        }
      }
    } catch {
      // No storage, and so nothing in it.
    }
  }

  /** Calls `listener` when another page has left something; returns how to stop it. */
  onOthers(listener: () => void): () => void {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue !== null && key?.startsWith(this.#prefix)) listener();
    };
    globalThis.addEventListener?.('storage', onStorage);
    return () => globalThis.removeEventListener?.('storage', onStorage);
  }

  /** A database has all that was kept and read here. */
  drop(): void {
    for (const name of this.#kept.splice(0)) localStorage.removeItem(name);
  }

  /** Nothing of the document is to stay, whichever page left it. */
  forget(): void {
    this.read(() => {});
    this.drop();
  }
}

/** Pictures make room for words. Throws where there is none, or no storage. */
export function storeWords(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch (error) {
    const picture = Object.keys(localStorage).find((key) => key.startsWith(PICTURE));
    if (picture === undefined) throw error;
    localStorage.removeItem(picture);
    storeWords(name, text);
  }
}
