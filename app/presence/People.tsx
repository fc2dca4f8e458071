/**
 * The people in a document, drawn and kept current; someone who comes is announced, and whoever came
 * by a link is asked for a name.
 */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Awareness } from 'y-protocols/awareness';
import type { Person } from '../../shared/protocol/presence.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { announce } from '../ui/Announcer.tsx';
import { useFollowing } from './following.ts';
import { NamePrompt } from './NamePrompt.tsx';
import { PeopleHere } from './PeopleHere.tsx';
import { usePeople } from './people.ts';
import { changeThisPerson, isNamed } from './this-person.ts';

export function People({
  awareness,
  person,
  reached,
  around,
  asksName,
}: {
  awareness: Awareness;
  /** Whoever is at this device. */
  person: Person;
  /** The server is connected, so that whoever shows up now has just come. */
  reached: boolean;
  /** The editor with what is around it, once that is there. */
  around: Menus | null;
  /** This is somebody else's document, so that a name is of use. */
  asksName: boolean;
}): ReactNode {
  const people = usePeople(awareness, person, reached, (joined) =>
    announce(`${joined.name} joined`),
  );
  const { followed, goTo, follow } = useFollowing(around, awareness, people);
  return (
    <>
      <PeopleHere people={people} followed={followed} onGoTo={goTo} onFollow={follow} />
      {asksName && !isNamed()
        ? createPortal(
            <NamePrompt person={person} onName={(name) => changeThisPerson({ name })} />,
            document.body,
          )
        : null}
    </>
  );
}
