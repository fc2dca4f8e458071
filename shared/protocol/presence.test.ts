/** What may be shown of somebody. */
import { expect, test } from 'vitest';
import { randomId } from '../access/ids.ts';
import { Presence } from './presence.ts';

const person = { id: randomId(16), name: 'Anna', color: 'teal' };

test('a person with or without a cursor is shown, trimmed, and nothing else', () => {
  const cursor = { anchor: { item: { client: 1, clock: 2 }, assoc: 0 }, head: { assoc: -1 } };
  expect(Presence.parse({ person: { ...person, name: ' Anna ' }, cursor, more: 1 })).toEqual({
    person,
    cursor,
  });
  expect(Presence.parse({ person })).toEqual({ person });
  expect(Presence.parse({ person, cursor: null })).toEqual({ person, cursor: null });
});

test.each([
  {},
  null,
  'Anna',
  { person: { ...person, name: '  ' } },
  { person: { ...person, name: 'x'.repeat(61) } },
  { person: { ...person, color: '#ff0000' } },
  { person: { ...person, id: '../..' } },
  { person, cursor: 'everywhere' },
])('is not shown: %j', (state) => {
  expect(Presence.safeParse(state).success).toBe(false);
});
