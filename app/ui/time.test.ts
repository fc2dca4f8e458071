/** Moments in words, near and far. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatWhen } from './time.ts';

const now = new Date(2026, 4, 12, 14, 5).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a moment in words', () => {
  it.each([
    ['just now', now - 5_000],
    ['13:40', at(2026, 4, 12, 13, 40)],
    ['00:00', at(2026, 4, 12, 0, 0)],
    ['yesterday', at(2026, 4, 11, 23, 59)],
    ['10 May', at(2026, 4, 10, 12, 0)],
    ['31 Dec 2025', at(2025, 11, 31, 12, 0)],
  ])('is %j', (words, time) => {
    expect(formatWhen(time, now, 'en-GB')).toBe(words);
  });

  it('is a time of day, not "just now", when a clock runs ahead', () => {
    expect(formatWhen(at(2026, 4, 12, 14, 30), now, 'en-GB')).toBe('14:30');
  });

  it('is told where the browser names its language as nothing else does', () => {
    // Chromium on Linux, where no language was chosen: no format can be made of the first.
    vi.stubGlobal('navigator', { languages: ['en-US@posix', 'de', 'en-GB'] });
    expect(formatWhen(at(2026, 4, 12, 13, 40), now)).toBe('13:40');
    vi.stubGlobal('navigator', { languages: ['en-US@posix'] });
    expect(formatWhen(at(2025, 11, 31, 12, 0), now)).toBe('Dec 31, 2025');
  });
});
