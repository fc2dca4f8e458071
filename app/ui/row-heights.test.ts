/** Heights of the rows of a long list: measured, or guessed from those that are. */
import { expect, test } from 'vitest';
import { RowHeights, rangesOf } from './row-heights.ts';

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, at) => String(at));

test('rows that were never drawn are as high as the others are on average', () => {
  const heights = new RowHeights();
  const rows = rowsUpTo(100);
  heights.measure('0', 40);
  heights.measure('1', 80);
  expect(heights.of(rows, { from: 0, to: 2 })).toBe(120);
  expect(heights.of(rows, { from: 0, to: 100 })).toBe(6000);
  heights.measure('1', 40);
  expect(heights.of(rows, { from: 0, to: 100 })).toBe(4000);
});

test('rows are found by where they lie, and keep their heights in another order', () => {
  const heights = new RowHeights();
  const rows = rowsUpTo(10);
  for (const row of rows) heights.measure(row, row === '3' ? 100 : 50);
  expect(heights.within(rows, 150, 260)).toEqual({ from: 3, to: 5 });
  expect(heights.within(rows, -500, 10)).toEqual({ from: 0, to: 1 });
  expect(heights.within(rows, 540, 9000)).toEqual({ from: 9, to: 10 });
  expect(heights.within(['3', '0'], 0, 99)).toEqual({ from: 0, to: 1 });
  expect(heights.within([], 0, 900)).toEqual({ from: 0, to: 0 });
  heights.forget();
  expect(heights.of(rows, { from: 3, to: 4 })).toBe(heights.of(rows, { from: 4, to: 5 }));
});

test.each([
  [{ from: 5, to: 9 }, [0, 19], 20, ['0-1', '5-9', '19-20']],
  [{ from: 1, to: 9 }, [0, 9], 20, ['0-10']],
  [{ from: 3, to: 9 }, [-1, 5], 20, ['3-9']],
  // The list is shorter than it was.
  [{ from: 30, to: 40 }, [0, 39], 3, ['0-1']],
  [{ from: 0, to: 20 }, [], 0, []],
])('near %j with rows %j of %i are drawn', (near, rows, count, drawn) => {
  expect(rangesOf(near, rows, count).map(({ from, to }) => `${from}-${to}`)).toEqual(drawn);
});
