/** The merge table, each case in both orders of the two people; and a few longer stories. */
import { describe, expect, test } from 'vitest';
import { ID_ORDERS, MERGE_TABLE, play } from './testing/merge-table/index.ts';
import { PARAGRAPHS } from './testing/merge-table/starts.ts';
import { ModelHand } from './testing/model-hand.ts';
import { copyOf, documentOf, mergeAll, sketch } from './testing/sketch.ts';
import { trialWith } from './testing/trial.ts';

const [alpha, bravo, charlie] = PARAGRAPHS;
const THREE = [alpha, bravo, charlie];

const open = trialWith((doc) => new ModelHand(doc));

describe.each(Object.entries(MERGE_TABLE))('%s', (_family, cases) => {
  describe.each(Object.entries(cases))('%s', (_name, merge) => {
    test.each(ID_ORDERS)('%s', (_order, clientIds) => {
      const [first, ...others] = play(merge, clientIds, open);
      for (const other of others) expect(other).toEqual(first);
      expect(merge.expect).toContainEqual(first);
    });
  });
});

test('a block joined from elsewhere splits, joins and goes like any other', () => {
  const doc = documentOf([...THREE, 'Delta']);
  const hand = new ModelHand(doc).move('Alpha', 'Charlie').join('Alpha');
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
  const original = documentOf(THREE);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  const hands = docs.map((doc) => new ModelHand(doc));
  for (const hand of hands) hand.join('Bravo');
  mergeAll(docs);
  for (const hand of hands) hand.undo();
  mergeAll(docs);
  expect(sketch(docs[0])).toEqual(THREE);
  expect(sketch(docs[1])).toEqual(THREE);
});

test('an empty line made before a block was deleted stays', () => {
  const doc = documentOf(THREE);
  new ModelHand(doc).split('Bravo', 'six').remove('Bravo');
  expect(sketch(doc)).toEqual([alpha, '', charlie]);
});

test('a block split off and seen stays where it is when the other moves away', () => {
  const doc = documentOf(THREE);
  new ModelHand(doc).split('Bravo', 'four').move('Bravo', 'Charlie');
  expect(sketch(doc)).toEqual([alpha, ' five six', charlie, 'Bravo four']);
});
