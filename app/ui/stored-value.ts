/**
 * Something small that this device remembers in the browser's local storage, live in all its tabs.
 *
 * Invariant: what is read back is checked by whoever reads it; where nothing can be kept (private
 * mode, no room), it lasts as long as the page.
 */
import { useSyncExternalStore } from 'react';

export class StoredValue<T> {
  readonly #key: string;
  readonly #parse: (text: string | null) => T;
  readonly #format: (value: T) => string;
  readonly #listeners = new Set<() => void>();
  #now: { value: T } | null = null;

  /** `parse` gets null where nothing is kept; what it throws counts as that. */
  constructor(key: string, parse: (text: string | null) => T, format: (value: T) => string) {
    this.#key = key;
    this.#parse = parse;
    this.#format = format;
  }

  get = (): T => {
    this.#now ??= { value: this.#read() };
    return this.#now.value;
  };

  set(value: T): T {
    this.#now = { value };
    try {
      localStorage.setItem(this.#key, this.#format(value));
    } catch {
      // No storage, or none left: see above. Nothing of a document is lost.
    }
    this.#tell();
    return value;
  }

  #read(): T {
    try {
      return this.#parse(localStorage.getItem(this.#key));
    } catch {
      return this.#parse(null);
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) removeEventListener('storage', this.#onStorage);
    };
  };

  readonly #onStorage = (event: StorageEvent): void => {
    // Storage that was cleared takes nothing from a page that is open.
    if (event.key !== this.#key || event.newValue === null) return;
    this.#now = { value: this.#read() };
    this.#tell();
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The value, also when another tab changes it. */
export function useStoredValue<T>(kept: StoredValue<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.get);
}
