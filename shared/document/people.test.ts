/** Who wrote in a document, as it keeps them and as others read it. */
import { expect, test } from 'vitest';
import { randomId } from '../access/ids.ts';
import type { Person } from '../protocol/presence.ts';
import { keepPerson } from './people.ts';
import { readPeople } from './read-people.ts';
import { ROOT } from './schema.ts';
import { copyOf, documentOf, mergeAll } from './testing/sketch.ts';

const ana: Person = { id: randomId(16), name: 'Ana', color: 'teal' };
const ben: Person = { id: randomId(16), name: 'Ben', color: 'red' };

test('people who write apart are both there, under the name they have now', () => {
  const start = documentOf(['Alpha']);
  const [a, b] = [copyOf(start, 2), copyOf(start, 3)];
  keepPerson(a, ana);
  keepPerson(b, ben);
  keepPerson(b, { ...ben, name: 'Benedict' });
  mergeAll([a, b]);
  const expected = new Map([
    [ana.id, ana],
    [ben.id, { ...ben, name: 'Benedict' }],
  ]);
  expect(readPeople(a)).toEqual(expected);
  expect(readPeople(b)).toEqual(expected);
});

test('who is there already is not written again', () => {
  const doc = documentOf(['Alpha']);
  keepPerson(doc, ana);
  let updates = 0;
  doc.on('update', () => updates++);
  keepPerson(doc, { ...ana });
  expect(updates).toBe(0);
});

test('what is no person is left out, and left alone', () => {
  const doc = documentOf(['Alpha']);
  const people = doc.getMap(ROOT.people);
  const entries = { short: ana, [ben.id]: { name: ' ', color: 'red' }, [randomId(16)]: 'Eve' };
  for (const [id, entry] of Object.entries(entries)) people.set(id, entry);
  people.set(ana.id, { name: 'Ana', color: 'teal', newer: true });
  expect(readPeople(doc)).toEqual(new Map([[ana.id, ana]]));
  keepPerson(doc, ana);
  expect(people.get(ana.id)).toEqual({ name: 'Ana', color: 'teal', newer: true });
  expect(people.size).toBe(4);
});
