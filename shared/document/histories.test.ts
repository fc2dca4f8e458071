/** The merge table in documents that came to what they say in other ways than at once. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { HISTORIES, type HistoryName } from './testing/histories.ts';
import { ID_ORDERS, MERGE_TABLE, type MergeCase, play } from './testing/merge-table/index.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { sketch } from './testing/sketch.ts';
import { trialWith } from './testing/trial.ts';

const newDriver = (doc: Y.Doc) => new ModelDriver(doc);

function tryIn(history: HistoryName, merge: MergeCase, clientIds: readonly number[]): void {
  const [first, ...others] = play(merge, clientIds, trialWith(newDriver, HISTORIES[history]));
  for (const other of others) expect(other).toEqual(first);
  expect(merge.expect).toContainEqual(first);
}

/** What people do with whole blocks, each case in a document with another history. */
const FAMILIES = ['splitting', 'joining', 'deleting', 'moving', 'three people'];
const SOME: readonly HistoryName[] = [
  'between graves',
  'from above',
  'cut from above',
  'split and joined',
  'deleted and brought back',
  'joined and taken apart again',
];

describe.each(FAMILIES)('%s', (family) => {
  const cases = Object.entries(MERGE_TABLE[family]!).map(
    ([name, merge], nth) => [name, SOME[nth % SOME.length]!, merge] as const,
  );
  test.each(cases)('%s, in a document %s', (_, history, merge) => {
    for (const [, clientIds] of ID_ORDERS) tryIn(history, merge, clientIds);
  });
});

/** Where it has been otherwise. */
const ONCE_WRONG: readonly [HistoryName, family: string, name: string][] = [
  ['between graves', 'moving', 'move first | move down (a list item)'],
  ['between graves', 'moving', 'move first | move the one above (a list item)'],
  ['between graves', 'splitting', 'split at the start | move down (a list item)'],
  ['between graves', 'joining', 'join | move first (a list item)'],
  ['cut from below', 'moving', 'move up | move another above'],
  ['cut from below', 'moving', 'move far | move another above'],
  ['moved away and back', 'moving', 'move up | move down'],
  ['moved away and back', 'moving', 'move up | move far'],
  ['moved away and back', 'moving', 'move up | move the one above'],
  ['moved away and back', 'moving', 'move far | move another above'],
  ['moved away and back', 'moving', 'move first | move down (a list item)'],
  ['moved away and back', 'moving', 'move a parent | move its child out'],
  ['moved away and back', 'splitting', 'split at the start | move far'],
  ['moved away and back', 'joining', 'join | move far (a list item)'],
];

describe.each(ID_ORDERS)('%s', (_, clientIds) => {
  test.each(ONCE_WRONG)('%s: %s: %s', (history, family, name) => {
    tryIn(history, MERGE_TABLE[family]![name]!, clientIds);
  });
});

test.each(Object.entries(HISTORIES))('a document %s says what it is to say', (_, make) => {
  const lines = ['# Alpha *one*', '- Bravo', '  - 👩‍👩‍👧 four', '⊞ a ¦ b ⁄ c ¦', '---', 'Charlie'];
  expect(sketch(make(lines))).toEqual(lines);
});
