/**
 * The people who have this document open now, as a short row of avatars. The others are buttons that
 * lead to where they are in the text; those there is no room for are in a menu that does the same.
 */

import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Menu } from '../ui/Menu.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './PeopleHere.module.css';
import type { Collaborator } from './people.ts';

export function PeopleHere({
  people,
  followed = null,
  unseen = false,
  onGoTo,
  onFollow,
  onSelf,
}: {
  people: readonly Collaborator[];
  /** The id of the person one follows. */
  followed?: string | null;
  /** Others may be here whom this connection does not show. */
  unseen?: boolean;
  onGoTo: (person: Collaborator) => void;
  onFollow: (person: Collaborator) => void;
  /** One's own: to be called otherwise. */
  onSelf: () => void;
}): ReactNode {
  const most = useMostDrawn();
  const [chosen, setChosen] = useState<string | null>(null);
  const drawn = drawnOf(people, most, followed ?? chosen);
  const counted = people.filter((person) => !drawn.includes(person));
  return (
    <ul aria-label={tLazy().people.here} className={styles.list}>
      {drawn.map((person) => (
        <li
          key={person.id}
          className={styles.person}
          aria-label={person.self ? nameOf(person) : undefined}
          data-away={person.away || undefined}
          data-followed={followed === person.id || undefined}
        >
          {person.self ? (
            <button
              type="button"
              className={styles.button}
              data-tooltip={tLazy().people.changeName(nameOf(person))}
              aria-haspopup="dialog"
              onClick={onSelf}
            >
              <Face person={person} />
            </button>
          ) : (
            <button
              type="button"
              className={styles.button}
              aria-pressed={followed === person.id}
              data-tooltip={tLazy().people.howToFollow(nameOf(person))}
              aria-description={tLazy().people.howToFollow(nameOf(person))}
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
            label={tLazy().people.more(counted.length)}
            icon={<span className={styles.count}>+{counted.length}</span>}
            items={counted.map((person) => ({
              id: person.id,
              label: nameOf(person),
              icon: <Avatar name={person.name} color={`--person-${person.color}`} />,
              onSelect: () => {
                setChosen(person.id);
                if (person.self) onSelf();
                else onGoTo(person);
              },
            }))}
          />
        </li>
      ) : null}
      {unseen ? (
        <li data-tooltip={tLazy().whereItIs.polling}>
          <span aria-hidden="true" className={styles.count}>
            ?
          </span>
          <VisuallyHidden>{tLazy().whereItIs.polling}</VisuallyHidden>
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
  people: readonly Collaborator[],
  most: number,
  wanted: string | null,
): readonly Collaborator[] {
  if (people.length <= most) return people;
  const first = people.slice(0, most - 1);
  const person = people.find(({ id }) => id === wanted);
  return !person || first.includes(person) ? first : [...first.slice(0, -1), person];
}

function Face({ person }: { person: Collaborator }): ReactNode {
  return (
    <>
      <Avatar name={person.name} color={`--person-${person.color}`} />
      <VisuallyHidden>{nameOf(person)}</VisuallyHidden>
    </>
  );
}

function nameOf({ name, self, away }: Collaborator): string {
  if (self) return tLazy().people.you(name);
  return away ? tLazy().people.elsewhere(name) : name;
}
