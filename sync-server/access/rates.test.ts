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
