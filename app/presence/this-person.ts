/**
 * The person of this device: a random id, a name and a colour, kept in this browser.
 *
 * Invariant: what is read back is parsed; where nothing can be kept (private mode), the person
 * lives as long as the page, and the app works all the same.
 */
import { randomId } from '../../shared/access/ids.ts';
import { PERSON_COLORS, Person } from '../../shared/protocol/presence.ts';
import { Kept, useKept } from '../ui/kept.ts';

const ADJECTIVES =
  'Quiet Brave Gentle Bright Swift Calm Merry Kind Clever Sunny Patient Bold Nimble Warm'.split(
    ' ',
  );
const ANIMALS =
  'Heron Otter Fox Wren Badger Lynx Robin Hare Finch Seal Owl Marten Swan Beaver'.split(' ');

const kept = new Kept<Person | null>(
  'driftless.person',
  (text) => {
    const parsed = text === null ? null : Person.safeParse(JSON.parse(text));
    return parsed?.success ? parsed.data : null;
  },
  (person) => JSON.stringify(person),
);

/** The person of this device; made up on the first visit. */
export function thisPerson(): Person {
  return kept.get() ?? change(inventPerson());
}

/** Changes name or colour. `name` has been validated by whoever asked for it. */
export function changeThisPerson(asked: Partial<Pick<Person, 'name' | 'color'>>): void {
  change(Person.parse({ ...thisPerson(), ...asked }));
}

/** The person of this device, live: also when another tab changes it. */
export function useThisPerson(): Person {
  const person = thisPerson();
  return useKept(kept) ?? person;
}

function change(person: Person): Person {
  kept.set(person);
  return person;
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
