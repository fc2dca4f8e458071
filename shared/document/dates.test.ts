/** Which days there are, and how they are written. */
import { expect, test } from 'vitest';
import { isDate } from './dates.ts';

test.each([
  ['2026-03-04', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-3-4', false],
  ['2026-03-04T10:00', false],
  ['', false],
  [20260304, false],
])('%s is a date: %s', (value, is) => {
  expect(isDate(value)).toBe(is);
});
