/** The people who have this document open now, as a short row of avatars. */
import type { ReactNode } from 'react';
import { Avatar } from '../ui/Avatar.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { tLate } from '../words/late.ts';
import styles from './PeopleHere.module.css';
import type { PersonHere } from './people.ts';

export function PeopleHere({
  people,
  most = 5,
}: {
  people: readonly PersonHere[];
  /** How many are drawn; the others are counted, and named on hover and to screen readers. */
  most?: number;
}): ReactNode {
  const drawn = people.length > most ? people.slice(0, most - 1) : people;
  const counted = people.slice(drawn.length);
  return (
    <ul aria-label={tLate().people.here} className={styles.list}>
      {drawn.map((person) => (
        <li key={person.id} title={nameOf(person)} className={styles.person}>
          <Avatar name={person.name} color={`--person-${person.color}`} />
          <VisuallyHidden>{nameOf(person)}</VisuallyHidden>
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

function nameOf(person: PersonHere): string {
  return person.self ? tLate().people.you(person.name) : person.name;
}
