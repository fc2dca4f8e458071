/**
 * What a feature keeps for the document on the screen: one for all its places, as long as any of them
 * is there.
 *
 * Invariant: it is made by the place that asks first, finds the page as it is now, and ends once after
 * the last place is gone.
 */
import { useEffect } from 'react';
import type { Secret } from '../../../../shared/access/ids.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import type { DocumentOnScreen } from './features.ts';

interface Ending {
  start(): void;
  end(): Promise<void> | void;
}

type Make<Value> = (page: DocumentOnScreen, secret: Secret, now: () => DocumentOnScreen) => Value;

interface Held<Value> {
  value: Value;
  /** Another object where something of it differs. */
  page: DocumentOnScreen;
  /** How many places of the screen show it. */
  shown: number;
}

export class PerPage<Value extends Ending> {
  readonly #known = new WeakMap<object, Held<Value>>();
  readonly #keyOf: (page: DocumentOnScreen) => object;
  readonly #make: Make<Value>;

  /**
   * @param keyOf what it is for: where that is another object, there is another one
   * @param make for a page whose document has this secret; `now` gives the page as it is later
   */
  constructor(keyOf: (page: DocumentOnScreen) => object, make: Make<Value>) {
    this.#keyOf = keyOf;
    this.#make = make;
  }

  /** Null where the library has the document no more. */
  of(page: DocumentOnScreen): Value | null {
    const key = this.#keyOf(page);
    const before = this.#known.get(key);
    if (before) {
      before.page = page;
      return before.value;
    }
    const entry = readEntry(page.library, page.docId);
    if (!entry) return null;
    const value = this.#make(page, entry.secret, () => held.page);
    const held: Held<Value> = { value, page, shown: 0 };
    this.#known.set(key, held);
    value.start();
    return value;
  }

  /** For the place that is there as long as the text is. */
  useUntilGone(page: DocumentOnScreen): void {
    const key = this.#keyOf(page);
    useEffect(() => {
      const held = this.#known.get(key);
      if (!held) return;
      held.shown++;
      return () => {
        held.shown--;
        // What shows it may be mounted once more in the same turn.
        setTimeout(() => {
          if (held.shown > 0) return;
          if (this.#known.get(key) === held) this.#known.delete(key);
          Promise.resolve(held.value.end()).catch((error: unknown) => {
            console.error('Not all of it could be kept.', error);
          });
        });
      };
    }, [key]);
  }
}
