/** Sets of clock ranges. */
import { expect, test } from 'vitest';
import { addRange, type ClockRanges, removeRange } from './clock-ranges.ts';

test('ranges that overlap or touch become one, in order', () => {
  const ranges: ClockRanges = new Map();
  addRange(ranges, 1, 10, 2);
  addRange(ranges, 1, 2, 3);
  addRange(ranges, 1, 5, 2);
  addRange(ranges, 1, 11, 4);
  addRange(ranges, 2, 0, 1);
  expect([...ranges]).toEqual([
    [
      1,
      [
        [2, 5],
        [10, 5],
      ],
    ],
    [2, [[0, 1]]],
  ]);
});

test('taking a range out cuts what it meets and leaves the rest', () => {
  const ranges: ClockRanges = new Map();
  addRange(ranges, 1, 0, 10);
  removeRange(ranges, 1, 3, 4);
  removeRange(ranges, 1, 20, 5);
  removeRange(ranges, 7, 0, 5);
  expect(ranges.get(1)).toEqual([
    [0, 3],
    [7, 3],
  ]);
  removeRange(ranges, 1, 0, 10);
  expect(ranges.size).toBe(0);
});

test('many ranges added in any order are the same set', () => {
  const clocks = Array.from({ length: 2000 }, (_, index) => (index * 7919) % 4001);
  const ranges: ClockRanges = new Map();
  for (const clock of clocks) addRange(ranges, 1, clock, 1);
  const expected: [number, number][] = [];
  for (const clock of [...clocks].sort((one, other) => one - other)) {
    const last = expected.at(-1);
    if (last && last[0] + last[1] === clock) last[1]++;
    else expected.push([clock, 1]);
  }
  expect(ranges.get(1)).toEqual(expected);
});
