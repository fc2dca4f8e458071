/** What need not move, so that one order becomes another. */
import { expect, test } from 'vitest';
import { fuzz } from '../testing/fuzz.ts';
import { longestCommonOrder } from './common-order.ts';

const staying = (now: string, wanted: string, without = '') =>
  [...longestCommonOrder([...now], [...wanted], new Set(without))].sort().join('');

/** How long the longest is, by trying all parts of the one list. */
function longest(now: string, wanted: string, without: string): number {
  let most = 0;
  for (let bits = 0; bits < 2 ** now.length; bits++) {
    const part = [...now].filter((id, index) => (bits >> index) & 1 && !without.includes(id));
    const order = [...wanted].filter((id) => part.includes(id));
    if (order.length === part.length && order.join('') === part.join(''))
      most = Math.max(most, part.length);
  }
  return most;
}

test('one that moved leaves all others where they are', () => {
  expect(staying('abcde', 'abcde')).toBe('abcde');
  expect(staying('abcde', 'eabcd')).toBe('abcd');
  expect(staying('abcde', 'acdeb')).toBe('acde');
  expect(staying('abc', '')).toBe('');
});

test('what somebody moved is not what stays', () => {
  expect(staying('ab', 'ba', 'a')).toBe('b');
  expect(staying('ab', 'ba', 'b')).toBe('a');
});

test('ids of only one list are in no order', () => {
  expect(staying('axb', 'ayb')).toBe('ab');
});

test('it is as long as any, and in the order of both', () =>
  fuzz<[string, string, string]>({
    runs: 400,
    make: (chance) => {
      const some = (of: string) =>
        [...of]
          .filter(() => chance(5) > 0)
          .map((id) => ({ id, at: chance(1000) }))
          .sort((a, b) => a.at - b.at)
          .map(({ id }) => id)
          .join('');
      return [some('abcdefgh'), some('abcdefgh'), chance(3) === 0 ? 'cf' : ''];
    },
    check: ([now, wanted, without]) => {
      const found = longestCommonOrder([...now], [...wanted], new Set(without));
      const inNow = [...now].filter((id) => found.has(id));
      expect(inNow).toEqual([...wanted].filter((id) => found.has(id)));
      expect(inNow).toHaveLength(found.size);
      for (const id of without) expect(found).not.toContain(id);
      expect(found.size).toBe(longest(now, wanted, without));
    },
    *smaller([now, wanted, without]) {
      for (const id of now) yield [now.replace(id, ''), wanted.replace(id, ''), without];
    },
    show: (input) => JSON.stringify(input),
  }));
