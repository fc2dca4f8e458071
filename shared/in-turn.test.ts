/** A few of many at each turn, and each of them in the end. */
import { expect, test } from 'vitest';
import { someInTurn } from './in-turn.ts';

test('after enough turns each had one, and never more than a few at once', () => {
  const all = Array.from({ length: 23 }, (_, at) => at);
  const seen = new Set<number>();
  for (let turn = 100; turn < 105; turn++) {
    const some = someInTurn(all, turn, 5);
    expect(new Set(some).size).toBe(5);
    for (const one of some) seen.add(one);
  }
  expect(seen.size).toBe(23);
  expect(someInTurn([1, 2], 7, 5)).toEqual([1, 2]);
});

test('those that are to come first do each time, and the others have their turn', () => {
  const first = new Set([11, 7]);
  const seen = [0, 1, 2].map((turn) =>
    someInTurn(
      Array.from({ length: 12 }, (_, at) => at),
      turn,
      5,
      first,
    ),
  );
  for (const some of seen) expect(some.slice(0, 2)).toEqual([7, 11]);
  expect(new Set(seen.flat()).size).toBe(12);
});
