/**
 * The person of this device: a random id, a name and a colour, kept in this browser.
 *
 * Invariant: what is read back is parsed; where nothing can be kept (private mode), the person
 * lives as long as the page, and the app works all the same.
 */
import { useSyncExternalStore } from 'react';
import { randomId } from '../../shared/access/ids.ts';
import { PERSON_COLORS, Person } from '../../shared/protocol/presence.ts';

const KEY = 'driftless.person';
const ADJECTIVES =
  'Quiet Brave Gentle Bright Swift Calm Merry Kind Clever Sunny Patient Bold Nimble Warm'.split(
    ' ',
  );
const ANIMALS =
  'Heron Otter Fox Wren Badger Lynx Robin Hare Finch Seal Owl Marten Swan Beaver'.split(' ');

let person: Person | null = null;
const listeners = new Set<() => void>();

/** The person of this device; made up on the first visit. */
export function thisPerson(): Person {
  person ??= readKept() ?? keep(inventPerson());
  return person;
}

/** Changes name or colour. `name` has been validated by whoever asked for it. */
export function changeThisPerson(change: Partial<Pick<Person, 'name' | 'color'>>): void {
  person = keep(Person.parse({ ...thisPerson(), ...change }));
  tell();
}

/** The person of this device, live: also when another tab changes it. */
export function useThisPerson(): Person {
  return useSyncExternalStore(subscribe, thisPerson);
}

function inventPerson(): Person {
  return {
    id: randomId(16),
    name: `${oneOf(ADJECTIVES)} ${oneOf(ANIMALS)}`,
    color: oneOf(PERSON_COLORS),
  };
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}

function readKept(): Person | null {
  try {
    const text = localStorage.getItem(KEY);
    const parsed = text === null ? null : Person.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  } catch {
    // No storage in this browser, or not our JSON: a new person is made up.
    return null;
  }
}

function keep(next: Person): Person {
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
  person = readKept() ?? person;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
