/**
 * Going to where somebody is in the text, once or for as long as one only watches.
 *
 * Invariant: following ends with the first thing one does oneself: a key, a turn of the wheel, a
 * finger on the page, a click in the text.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type { Menus } from '../editor/menus/menus.ts';
import { caretMoves, cursorOfPerson } from '../editor/remote-cursors/cursor-of-person.ts';
import { reveal } from '../editor/selection/reveal.ts';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/announce.ts';
import type { Collaborator } from './people.ts';

export interface Following {
  /** The id of the person one follows, or null. */
  followed: string | null;
  goTo: (person: Collaborator) => void;
  follow: (person: Collaborator) => void;
}

/** Keys that do nothing by themselves. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** @param around the editor with what is around it, null while there is none */
export function useFollowing(
  around: Menus | null,
  awareness: Awareness,
  people: readonly Collaborator[],
): Following {
  const [followed, setFollowed] = useState<Collaborator | null>(null);

  // Whoever is asked for has moved before.
  useEffect(() => void caretMoves(awareness), [awareness]);

  const show = useCallback(
    (personId: string): boolean => {
      if (!around) return false;
      const { view, binding } = around;
      const place = cursorOfPerson(binding, view, awareness, personId);
      if (place !== null) reveal(view, place);
      return place !== null;
    },
    [around, awareness],
  );

  const isHere = followed !== null && people.some(({ id }) => id === followed.id);
  useEffect(() => {
    if (!followed) return;
    if (!isHere) {
      announce(tLazy().people.left(followed.name));
      setFollowed(null);
      return;
    }
    const stop = (event: Event) => {
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      setFollowed(null);
      announce(tLazy().people.notFollowing(followed.name));
    };
    const move = () => void show(followed.id);
    move();
    awareness.on('change', move);
    const ends = ['keydown', 'wheel', 'touchmove', 'pointerdown'] as const;
    for (const end of ends) addEventListener(end, stop, { passive: true });
    return () => {
      awareness.off('change', move);
      for (const end of ends) removeEventListener(end, stop);
    };
  }, [followed, isHere, awareness, show]);

  return {
    followed: followed?.id ?? null,
    goTo: (person) => {
      if (!show(person.id)) announce(tLazy().people.notInText(person.name));
    },
    follow: (person) => {
      setFollowed(person);
      announce(tLazy().people.following(person.name));
    },
  };
}
