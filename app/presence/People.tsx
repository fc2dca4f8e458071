/**
 * The people in a document, drawn and kept current; someone who comes is announced, and whoever came
 * by a link is asked for a name. An owner is asked when the first one has come.
 */

import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Awareness } from 'y-protocols/awareness';
import type { Person } from '../../shared/protocol/presence.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { announce } from '../ui/Announcer.tsx';
import { tLate } from '../words/late.ts';
import { changeThisPerson, isNamed } from './change-person.ts';
import { useFollowing } from './following.ts';
import { NamePrompt } from './NamePrompt.tsx';
import { PeopleHere } from './PeopleHere.tsx';
import { usePeople } from './people.ts';

export function People({
  awareness,
  person,
  reached,
  around,
  mayAskName,
  isOwn,
}: {
  awareness: Awareness;
  /** Whoever is at this device. */
  person: Person;
  /** The server is connected, so that whoever shows up now has just come. */
  reached: boolean;
  /** The editor with what is around it, once that is there. */
  around: Menus | null;
  /** Others can see who is at this device. */
  mayAskName: boolean;
  /** It is a document of this person: perhaps nobody else ever sees it. */
  isOwn: boolean;
}): ReactNode {
  const people = usePeople(awareness, person, reached, (joined) =>
    announce(tLate().people.joined(joined.name)),
  );
  const { followed, goTo, follow } = useFollowing(around, awareness, people);
  return (
    <>
      <PeopleHere people={people} followed={followed} onGoTo={goTo} onFollow={follow} />
      {mayAskName && (!isOwn || people.some(({ self }) => !self)) && !isNamed()
        ? createPortal(
            <NamePrompt
              key={person.id}
              person={person}
              onName={(name) => changeThisPerson({ name })}
            />,
            document.body,
          )
        : null}
    </>
  );
}
