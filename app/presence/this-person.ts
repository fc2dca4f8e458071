/**
 * The person of this device: a name, a colour, and a key that proves the id, kept in this browser.
 *
 * Invariant: the key goes to the server and to nobody else; what is read back is parsed; where
 * nothing can be kept (private mode), the person lives as long as the page, and the app works all
 * the same.
 */
import { createSecret, personIdOf, Secret } from '../../shared/access/ids.ts';
import {
  PERSON_COLORS,
  type Person,
  PersonColor,
  PersonName,
} from '../../shared/protocol/presence.ts';
import { flag, type Of, object, optional } from '../../shared/shape.ts';
import { Kept, useKept } from '../ui/kept.ts';

const ADJECTIVES =
  'Quiet Brave Gentle Bright Swift Calm Merry Kind Clever Sunny Patient Bold Nimble Warm'.split(
    ' ',
  );
const ANIMALS =
  'Heron Otter Fox Wren Badger Lynx Robin Hare Finch Seal Owl Marten Swan Beaver'.split(' ');

const Remembered = object({
  key: Secret,
  name: PersonName,
  color: PersonColor,
  /** Whether the name is one that somebody chose, or was content with when asked. */
  isNamed: optional(flag),
});
type Remembered = Of<typeof Remembered>;

interface Self {
  record: Remembered;
  /** The record without its key, as others see it. */
  person: Person;
}

const kept = new Kept<Self | null>(
  'driftless.person',
  (text) => {
    const parsed = text === null ? null : Remembered.safeParse(JSON.parse(text));
    return parsed?.success ? selfOf(parsed.data) : null;
  },
  (self) => JSON.stringify(self?.record),
);

/** The person of this device; made up on the first visit. */
export function thisPerson(): Person {
  return self().person;
}

/** What proves to the server that this device's person is who they are. */
export function thisPersonKey(): Secret {
  return self().record.key;
}

/** Whether the person has seen to their name, so that nobody needs to ask for it. */
export function isNamed(): boolean {
  return self().record.isNamed === true;
}

/** Changes name or colour. `name` has been validated by whoever asked for it. */
export function changeThisPerson(asked: Partial<Pick<Person, 'name' | 'color'>>): void {
  kept.set(selfOf(Remembered.parse({ ...self().record, ...asked, isNamed: true })));
}

/** The person of this device, live: also when another tab changes it. */
export function useThisPerson(): Person {
  const { person } = self();
  return useKept(kept)?.person ?? person;
}

function self(): Self {
  const known = kept.get();
  if (known) return known;
  const invented = selfOf(inventPerson());
  kept.set(invented);
  return invented;
}

function selfOf(record: Remembered): Self {
  const { key, name, color } = record;
  return { record, person: { id: personIdOf(key), name, color } };
}

function inventPerson(): Remembered {
  return {
    key: createSecret(),
    name: `${oneOf(ADJECTIVES)} ${oneOf(ANIMALS)}`,
    color: oneOf(PERSON_COLORS),
  };
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}
