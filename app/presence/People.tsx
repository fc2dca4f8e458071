/** The people in a document, drawn and kept current; someone who comes is announced. */
import type { ReactNode } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type { Person } from '../../shared/protocol/presence.ts';
import { announce } from '../ui/Announcer.tsx';
import { tLate } from '../words/late.ts';
import { PeopleHere } from './PeopleHere.tsx';
import { usePeople } from './people.ts';

export function People({
  awareness,
  person,
  reached,
}: {
  awareness: Awareness;
  /** Whoever is at this device. */
  person: Person;
  /** The server is connected, so that whoever shows up now has just come. */
  reached: boolean;
}): ReactNode {
  const people = usePeople(awareness, person, reached, (joined) =>
    announce(tLate().people.joined(joined.name)),
  );
  return <PeopleHere people={people} />;
}
