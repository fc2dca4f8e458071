/**
 * The people who have this document open now, as a short row of avatars. The others are buttons that
 * lead to where they are in the text.
 */

import type { ReactNode } from 'react';
import { Avatar } from '../ui/Avatar.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { tLate } from '../words/late.ts';
import styles from './PeopleHere.module.css';
import type { PersonHere } from './people.ts';

export function PeopleHere({
  people,
  followed = null,
  onGoTo,
  onFollow,
  most = 5,
}: {
  people: readonly PersonHere[];
  /** The id of the person one follows. */
  followed?: string | null;
  onGoTo: (person: PersonHere) => void;
  onFollow: (person: PersonHere) => void;
  /** How many are drawn; the others are counted, and named on hover and to screen readers. */
  most?: number;
}): ReactNode {
  const drawn = people.length > most ? people.slice(0, most - 1) : people;
  const counted = people.slice(drawn.length);
  return (
    <ul aria-label={tLate().people.here} className={styles.list}>
      {drawn.map((person) => (
        <li
          key={person.id}
          className={styles.person}
          data-away={person.away || undefined}
          data-followed={followed === person.id || undefined}
          title={person.self ? nameOf(person) : undefined}
        >
          {person.self ? (
            <Face person={person} />
          ) : (
            <button
              type="button"
              className={styles.button}
              aria-pressed={followed === person.id}
              title={tLate().people.howToFollow(nameOf(person))}
              // A press that ends following would be taken for one that begins it.
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => onGoTo(person)}
              onDoubleClick={() => onFollow(person)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !event.shiftKey) return;
                event.preventDefault();
                event.nativeEvent.stopPropagation();
                onFollow(person);
              }}
            >
              <Face person={person} />
            </button>
          )}
        </li>
      ))}
      {counted.length > 0 ? (
        <li title={counted.map(nameOf).join(', ')} className={styles.more}>
          <span aria-hidden="true">+{counted.length}</span>
          <VisuallyHidden>{counted.map(nameOf).join(', ')}</VisuallyHidden>
        </li>
      ) : null}
    </ul>
  );
}

function Face({ person }: { person: PersonHere }): ReactNode {
  return (
    <>
      <Avatar name={person.name} color={`--person-${person.color}`} />
      <VisuallyHidden>{nameOf(person)}</VisuallyHidden>
    </>
  );
}

function nameOf({ name, self, away }: PersonHere): string {
  if (self) return tLate().people.you(name);
  return away ? tLate().people.elsewhere(name) : name;
}
