// @vitest-environment jsdom
/**
 * Addresses from anywhere: typed, scanned, shared by other apps, or made to look like ours.
 *
 * Invariant: each is read as what it is or as nothing; no secret stays in the address bar.
 */
import { expect, test } from 'vitest';
import { blockOfHash } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { formatJoin, parseJoin } from '../../shared/access/join-address.ts';
import { formatLink, parseLink } from '../../shared/access/link-addresses.ts';
import { AS_LONG_AS_ASKED, fuzz, mutatedText, shorterText } from '../../shared/testing/fuzz.ts';
import { documentAt } from '../editor/documents/other-documents.ts';
import { viewOf } from '../library/view.ts';
import { sharedContent } from '../transfer/shared-content.ts';
import { readRoute } from './routes.ts';
import { finishVisit, takeVisit } from './visit.ts';

const SECRET = createSecret();
const DOC = docIdOf(SECRET);
const ID = /^[1-9A-HJ-NP-Za-km-z]{16,22}$/;
const KEY = /^[\w-]{43}$/;
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const KEPT = [
  formatLink('https://docs.example', DOC, SECRET),
  `<${formatLink('http://[::1]:8080', DOC, SECRET)}>,`,
  `/d/${DOC}#${SECRET}`,
  `/d/${DOC}#block=6Ul5uZ1K`,
  `/d/${DOC}/?x=1#${SECRET}`,
  formatJoin('https://docs.example', SECRET),
  `/join#${SECRET}`,
  '/share?title=A%20page&text=one%0Atwo&url=https%3A%2F%2Fexample.org%2F',
  '/open',
  '/new',
  '/?folder=abcdefghijkl&view=trash',
  '/settings',
  '//',
  'https://docs.example@elsewhere.invalid/d/',
];
const ODD = [
  '%',
  '%00',
  '%2e%2e%2f',
  '%ED%A0%80',
  '\u0000',
  '\u202E',
  '\uD800',
  '\\',
  '//',
  '#',
  '##',
  '?',
  'javascript:alert(1)//',
  'data:text/html,',
  '__proto__',
  'constructor',
  'block=',
  SECRET,
  DOC,
  ' ',
  '\n',
  '.'.repeat(50),
  '[',
];

function readAll(address: string): void {
  const route = readRoute(address);
  if (route.screen === 'document') expect(route.docId).toMatch(ID);
  const link = parseLink(address);
  if (link) {
    expect([link.docId, link.secret]).toEqual([
      expect.stringMatching(ID),
      expect.stringMatching(KEY),
    ]);
    expect(link.origin ?? 'https://').toMatch(/^https?:\/\/[^/?#]*$/);
    expect(parseLink(formatLink(link.origin ?? '', link.docId, link.secret))).toEqual(link);
  }
  expect(parseJoin(address) ?? SECRET).toMatch(KEY);
  expect(blockOfHash(address) ?? 'none').toMatch(/^[\w~-]{1,64}$/);
  expect(['all', 'shared', 'trash', 'folder']).toContain(viewOf(address).kind);
  expect(documentAt(address) ?? DOC).toMatch(ID);
}

function visit(address: string): void {
  const { origin } = location;
  if (!URL.canParse(address, origin) || new URL(address, origin).origin !== origin) return;
  history.replaceState(null, '', '/');
  history.replaceState(null, '', address);
  const { pathname, hash } = location;
  const taken = takeVisit();
  expect(location.pathname).toBe(pathname);
  if (blockOfHash(hash) === null) expect(location.hash).toBe('');
  if (taken) {
    expect(readRoute(pathname)).toMatchObject({ screen: 'document', docId: taken.docId });
    expect(decodeURIComponent(hash).startsWith(`#${taken.secret}`)).toBe(true);
    expect(takeVisit()).toEqual(taken);
    finishVisit();
  }
  expect(takeVisit()).toBeNull();
}

function share(address: string): void {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const { title, blocks } = sharedContent(query);
  expect(title.length).toBeLessThanOrEqual(200);
  const lines = blocks.map(({ content }) => content.map((run) => ('text' in run ? run.text : '')));
  for (const word of `${query.get('text') ?? ''} ${query.get('url') ?? ''}`.split(/\s+/))
    expect(lines.join('\n')).toContain(word);
  for (const { content } of blocks)
    for (const { marks } of content)
      if (marks?.link) expect(PROTOCOLS).toContain(new URL(marks.link).protocol);
}

test.each(KEPT)('%s is read', (address) => {
  readAll(address);
  visit(address);
  share(address);
});

test(
  'whatever is asked for has a screen, and no secret stays to be seen',
  AS_LONG_AS_ASKED,
  async () => {
    await fuzz({
      runs: 400,
      make: (chance) => mutatedText(chance, KEPT, ODD),
      check: (address) => {
        readAll(address);
        visit(address);
        share(address);
      },
      smaller: shorterText,
      show: (address) => JSON.stringify(address),
    });
  },
);

test('what is too long to be an address is looked at once', () => {
  for (const long of [
    '.'.repeat(2_000_000),
    '/d/'.repeat(1_000_000),
    `${'<'.repeat(2_000_000)}x`,
  ]) {
    expect(parseLink(`${long}x`)).toBeNull();
    expect(parseJoin(`${long}x`)).toBeNull();
  }
});
