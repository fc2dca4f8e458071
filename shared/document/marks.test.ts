/** What attributes mean to a reader, whatever way they came to be. */
import { expect, test } from 'vitest';
import { isWebAddress } from './addresses.ts';
import { readMarks } from './marks.ts';

test('reads the same whichever mark was given first', () => {
  const link = { value: 'https://example.org/', at: 1 };
  const one = readMarks({ 'bold:a': true, 'link:b': link });
  const other = readMarks({ 'link:b': link, 'bold:a': true });
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  expect(one).toEqual({ bold: true, link: 'https://example.org/' });
});

test('of several links the latest counts, and one that would run something does not', () => {
  const link = (value: string, at: number) => ({ value, at });
  const early = link('https://example.org/early', 1);
  const late = link('https://example.org/late', 2);
  expect(readMarks({ 'link:a': late, 'link:b': early })).toEqual({ link: late.value });
  expect(readMarks({ 'link:a': link('javascript:alert(1)', 3), 'link:b': early })).toEqual({
    link: early.value,
  });
});

test.each([
  ['https://example.org', true],
  ['HTTP://example.org/a?b#c', true],
  ['https://exämple.org/ü', true],
  ['javascript:alert(1)//https://example.org', false],
  ['java\nscript:alert(1)', false],
  [' https://example.org', false],
  ['https://example.org/a b', false],
  ['https://\u0000example.org', false],
  ['https:///example.org', false],
  ['https://', false],
  ['//example.org', false],
  ['/d/abc', false],
  ['data:text/html,x', false],
  ['', false],
])('whether %j is the address of a web page: %j', (address, isOne) => {
  expect(isWebAddress(address)).toBe(isOne);
});

test('of several colours the latest counts; one of a newer palette stays, what is no name does not', () => {
  const color = (value: string, at: number) => ({ value, at });
  expect(readMarks({ 'color:a': color('red', 1), 'color:b': color('blue', 2) })).toEqual({
    color: 'blue',
  });
  expect(readMarks({ 'color:a': color('mauve', 1) })).toEqual({ color: 'mauve' });
  for (const text of ['url(https://evil.example)', '#ff0000', '', 'red; x', 'x'.repeat(21)])
    expect(readMarks({ 'color:a': color(text, 3), 'color:b': color('red', 1) })).toEqual({
      color: 'red',
    });
});
