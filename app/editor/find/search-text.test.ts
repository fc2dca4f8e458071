import { expect, test } from 'vitest';
import { compile, matchesIn, type Wanted } from './search-text.ts';

const wanted = (text: string, options: Partial<Wanted> = {}): Wanted => ({
  text,
  matchCase: false,
  wholeWord: false,
  isExpression: false,
  ...options,
});
const find = (text: string, what: Wanted, replacement?: string) =>
  matchesIn(text, compile(what), what, replacement);
const places = (text: string, what: Wanted) => find(text, what).map(({ from, to }) => [from, to]);

test('text is found whatever its case, unless case counts', () => {
  expect(places('One one ONE', wanted('one'))).toEqual([
    [0, 3],
    [4, 7],
    [8, 11],
  ]);
  expect(places('One one ONE', wanted('one', { matchCase: true }))).toEqual([[4, 7]]);
});

test('signs that mean something in expressions are only text', () => {
  expect(places('a.c abc (a.c) [x]', wanted('a.c'))).toEqual([
    [0, 3],
    [9, 12],
  ]);
  expect(places('a-b/c', wanted('-b/'))).toEqual([[1, 4]]);
  expect(places('[x] {1}', wanted('[x] {'))).toEqual([[0, 5]]);
});

test('whole words end where letters of any script end', () => {
  expect(places('über übers Süd', wanted('über', { wholeWord: true }))).toEqual([[0, 4]]);
  expect(places('aaa aa', wanted('aa', { wholeWord: true }))).toEqual([[4, 6]]);
  expect(places('c++ c+++', wanted('c++', { wholeWord: true }))).toEqual([
    [0, 3],
    [4, 7],
  ]);
});

test('expressions find and replace with their groups', () => {
  const names = wanted('(\\w+), (?<first>\\w+)', { isExpression: true });
  expect(find('Byron, Ada', names, '$<first> $1 ($&) $$ $7')).toEqual([
    { from: 0, to: 10, replaced: 'Ada Byron (Byron, Ada) $ $7' },
  ]);
});

test('without expressions a replacement is put in as it is', () => {
  expect(find('x', wanted('x'), '$&$1')).toEqual([{ from: 0, to: 1, replaced: '$&$1' }]);
});

test('an expression that matches nothing at all finds nothing, and ends', () => {
  expect(places('abc', wanted('x*', { isExpression: true }))).toEqual([]);
  expect(places('a😀xb', wanted('x*', { isExpression: true }))).toEqual([[3, 4]]);
});

test('a bad expression is told', () => {
  expect(() => compile(wanted('(', { isExpression: true }))).toThrow(SyntaxError);
});
