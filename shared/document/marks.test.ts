/** What attributes mean to a reader, whatever way they came to be. */
import { expect, test } from 'vitest';
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
