/** The merge table as tests: each case in both orders of the two people. */
import { describe, expect, test } from 'vitest';
import { ID_ORDERS, MERGE_TABLE, play, playInLetters } from './index.ts';

/** In plain letters in one order of ids and in others in the other, each case with other ones. */
export function describeMergeTable(open: Parameters<typeof play>[2]): void {
  describe.each(Object.entries(MERGE_TABLE))('%s', (_family, cases) => {
    const numbered = Object.entries(cases).map(([name, merge], nth) => [name, merge, nth] as const);
    describe.each(numbered)('%s', (_name, merge, nth) => {
      test.each(ID_ORDERS.map(([order, ids], index) => [order, ids, (nth + index) % 2] as const))(
        '%s',
        (_order, clientIds, isPlain) => {
          const [first, ...others] = isPlain
            ? play(merge, clientIds, open)
            : playInLetters(merge, clientIds, open, nth);
          for (const other of others) expect(other).toEqual(first);
          expect(merge.expect).toContainEqual(first);
        },
      );
    });
  });
}
