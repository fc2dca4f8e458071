/**
 * What changes the person at this device: somebody's hand, or the devices that are linked with it.
 *
 * Invariant: what was changed by hand is remembered as untold until linked devices have been told,
 * so it is not undone by what they say, also where the page ends in between.
 */
import { Secret } from '../../shared/access/ids.ts';
import type { OwnPerson } from '../../shared/library/person.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { kept, self, selfOf } from './this-person.ts';

/** What is remembered beside the person. */
interface Notes {
  /** Somebody chose the name, or was content with it when asked. */
  isNamed: boolean;
  /** It was changed by hand, and linked devices were not told. */
  isUntold?: boolean;
}

const byHand = new Set<() => void>();

/** Whether the person has seen to their name, so that nobody needs to ask for it. */
export function isNamed(): boolean {
  return self().record.isNamed === true;
}

/** Changes name or colour. `name` has been validated by whoever asked for it. */
export function changeThisPerson(asked: Partial<Pick<Person, 'name' | 'color'>>): void {
  remember({ ...thisOwnPerson(), ...asked }, { isNamed: true, isUntold: true });
  for (const listener of byHand) listener();
}

/** The person with its key. */
export function thisOwnPerson(): OwnPerson {
  const { key, name, color, publicKey } = self().record;
  const known = Secret.safeParse(publicKey);
  return {
    ...{ key, name, color, isNamed: isNamed() },
    ...(known.success ? { publicKey: known.data } : {}),
  };
}

/** Whether something was changed by hand that linked devices were not told. */
export function isUntold(): boolean {
  return self().record.isUntold === true;
}

/** Goes on as this person, which linked devices know. */
export function becomePerson(person: OwnPerson): void {
  const now = thisOwnPerson();
  const isSame = (Object.keys({ ...now, ...person }) as (keyof OwnPerson)[]).every(
    (field) => now[field] === person[field],
  );
  if (!isSame || isUntold()) remember(person, { isNamed: person.isNamed });
}

/** Calls `listener` after each change that is made by hand in this tab, from now on. */
export function onChangeByHand(listener: () => void): void {
  byHand.add(listener);
}

/** Has this tab hear of the changes of other tabs from now on, whatever it shows. */
export function heedOtherTabs(): void {
  kept.subscribe(() => {});
}

/** The public key of somebody new is known: their id is made of it from now on. */
export function bindPerson(key: Secret, publicKey: string): void {
  const { record } = self();
  if (record.key !== key || record.isNew !== true) return;
  const { isNew: _bound, ...rest } = record;
  kept.set(selfOf({ ...rest, publicKey }));
  for (const listener of byHand) listener();
}

function remember({ key, name, color, publicKey }: OwnPerson, notes: Notes): void {
  const { record } = self();
  const isNew = record.isNew === true && record.key === key && publicKey === undefined;
  kept.set(
    selfOf({
      ...{ key, name, color },
      ...(publicKey ? { publicKey } : {}),
      ...(isNew ? { isNew } : {}),
      ...notes,
    }),
  );
}
