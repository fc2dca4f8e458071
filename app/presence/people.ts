/**
 * Who is here, read from awareness.
 *
 * Invariant: what other clients say about themselves is parsed before anything shows it, and one
 * person is listed once, however many tabs and devices they have open.
 */
import { useEffect, useRef, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import { type Person, Presence } from '../../shared/protocol/presence.ts';

export interface Collaborator extends Person {
  /** It is the person of this device. */
  self: boolean;
  /** Nobody looks at any of their pages. */
  away: boolean;
}

/** Who shows up this soon after the server was reached was here before. */
const SETTLES_MS = 1000;

/**
 * A client counts its changes of presence. One that has made only a few has just come; one with
 * more was here before this device connected, and nobody needs to be told that it "joined".
 */
const CHANGES_OF_A_NEWCOMER = 6;

/** The people in these awareness states: oneself first, then by name. */
export function peopleIn(states: ReadonlyMap<number, unknown>, self: Person): Collaborator[] {
  const people = new Map<string, Collaborator>([[self.id, { ...self, self: true, away: false }]]);
  for (const state of states.values()) {
    const presence = Presence.safeParse(state);
    if (!presence.success) continue;
    const { person, away = false } = presence.data;
    const known = people.get(person.id);
    if (!known) people.set(person.id, { ...person, self: false, away });
    else if (!away) known.away = false;
  }
  return [...people.values()].sort(
    (a, b) => Number(b.self) - Number(a.self) || a.name.localeCompare(b.name),
  );
}

/**
 * Shows the person of this device to the others and returns everyone here, live. `onJoin` is called
 * for each person who comes while this device is connected (`reached`) and watching.
 */
export function usePeople(
  awareness: Awareness,
  self: Person,
  reached: boolean,
  onJoin: (person: Collaborator) => void,
): Collaborator[] {
  const [people, setPeople] = useState(() => peopleIn(awareness.getStates(), self));
  const join = useRef(onJoin);
  join.current = onJoin;
  const reachedAt = useRef(Number.POSITIVE_INFINITY);

  useEffect(() => {
    reachedAt.current = reached ? Date.now() : Number.POSITIVE_INFINITY;
  }, [reached]);

  useEffect(() => {
    awareness.setLocalStateField('person', self);
  }, [awareness, self]);

  useEffect(() => {
    const tell = () => {
      // A page that has gone shows nobody: this would bring them back.
      if (awareness.getLocalState() === null) return;
      awareness.setLocalStateField('away', document.visibilityState === 'hidden');
    };
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [awareness]);

  useEffect(() => {
    let known = new Set(peopleIn(awareness.getStates(), self).map((person) => person.id));
    const read = () => {
      const next = peopleIn(awareness.getStates(), self);
      const settled = Date.now() - reachedAt.current > SETTLES_MS;
      for (const person of next) {
        if (settled && !known.has(person.id) && isNewcomer(awareness, person.id)) {
          join.current(person);
        }
      }
      known = new Set(next.map((person) => person.id));
      setPeople((shown) => (same(shown, next) ? shown : next));
    };
    read();
    awareness.on('change', read);
    return () => awareness.off('change', read);
  }, [awareness, self]);

  return people;
}

function isNewcomer(awareness: Awareness, personId: string): boolean {
  for (const [client, state] of awareness.getStates()) {
    const presence = Presence.safeParse(state);
    if (!presence.success || presence.data.person.id !== personId) continue;
    if ((awareness.meta.get(client)?.clock ?? 0) > CHANGES_OF_A_NEWCOMER) return false;
  }
  return true;
}

/** Cursors change with every key: the list is drawn again only when it says something else. */
function same(a: readonly Collaborator[], b: readonly Collaborator[]): boolean {
  return (
    a.length === b.length &&
    a.every((person, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        other.id === person.id &&
        other.name === person.name &&
        other.color === person.color &&
        other.self === person.self &&
        other.away === person.away
      );
    })
  );
}
