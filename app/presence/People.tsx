/**
 * The people in a document, drawn and kept current; someone who comes is announced, and whoever came
 * by a link is asked for a name. An owner is asked once others can come.
 */

import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Awareness } from 'y-protocols/awareness';
import type { Person } from '../../shared/protocol/presence.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { changeThisPerson, isNamed } from './change-person.ts';
import { useFollowing } from './following.ts';
import { NamePrompt } from './NamePrompt.tsx';
import { PeopleHere } from './PeopleHere.tsx';
import { usePeople } from './people.ts';

export function People({
  awareness,
  person,
  reached,
  unseen,
  around,
  mayAskName,
  expectsNobody,
  onSelf,
}: {
  awareness: Awareness;
  /** Whoever is at this device. */
  person: Person;
  /** The server is connected, so that whoever shows up now has just come. */
  reached: boolean;
  /** It is reached in a way that shows nobody else. */
  unseen: boolean;
  /** The editor with what is around it, once that is there. */
  around: Menus | null;
  /** Others can see who is at this device. */
  mayAskName: boolean;
  /** It is a document of this person that was not shared now: perhaps nobody else ever sees it. */
  expectsNobody: boolean;
  /** Asked for by one's own avatar. */
  onSelf: () => void;
}): ReactNode {
  const people = usePeople(awareness, person, reached, (joined) =>
    announce(tLazy().people.joined(joined.name)),
  );
  const { followed, goTo, follow } = useFollowing(around, awareness, people);
  useEffect(() => {
    if (unseen) announce(tLazy().whereItIs.polling);
  }, [unseen]);
  return (
    <>
      <PeopleHere
        people={people}
        followed={followed}
        unseen={unseen}
        onGoTo={goTo}
        onFollow={follow}
        onSelf={onSelf}
      />
      {mayAskName && (!expectsNobody || people.some(({ self }) => !self)) && !isNamed()
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
