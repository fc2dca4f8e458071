/**
 * The person at this device: a name, a colour, and a key that proves the id, kept in this browser.
 *
 * Invariant: the key goes to linked devices and to nobody else, not even the server; what is read back is parsed; where
 * nothing can be kept (private mode), the person lives as long as the page, and the app works all
 * the same.
 */
import { createSecret, personIdOf, personIdOfPublicKey, Secret } from '../../shared/access/ids.ts';
import {
  PERSON_COLORS,
  type Person,
  PersonColor,
  PersonName,
} from '../../shared/protocol/presence.ts';
import { looseObject, type Of } from '../../shared/shape.ts';
import { StoredValue, useStoredValue } from '../ui/stored-value.ts';

/** So many that in a class of thirty few are called the same before they say their names. */
const ADJECTIVES =
  'Quiet Brave Gentle Bright Swift Calm Merry Kind Clever Sunny Patient Bold Nimble Warm Jolly Witty Lucky Keen Proud Loyal Polite Honest Lively'.split(
    ' ',
  );
const ANIMALS =
  'Heron Otter Fox Wren Badger Lynx Robin Hare Finch Seal Owl Marten Swan Beaver Dolphin Eagle Gecko Ibex Jay Koala Lark Mole Newt Panda Quail Raven Stork Tern Whale Zebra'.split(
    ' ',
  );

/** And what `change-person.ts` notes beside it. */
const Remembered = looseObject({ key: Secret, name: PersonName, color: PersonColor });

interface Self {
  record: Of<typeof Remembered>;
  /** The record without its key, as others see it. */
  person: Person;
}

/** What this browser remembers; read it by the functions below. */
export const kept = new StoredValue<Self | null>(
  'driftless.person',
  (text) => (text ? selfOf(JSON.parse(text)) : null),
  (self) => JSON.stringify(self?.record),
);

/** The person of this device; made up on the first visit. */
export function thisPerson(): Person {
  return self().person;
}

/** With what proves that this device's person is who they are. */
export function thisProvingPerson(): { key: Secret; id: string; isNew: boolean } {
  const { record, person } = self();
  return { key: record.key, id: person.id, isNew: record.isNew === true };
}

/** The person of this device, live: also when another tab or a linked device changes it. */
export function useThisPerson(): Person {
  const { person } = self();
  return useStoredValue(kept)?.person ?? person;
}

/** The person with all that is remembered; made up on the first visit. */
export function self(): Self {
  const known = kept.get();
  if (known) return known;
  const invented = selfOf(inventPerson());
  kept.set(invented);
  return invented;
}

/** Throws where it is none. */
export function selfOf(remembered: unknown): Self {
  const record = Remembered.parse(remembered);
  const { key, name, color } = record;
  // Those from before people had public keys keep the id that they have.
  const publicKey = Secret.safeParse(record.publicKey);
  const id = publicKey.success ? personIdOfPublicKey(publicKey.data) : personIdOf(key);
  return { record, person: { id, name, color } };
}

function inventPerson() {
  return {
    key: createSecret(),
    name: `${oneOf(ADJECTIVES)} ${oneOf(ANIMALS)}`,
    color: oneOf(PERSON_COLORS),
    /** Until the public key is known, which takes a moment, and the id is made of it. */
    isNew: true,
  };
}

function oneOf<T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T;
}
