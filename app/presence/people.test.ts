/** Who is here: each person once, by name, from the presence of all their tabs. */
import { describe, expect, it } from 'vitest';
import type { Person } from '../../shared/protocol/presence.ts';
import { peopleIn } from './people.ts';

const self: Person = { id: 'selfselfselfself', name: 'Zoe', color: 'teal' };
const ana: Person = { id: 'anaanaanaanaanaa', name: 'Ana', color: 'red' };
const ben: Person = { id: 'benbenbenbenbenb', name: 'Ben', color: 'blue' };

describe('people here', () => {
  it('are oneself first, then the others by name', () => {
    const states = new Map<number, unknown>([
      [1, { person: ben }],
      [2, { person: self }],
      [3, { person: ana, cursor: null }],
    ]);
    expect(peopleIn(states, self).map((person) => person.name)).toEqual(['Zoe', 'Ana', 'Ben']);
  });

  it('are listed once, however many tabs they have open', () => {
    const states = new Map<number, unknown>([
      [1, { person: ana }],
      [2, { person: ana }],
      [3, { person: self }],
      [4, { person: self }],
    ]);
    expect(peopleIn(states, self)).toHaveLength(2);
  });

  it('stay as they are when one of their devices goes', () => {
    const states = new Map<number, unknown>([
      [1, { person: ana, away: true }],
      [2, { person: { ...ana, color: 'pink' } }],
      [3, { person: self, cursor: null }],
    ]);
    const before = peopleIn(states, self);
    expect(before).toEqual([
      { ...self, self: true, away: false },
      { ...ana, self: false, away: false },
    ]);
    states.delete(3);
    expect(peopleIn(states, self)).toEqual(before);
    states.delete(1);
    expect(peopleIn(states, self).map(({ id }) => id)).toEqual([self.id, ana.id]);
  });

  it('look elsewhere only when they do so on all of their pages', () => {
    const away = (states: [number, unknown][]) =>
      peopleIn(new Map(states), self).filter((person) => person.away).length;
    expect(away([[1, { person: ana, away: true }]])).toBe(1);
    expect(
      away([
        [1, { person: ana, away: true }],
        [2, { person: ana }],
      ]),
    ).toBe(0);
    expect(
      away([
        [1, { person: ana }],
        [2, { person: ana, away: true }],
      ]),
    ).toBe(0);
  });

  it('include oneself before the network has said anything', () => {
    expect(peopleIn(new Map(), self)).toEqual([{ ...self, self: true, away: false }]);
  });

  it('are not people when their presence is not well formed', () => {
    const states = new Map<number, unknown>([
      [1, {}],
      [2, null],
      [3, { person: { ...ana, color: 'url(https://evil.example)' } }],
      [4, { person: { ...ana, name: ' ' } }],
      [5, { user: { name: 'Someone with another client' } }],
      [6, { person: { ...ana, id: 'short' } }],
    ]);
    expect(peopleIn(states, self)).toHaveLength(1);
  });
});
