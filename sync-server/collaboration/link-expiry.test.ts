/** When a link expires, by a clock that is set, and on a machine that sleeps. */
import { afterEach, expect, test, vi } from 'vitest';
import { LinkExpiry } from './link-expiry.ts';

afterEach(() => vi.useRealTimers());

const HOUR_MS = 3_600_000;

test('a link expires by the clock, also where that is set while somebody is connected', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  let expired = 0;
  const expiry = new LinkExpiry(() => expired++);
  expiry.set(2 * HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
  vi.setSystemTime(0);
  vi.advanceTimersByTime(HOUR_MS + 60_000);
  expect(expired).toBe(0);
  // Set right by an hour, or awake again after one.
  vi.setSystemTime(2 * HOUR_MS);
  vi.advanceTimersByTime(60_000);
  expect(expired).toBe(1);
  vi.advanceTimersByTime(HOUR_MS);
  expect(expired).toBe(1);
});

test('nothing expires once it is over, or when it is never to', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  let expired = 0;
  const expiry = new LinkExpiry(() => expired++);
  expiry.set(HOUR_MS);
  expiry.set(null);
  vi.advanceTimersByTime(2 * HOUR_MS);
  expiry.set(3 * HOUR_MS);
  expiry.end();
  vi.advanceTimersByTime(2 * HOUR_MS);
  expect([expired, vi.getTimerCount()]).toEqual([0, 0]);
});
