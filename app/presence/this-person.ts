/**
 * The person of this device: a name, a colour, and a key that proves the id, kept in this browser.
 *
 * Invariant: the key goes to the server and to nobody else; what is read back is parsed; where nothing can be kept (private mode), the person
 * lives as long as the page, and the app works all the same.
 */
import { useSyncExternalStore } from 'react';
import { createSecret, personIdOf, Secret } from '../../shared/access/ids.ts';
import {
  PERSON_COLORS,
  type Person,
  PersonColor,
  PersonName,
} from '../../shared/protocol/presence.ts';
import { flag, type Of, object, optional } from '../../shared/shape.ts';

const KEY = 'driftless.person';
const ADJECTIVES =
  'Quiet Brave Gentle Bright Swift Calm Merry Kind Clever Sunny Patient Bold Nimble Warm'.split(
    ' ',
  );
const ANIMALS =
  'Heron Otter Fox Wren Badger Lynx Robin Hare Finch Seal Owl Marten Swan Beaver'.split(' ');

const Kept = object({
  key: Secret,
  name: PersonName,
  color: PersonColor,
  /** Whether the name is one that somebody chose, or was content with when asked. */
  isNamed: optional(flag),
});
type Kept = Of<typeof Kept>;

let kept: Kept | null = null;
let person: Person | null = null;
const listeners = new Set<() => void>();

/** The person of this device; made up on the first visit. */
export function thisPerson(): Person {
  person ??= personOf(known());
  return person;
}

/** What proves to the server that this device's person is who they are. */
export function thisPersonKey(): Secret {
  return known().key;
}

/** Whether the person has seen to their name, so that nobody needs to ask for it. */
export function isNamed(): boolean {
  return known().isNamed === true;
}

/** Changes name or colour. `name` has been validated by whoever asked for it. */
export function changeThisPerson(change: Partial<Pick<Person, 'name' | 'color'>>): void {
  take(keep(Kept.parse({ ...known(), ...change, isNamed: true })));
}

/** The person of this device, live: also when another tab changes it. */
export function useThisPerson(): Person {
  return useSyncExternalStore(subscribe, thisPerson);
}

function known(): Kept {
  kept ??= readKept() ?? keep(inventPerson());
  return kept;
}

function personOf({ key, name, color }: Kept): Person {
  return { id: personIdOf(key), name, color };
}

function take(next: Kept): void {
  kept = next;
  person = personOf(next);
  for (const listener of listeners) listener();
}

function inventPerson(): Kept {
  return {
    key: createSecret(),
    name: `${oneOf(ADJECTIVES)} ${oneOf(ANIMALS)}`,
    color: oneOf(PERSON_COLORS),
  };
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}

function readKept(): Kept | null {
  try {
    const text = localStorage.getItem(KEY);
    const parsed = text === null ? null : Kept.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  } catch {
    // No storage in this browser, or not our JSON: a new person is made up.
    return null;
  }
}

function keep(next: Kept): Kept {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No storage, or none left: the person lives as long as this page. Nothing of a document is lost.
  }
  return next;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', readAgain);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', readAgain);
  };
}

function readAgain(event: StorageEvent): void {
  if (event.key !== KEY) return;
  const next = readKept();
  if (next) take(next);
}
