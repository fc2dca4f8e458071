/**
 * The people this document knows: who is here, and who wrote in it.
 *
 * Invariant: who is here counts as they are now; the others as they were when they wrote last.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { followPeople, keepPerson, readPeople } from '../../../shared/document/people.ts';
import { type Person, Presence } from '../../../shared/protocol/presence.ts';

export class KnownPeople {
  readonly #doc: Y.Doc;
  readonly #awareness: Awareness;
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  #people: ReadonlyMap<string, Person> | null = null;

  /** @param writer whoever writes under `origin`, and is kept with what they write */
  constructor(doc: Y.Doc, awareness: Awareness, origin: unknown, writer: () => Person) {
    this.#doc = doc;
    this.#awareness = awareness;
    const keep = (transaction: Y.Transaction) => {
      if (transaction.origin === origin) keepPerson(doc, writer());
    };
    doc.on('beforeTransaction', keep);
    const stopFollowing = followPeople(doc, this.#changed);
    awareness.on('change', this.#changed);
    this.#stop = () => {
      doc.off('beforeTransaction', keep);
      stopFollowing();
      awareness.off('change', this.#changed);
    };
  }

  find(id: string): Person | undefined {
    return this.#known().get(id);
  }

  /** By name. */
  all(): Person[] {
    return [...this.#known().values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  destroy(): void {
    this.#stop();
  }

  #known(): ReadonlyMap<string, Person> {
    this.#people ??= new Map([...readPeople(this.#doc), ...this.#here()]);
    return this.#people;
  }

  *#here(): Iterable<[string, Person]> {
    // Of devices of one person the one that came first counts, as in the list of who is here.
    for (const state of [...this.#awareness.getStates().values()].reverse()) {
      const presence = Presence.safeParse(state);
      if (presence.success) yield [presence.data.person.id, presence.data.person];
    }
  }

  #changed = (): void => {
    const before = this.#people;
    this.#people = null;
    // Cursors change with every key; only names and colours count here.
    if (before && this.#listeners.size > 0 && same(before, this.#known())) return;
    for (const listener of this.#listeners) listener();
  };
}

function same(a: ReadonlyMap<string, Person>, b: ReadonlyMap<string, Person>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, { name, color }] of a) {
    const other = b.get(id);
    if (other?.name !== name || other.color !== color) return false;
  }
  return true;
}
