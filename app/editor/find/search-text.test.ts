/** What a search finds in a text, by words or expressions, and what it puts there instead. */
import { expect, test } from 'vitest';
import { seeded } from '../../../shared/formats/testing/random-blocks.ts';
import { LETTERS } from '../../../shared/testing/alphabet.ts';
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

test.each(['$10', '$1$20', '$01', '$0', '$00', '$3', '$30', '[$12]', '$', '$$1', '$2'])(
  'what %s puts there is what JavaScript would',
  (replacement) => {
    const [found] = find('5', wanted('(\\d)(x)?', { isExpression: true }), replacement);
    expect(found?.replaced).toBe('5'.replace(/(\d)(x)?/, replacement));
  },
);

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

const words = (text: string, what: Wanted) =>
  find(text, what).map(({ from, to }) => text.slice(from, to));

test.each([
  ["don't", 'Don’t, don‘t and don\u02bct', ['Don’t', 'don‘t', 'donʼt']],
  ['don’t', "I don't", ["don't"]],
  ['علی', 'علي على', ['علي', 'على']],
  ['1405', 'سال ۱۴۰۵', ['۱۴۰۵']],
  ['"so"', 'he said “so” and «so»', ['“so”', '«so»']],
  ['café', 'cafe\u0301 café CAFÉ cafe', ['cafe\u0301', 'café', 'CAFÉ']],
  ['cafe', 'cafe\u0301 café cafe', ['cafe\u0301', 'café', 'cafe']],
  ['a b', 'a\u00a0b a\u202fb a b', ['a\u00a0b', 'a\u202fb', 'a b']],
  ['strasse', 'Straße STRASSE Strasse', ['Straße', 'STRASSE', 'Strasse']],
  ['straße', 'STRASSE Straẞe', ['STRASSE', 'Straẞe']],
  ['s', 'ß so', ['s']],
  ['οδος', 'ΟΔΟΣ οδός', ['ΟΔΟΣ', 'οδός']],
  ['istanbul', 'İstanbul ISTANBUL', ['İstanbul', 'ISTANBUL']],
  ['lodz', 'Łódź', ['Łódź']],
  ['office', 'oﬃce ofﬁce', ['oﬃce', 'ofﬁce']],
  ['مرحبا', 'مـــرحبا مَرْحَبًا', ['مـــرحبا', 'مَرْحَبًا']],
  ['한', '\u1112\u1161\u11ab 한', ['\u1112\u1161\u11ab', '한']],
  ['하', '한', []],
  ['👩', '👩‍🔬 👩', ['👩']],
  ['👍', '👍🏽 👍', ['👍🏽', '👍']],
  ['👍🏽', '👍🏽 👍', ['👍🏽']],
  ['🇩', '🇩🇪', []],
  ['soft', 'so\u00adft', ['so\u00adft']],
  ['1-2', '1–2 1−2', ['1–2', '1−2']],
  ['क', 'कि क', ['क']],
  ['か', 'が か', ['か']],
  ['abc', 'ａｂｃ', ['ａｂｃ']],
  ['\u00ad', 'a\u00adb', ['\u00ad']],
  ['e', 'e\u0301\u0323x', ['e\u0301\u0323']],
])('%j finds what one sees as the same in %j', (text, where, found) => {
  expect(words(where, wanted(text))).toEqual(found);
});

test('with its case kept a letter and its accent are what they are', () => {
  const exactly = (text: string) => wanted(text, { matchCase: true });
  expect(words('Cafe\u0301 Café cafe', exactly('Café'))).toEqual(['Cafe\u0301', 'Café']);
  expect(words('Straße STRASSE', exactly('Straße'))).toEqual(['Straße']);
  expect(words('Don’t', exactly("Don't"))).toEqual(['Don’t']);
});

test('whatever is written and looked for, matches are whole, in order and say what was asked', () => {
  const parts = [
    'a',
    'A',
    'ß',
    'SS',
    'é',
    'e\u0301',
    '👩‍🔬',
    '👍🏽',
    '🇩🇪',
    '\u0301',
    '\u200d',
    '\ud83d',
    '\udc00',
    ' ',
    '\u00a0',
    '’',
    'ﬁ',
    '한',
    '\u1112\u1161',
    'ـ',
    'ก็',
    '\u0000',
    '￼',
    '½',
  ];
  parts.push(...LETTERS);
  const random = seeded(7);
  const pick = () => parts[Math.floor(random() * parts.length)]!;
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 12 }, pick).join('');
    const what = wanted(Array.from({ length: 1 + (round % 3) }, pick).join(''));
    let last = 0;
    for (const { from, to } of find(text, what)) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
      const cut = (at: number) =>
        /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
      expect(cut(from) || cut(to)).toBe(false);
    }
    // A text is found in itself, unless a mark at its start belongs to what is before it.
    if (!/^(?:\p{M}|\u200d|[\ud800-\udfff])/u.test(what.text))
      expect(find(`${what.text}`, what).length, JSON.stringify(what.text)).toBeGreaterThan(0);
  }
});
