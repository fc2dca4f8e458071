/** Ranges of blocks: united, mapped through changes. */
import { expect, test } from 'vitest';
import { includes, outside, same, sizeOf, united, without } from './ranges.ts';

test('ranges are brought in order, inside the document, and near ones become one', () => {
  const ranges = united(
    [
      { from: 90, to: 120 },
      { from: -8, to: 9 },
      { from: 12, to: 20 },
      { from: 50, to: 50 },
    ],
    100,
    5,
  );
  expect(ranges).toEqual([
    { from: 0, to: 20 },
    { from: 90, to: 100 },
  ]);
  expect(sizeOf(ranges)).toBe(30);
  expect([19, 20, 89, 90].map((index) => includes(ranges, index))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(same(ranges, united(ranges, 100))).toBe(true);
  expect(same(ranges, united(ranges, 95))).toBe(false);
});

test('what stands before and behind a change stays, and what changed is left out', () => {
  const change = { start: 10, oldEnd: 12, newEnd: 15 };
  const mapped = (from: number, to: number) => united(outside([{ from, to }], change), 100);
  expect(mapped(0, 5)).toEqual([{ from: 0, to: 5 }]);
  expect(mapped(20, 25)).toEqual([{ from: 23, to: 28 }]);
  expect(mapped(5, 20)).toEqual([
    { from: 5, to: 10 },
    { from: 15, to: 23 },
  ]);
  expect(mapped(10, 12)).toEqual([]);
});

test('ranges can be taken out of others', () => {
  const ranges = [
    { from: 0, to: 10 },
    { from: 20, to: 30 },
    { from: 40, to: 50 },
  ];
  expect(without(ranges, [])).toEqual(ranges);
  const others = [
    { from: 2, to: 4 },
    { from: 8, to: 22 },
    { from: 40, to: 50 },
  ];
  expect(without(ranges, others)).toEqual([
    { from: 0, to: 2 },
    { from: 4, to: 8 },
    { from: 22, to: 30 },
  ]);
});
