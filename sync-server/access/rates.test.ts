/** How often something may be done, by clocks that are set. */
import { expect, test } from 'vitest';
import { MinuteLimit, TokenBucket } from './rates.ts';

test('a clock that is set back locks nobody out, and gives nothing away', () => {
  const bucket = new TokenBucket(2, 1, 1_000_000);
  expect(bucket.take(1_000_000)).toBe(true);
  expect(bucket.take(5_000)).toBe(true);
  expect(bucket.take(5_000)).toBe(false);
  expect(bucket.wait(5_000)).toBe(1_000);
  expect(bucket.take(6_000)).toBe(true);
});

test('nor one by minutes', () => {
  const limit = new MinuteLimit(60, 1);
  expect(limit.take('here', 90_000_000)).toBe(true);
  expect(limit.take('here', 1_000)).toBe(false);
  expect(limit.take('here', 2_001)).toBe(true);
});

test('what has been forgotten by a clock that is set back takes no memory either', () => {
  const limit = new MinuteLimit(60, 1);
  const year = 365 * 86_400_000;
  for (let key = 0; key < 1_500; key++) limit.take(`${key}`, year);
  expect(limit.size).toBe(1_500);
  // Everybody of then has had their all again for long when the others come.
  for (let key = 0; key < 1_500; key++) limit.take(`then ${key}`, key * 10);
  for (let key = 0; key < 1_500; key++) limit.take(`later ${key}`, 100_000 + key * 10);
  expect(limit.size).toBeLessThan(2_000);
});
