/**
 * The flat registers of a library, `<id>:<field>` in one Y.Map, found by the id they are about.
 *
 * Invariant: the index never lacks a register that the map has, also in the middle of a transaction
 * of one's own; so reading one of 5,000 entries does not walk the others.
 */
import type * as Y from 'yjs';

const known = new WeakMap<Y.Doc, Map<string, Registers>>();

/** The registers in the root map of this name; the same object for the same library. */
export function registersOf(library: Y.Doc, name: string): Registers {
  let ofLibrary = known.get(library);
  if (!ofLibrary) {
    ofLibrary = new Map();
    known.set(library, ofLibrary);
  }
  let registers = ofLibrary.get(name);
  if (!registers) {
    registers = new Registers(library.getMap<unknown>(name));
    ofLibrary.set(name, registers);
  }
  return registers;
}

export class Registers {
  readonly #map: Y.Map<unknown>;
  /** By what they are about and by field: the key, which is slow to put together for thousands. */
  readonly #keys = new Map<string, Map<string, string>>();
  readonly #listeners = new Set<(ids: Set<string>) => void>();

  constructor(map: Y.Map<unknown>) {
    this.#map = map;
    for (const key of map.keys()) this.#note(key);
    map.observe(({ keysChanged }) => {
      const ids = new Set<string>();
      for (const key of keysChanged) {
        this.#note(key);
        ids.add(key.slice(0, Math.max(0, key.indexOf(':'))));
      }
      for (const listener of this.#listeners) listener(ids);
    });
  }

  /** Calls `listener` with what was touched, after each change; returns how to stop it. */
  subscribe(listener: (ids: Set<string>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Everything that something is kept about. */
  ids(): string[] {
    return [...this.#keys.keys()].filter((id) => this.has(id));
  }

  /** Whether anything is kept about it. */
  has(id: string): boolean {
    return this.about(id).size > 0;
  }

  /** What is kept about one thing, field by field. */
  about(id: string): Map<string, unknown> {
    const found = new Map<string, unknown>();
    for (const [field, key] of this.#keys.get(id) ?? []) {
      const value = this.#map.get(key);
      if (value !== undefined) found.set(field, value);
    }
    return found;
  }

  get(id: string, field: string): unknown {
    return this.#map.get(`${id}:${field}`);
  }

  set(id: string, field: string, value: unknown): void {
    const key = `${id}:${field}`;
    this.#map.set(key, value);
    this.#note(key);
  }

  /** Drops everything that is kept about one thing, also what this build does not know. */
  clear(id: string): void {
    for (const key of this.#keys.get(id)?.values() ?? []) this.#map.delete(key);
  }

  #note(key: string): void {
    const colon = key.indexOf(':');
    if (colon < 0) return;
    const id = key.slice(0, colon);
    const field = key.slice(colon + 1);
    const keys = this.#keys.get(id);
    if (keys) keys.set(field, key);
    else this.#keys.set(id, new Map([[field, key]]));
  }
}
