/** The merge table, each case in both orders of the two people; and a few longer stories. */
import { describe, expect, test } from 'vitest';
import { Hand } from './testing/hand.ts';
import { ID_ORDERS, MERGE_TABLE, play, START } from './testing/merge-table.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';

const [alpha, bravo, charlie] = START as [string, string, string];

describe.each(Object.entries(MERGE_TABLE))('%s', (_family, cases) => {
  describe.each(Object.entries(cases))('%s', (_name, merge) => {
    test.each(ID_ORDERS)('%s', (_order, idOfA, idOfB) => {
      const end = play(merge, idOfA, idOfB);
      expect(end.b).toEqual(end.a);
      expect(merge.expect).toContainEqual(end.a);
    });
  });
});

test('a block joined from elsewhere splits, joins and goes like any other', () => {
  const doc = documentOf([...START, 'Delta']);
  const hand = new Hand(doc).move('Alpha', 'Charlie').join('Alpha');
  expect(sketch(doc)).toEqual([bravo, `${charlie}${alpha}`, 'Delta']);
  hand.split('Charlie', 'nine');
  expect(sketch(doc)).toEqual([bravo, charlie, alpha, 'Delta']);
  hand.join('Alpha').split('Charlie', 'Alpha one');
  expect(sketch(doc)).toEqual([bravo, `${charlie}Alpha one`, ' two three', 'Delta']);
  hand.join(' two').join('Delta').join('Charlie');
  expect(sketch(doc)).toEqual([`${bravo}${charlie}${alpha}Delta`]);
  hand.split('Bravo', 'six').remove('Charlie');
  expect(sketch(doc)).toEqual([bravo]);
});

test('both undo the join they both made: the block is back once', () => {
  const original = documentOf(START);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  const hands = docs.map((doc) => new Hand(doc));
  for (const hand of hands) hand.join('Bravo');
  mergeAll(docs);
  for (const hand of hands) hand.undo();
  mergeAll(docs);
  expect(sketch(docs[0])).toEqual(START);
  expect(sketch(docs[1])).toEqual(START);
});

test('an empty line made before a block was deleted stays', () => {
  const doc = documentOf(START);
  new Hand(doc).split('Bravo', 'six').remove('Bravo');
  expect(sketch(doc)).toEqual([alpha, '', charlie]);
});

test('a block split off and seen stays where it is when the other moves away', () => {
  const doc = documentOf(START);
  new Hand(doc).split('Bravo', 'four').move('Bravo', 'Charlie');
  expect(sketch(doc)).toEqual([alpha, ' five six', charlie, 'Bravo four']);
});

test('formatting ends where it ended, too, in a document that was loaded before it was read', () => {
  const ana = copyOf(documentOf(['Alpha bold', 'Bravo']), 10);
  new Hand(ana).mark('Alpha', 'bold', { bold: true });
  const ben = copyOf(ana, 20);
  new Hand(ben).type('Alpha', 'bold', ' text', { bold: true });
  const loaded = copyOf(ben, 30);
  new Hand(loaded).erase('Alpha', ' text');
  expect(sketch(loaded)).toEqual(['Alpha *bold*', 'Bravo']);
});
