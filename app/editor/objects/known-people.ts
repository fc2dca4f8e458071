/**
 * The people this document knows: who is here, and who wrote in it. Loaded after the text, with what
 * shows them.
 *
 * Invariant: who is here counts as they are now; the others as they were when they wrote last.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { followPeople, readPeople } from '../../../shared/document/read-people.ts';
import { type Person, Presence } from '../../../shared/protocol/presence.ts';

/** What they are known from, and they, once somebody has asked. */
export interface PeopleSource {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  known: KnownPeople | null;
}

/** The same for everybody who asks; whoever made the source ends them. */
export function knownPeople(source: PeopleSource): KnownPeople {
  source.known ??= new KnownPeople(source.doc, source.awareness);
  return source.known;
}

export class KnownPeople {
  readonly #doc: Y.Doc;
  readonly #awareness: Awareness;
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  #people: ReadonlyMap<string, Person> | null = null;

  constructor(doc: Y.Doc, awareness: Awareness) {
    this.#doc = doc;
    this.#awareness = awareness;
    const stopFollowing = followPeople(doc, this.#changed);
    awareness.on('change', this.#changed);
    this.#stop = () => {
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
