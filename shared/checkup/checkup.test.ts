/** What is said of an installation. */
import { expect, test } from 'vitest';
import { type Facts, judge } from './checkup.ts';

const WELL: Facts = {
  origin: 'https://docs.example.org',
  isSecureContext: true,
  headers: new Map([
    ['content-security-policy', "default-src 'none'; script-src 'self'"],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
  ]),
  version: '1.0.0',
  appVersion: '1.0.0',
  clockAheadMs: 1000,
  isOriginLetIn: true,
  isSocketThrough: true,
  canStore: true,
  keepsHere: true,
};

const unwell = (facts: Partial<Facts>) =>
  judge({ ...WELL, ...facts })
    .filter(({ isWell }) => isWell !== true)
    .map(({ of, words }) => `${of}: ${words}`);

test('of an installation as it should be nothing has to be mended', () => {
  expect(unwell({})).toEqual([]);
  expect(judge({ ...WELL, appVersion: null, keepsHere: null, isSecureContext: null })).toHaveLength(
    7,
  );
});

test.each<[string, Partial<Facts>, RegExp[]]>([
  [
    'plain http',
    { origin: 'http://10.0.0.1', isSecureContext: null },
    [/^Encryption: Not over https/],
  ],
  ['a proxy that strips WebSockets', { isSocketThrough: false }, [/^Live connection: .*Upgrade/]],
  ['a proxy that changes the Host header', { isOriginLetIn: false }, [/^Address: .*Host header/]],
  [
    'headers taken away',
    { headers: new Map([['referrer-policy', 'no-referrer']]) },
    [/content-security-policy, x-content-type-options/],
  ],
  ['a clock that is wrong', { clockAheadMs: -600_000 }, [/10 minutes behind/]],
  ['a full disk', { canStore: false }, [/disk is full/]],
  ['a private window', { keepsHere: false }, [/keeps nothing/]],
  ['an old app', { appVersion: '0.9.0' }, [/app here is 0.9.0/]],
])('%s is told, with what to do', (_, facts, expected) => {
  const told = unwell(facts);
  expect(told).toHaveLength(expected.length);
  for (const [index, words] of expected.entries()) expect(told[index]).toMatch(words);
});

test('nothing is called well where nothing answers', () => {
  const nothing = unwell({
    headers: null,
    version: null,
    clockAheadMs: null,
    isOriginLetIn: null,
    isSocketThrough: false,
    canStore: null,
  });
  expect(nothing[0]).toMatch(/Nothing answers/);
  expect(nothing).toHaveLength(7);
});
