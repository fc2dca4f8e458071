/** Which words are addresses that may be followed, and how far a link in the text goes. */
import { expect, test } from 'vitest';
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { schema } from '../schema.ts';
import { linkAt, readAddress } from './links.ts';

test.each([
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  ['example.org', 'https://example.org'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  [' ana@example.org ', 'mailto:ana@example.org'],
  ['tel:+43123', 'tel:+43123'],
  ['/d/abc', '/d/abc'],
  ['localhost:3000', 'https://localhost:3000'],
])('the address %j is %j', (written, href) => {
  expect(readAddress(written)).toEqual({ href });
  expect(isSafeLink(href)).toBe(true);
});

test.each(['', 'two words.org', 'word', 'javascript:alert(1)', 'https://', 'ftp://example.org'])(
  '%j is no address, and it says why',
  (written) => {
    expect(readAddress(written)).toEqual({ problem: expect.stringMatching(/\w+/) });
  },
);

test('a link is found whole from any place in it, and its neighbour is not', () => {
  const link = (href: string) => schema.marks.link!.create({ href });
  const bold = schema.marks.bold!.create();
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [
      schema.text('see '),
      schema.text('one', [link('https://a.org')]),
      schema.text('more', [link('https://a.org'), bold]),
      schema.text('two', [link('https://b.org')]),
      schema.text(' end'),
    ]),
  ]);
  const at = (position: number) => linkAt(doc.resolve(position));
  expect(at(3)).toBeNull();
  expect(at(6)).toEqual({ from: 5, to: 12, href: 'https://a.org' });
  expect(at(10)).toEqual({ from: 5, to: 12, href: 'https://a.org' });
  expect(at(14)).toEqual({ from: 12, to: 15, href: 'https://b.org' });
  expect(at(17)).toBeNull();
});
