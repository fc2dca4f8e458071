/**
 * The people who have this document open now, as a short row of avatars. The others are buttons that
 * lead to where they are in the text; those there is no room for are in a menu that does the same.
 */

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Avatar } from '../ui/Avatar.tsx';
import { Menu } from '../ui/Menu.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { tLate } from '../words/late.ts';
import styles from './PeopleHere.module.css';
import type { PersonHere } from './people.ts';

export function PeopleHere({
  people,
  followed = null,
  onGoTo,
  onFollow,
}: {
  people: readonly PersonHere[];
  /** The id of the person one follows. */
  followed?: string | null;
  onGoTo: (person: PersonHere) => void;
  onFollow: (person: PersonHere) => void;
}): ReactNode {
  const most = useMostDrawn();
  const [chosen, setChosen] = useState<string | null>(null);
  const drawn = drawnOf(people, most, followed ?? chosen);
  const counted = people.filter((person) => !drawn.includes(person));
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
        <li>
          <Menu
            label={tLate().people.more(counted.length)}
            icon={<span className={styles.count}>+{counted.length}</span>}
            items={counted.map((person) => ({
              id: person.id,
              label: nameOf(person),
              icon: <Avatar name={person.name} color={`--person-${person.color}`} />,
              onSelect: () => {
                setChosen(person.id);
                onGoTo(person);
              },
            }))}
          />
        </li>
      ) : null}
    </ul>
  );
}

/** Where the bar has no room for more, Share would leave the window. */
const NARROW = [
  { query: matchMedia('(max-width: 22rem)'), most: 1 },
  { query: matchMedia('(max-width: 24rem)'), most: 2 },
  { query: matchMedia('(max-width: 40rem)'), most: 3 },
];
const MOST_DRAWN = 5;

/** How many people are drawn; if there are more, one less, and a menu that has the others. */
function useMostDrawn(): number {
  return useSyncExternalStore(
    (listener) => {
      for (const { query } of NARROW) query.addEventListener('change', listener);
      return () => {
        for (const { query } of NARROW) query.removeEventListener('change', listener);
      };
    },
    () => NARROW.find(({ query }) => query.matches)?.most ?? MOST_DRAWN,
  );
}

/** The first ones, with the one that is followed or was chosen last among them. */
function drawnOf(
  people: readonly PersonHere[],
  most: number,
  wanted: string | null,
): readonly PersonHere[] {
  if (people.length <= most) return people;
  const first = people.slice(0, most - 1);
  const person = people.find(({ id }) => id === wanted);
  return !person || first.includes(person) ? first : [...first.slice(0, -1), person];
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
