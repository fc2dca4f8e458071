/** Where two texts differ: every hunk applied gives the other, and what a reader sees whole stays whole. */
import { describe, expect, test } from 'vitest';
import { LETTERS } from '../testing/alphabet.ts';
import { fuzz } from '../testing/fuzz.ts';
import { compareText, type Hunk } from './diff.ts';
import { isWholeAt } from './graphemes.ts';
import type { EditedBlock, Token, UnchangedRanges } from './tokens.ts';

const block = (text: string): EditedBlock => ({
  id: 'b',
  shape: { type: 'paragraph' },
  content: text === '' ? [] : [{ text }],
});

const textOf = (tokens: readonly Token[]) =>
  tokens.map((token) => (token.kind === 'character' ? token.value : '')).join('');

function hunksOf(old: string, now: string, kept?: UnchangedRanges): Hunk[] {
  return compareText(block(old), block(now), kept).hunks;
}

/** Each hunk as what went and what came, with where it stands in the old text. */
function said(old: string, now: string, kept?: UnchangedRanges): string[] {
  return hunksOf(old, now, kept).map(
    ({ oldFrom, oldTo, newFrom, newTo }) =>
      `${oldFrom}: ${old.slice(oldFrom, oldTo)} > ${now.slice(newFrom, newTo)}`,
  );
}

/** The new text, made of the old one and the hunks alone. */
function replaced(old: string, now: string, hunks: readonly Hunk[]): string {
  let text = '';
  let at = 0;
  for (const { oldFrom, oldTo, newFrom, newTo } of hunks) {
    expect(oldFrom, 'hunks stand in their order and do not touch').toBeGreaterThanOrEqual(at);
    text += old.slice(at, oldFrom) + now.slice(newFrom, newTo);
    expect(text.length, 'what is between them has moved by what came and went').toBe(newTo);
    at = oldTo;
  }
  return text + old.slice(at);
}

test('texts that are the same do not differ', () => {
  for (const text of ['', 'a', 'a line of text', '🍎']) expect(hunksOf(text, text)).toEqual([]);
});

test('what is the same at both ends is no part of a hunk', () => {
  expect(said('one two three', 'one 2 three')).toEqual(['4: two > 2']);
  expect(said('abc', 'abXc')).toEqual(['2:  > X']);
  expect(said('abXc', 'abc')).toEqual(['2: X > ']);
});

test('several words that changed are as many hunks, with what stands between them', () => {
  expect(said('the quick brown fox jumps', 'the slow brown cat jumps')).toEqual([
    '4: quick > slow',
    '16: fox > cat',
  ]);
});

test('a few letters that are the same by chance did not stay', () => {
  expect(said('cat', 'dog and a tap')).toHaveLength(1);
  expect(said('Monday', 'Sunday')).toEqual(['0: Mo > Su']);
});

test('formatting is no difference, an object with an id is the same one whatever it says', () => {
  const old: EditedBlock = {
    ...block(''),
    content: [{ text: 'a' }, { embed: { object: 'date', id: 'd', date: '2026-01-01' } }],
  };
  const now: EditedBlock = {
    ...block(''),
    content: [
      { text: 'a', marks: { bold: true } },
      { embed: { object: 'date', id: 'd', date: '2026-02-02' } },
    ],
  };
  expect(compareText(old, now).hunks).toEqual([]);
  const other = { ...now, content: [{ embed: { object: 'date', id: 'e' } }] };
  expect(compareText(old, other).hunks).toHaveLength(1);
});

describe('what a reader takes for one character', () => {
  test.each([
    ['two emoji with one first unit', 'a🍎b', 'a🍏b', ['1: 🍎 > 🍏']],
    ['a family', '👨‍👩‍👧', '👨‍👩‍👦', ['0: 👨‍👩‍👧 > 👨‍👩‍👦']],
    ['flags', '🇩🇪🇫🇷', '🇩🇪🇫🇮', ['4: 🇫🇷 > 🇫🇮']],
    ['another accent', 'cafe\u0301!', 'cafe\u0300!', ['3: e\u0301 > e\u0300']],
  ])('is replaced as one: %s', (_, old, now, hunks) => {
    expect(said(old, now)).toEqual(hunks);
  });

  test('an accent that is typed behind a letter leaves the letter', () => {
    expect(said('cafe!', 'cafe\u0301!')).toEqual(['4:  > \u0301']);
  });
});

describe('where the steps of a change are known', () => {
  const from = (stayed: readonly [from: number, to: number, offset: number][]): UnchangedRanges => {
    return () => stayed.map(([start, to, offset]) => ({ from: start, to, block: 'b', offset }));
  };

  test('what they say tells which of two equal letters is the new one', () => {
    expect(said('aa', 'aaa', from([[0, 2, 1]]))).toEqual(['0:  > a']);
    expect(said('aa', 'aaa', from([[0, 2, 0]]))).toEqual(['2:  > a']);
  });

  test('what they are not right about is compared as if they had not said it', () => {
    expect(said('abc', 'xyz', from([[0, 3, 0]]))).toEqual(['0: abc > xyz']);
  });

  test('none of them cuts a character of two units', () => {
    expect(said('🍎', '🍏', from([[0, 1, 0]]))).toEqual(['0: 🍎 > 🍏']);
  });
});

test('of texts that differ in too many places whole lines and words stay', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index} says ${index * 7}`);
  const now = lines.map((line, index) => (index === 150 ? line : `  ${line}!`));
  const [a, b] = [lines.join('\n'), now.join('\n')];
  const hunks = hunksOf(a, b);
  expect(replaced(a, b, hunks)).toBe(b);
  const start = a.indexOf('line 150 ');
  const touching = hunks.filter(({ oldFrom, oldTo }) => oldFrom < start + 8 && oldTo > start);
  expect(touching).toEqual([]);
});

test('whatever stands in two texts, the hunks make the one the other and cut nothing', () =>
  fuzz<[string, string]>({
    runs: 1500,
    make: (chance) => {
      const some = (most: number) =>
        Array.from({ length: chance(most) }, () =>
          chance(3) === 0 ? LETTERS[chance(LETTERS.length)]! : 'ab c'[chance(4)]!,
        );
      const old = some(40);
      const now = [...old];
      for (let times = chance(5); times >= 0; times--)
        now.splice(chance(now.length + 1), chance(6), ...some(6));
      return [old.join(''), now.join('')];
    },
    check: ([old, now]) => {
      const hunks = hunksOf(old, now);
      expect(replaced(old, now, hunks)).toBe(now);
      expect(textOf(compareText(block(old), block(now)).now)).toBe(now);
      for (const { oldFrom, newFrom, oldTo, newTo } of hunks) {
        const added = /^\p{M}/u.test(now.slice(newFrom, newTo)) && oldFrom === oldTo;
        if (added) continue;
        for (const at of [oldFrom, oldTo]) expect(isWholeAt((i) => old[i] ?? null, at)).toBe(true);
        for (const at of [newFrom, newTo]) expect(isWholeAt((i) => now[i] ?? null, at)).toBe(true);
      }
    },
    *smaller([old, now]) {
      for (let at = 0; at < old.length; at++) yield [old.slice(0, at) + old.slice(at + 1), now];
      for (let at = 0; at < now.length; at++) yield [old, now.slice(0, at) + now.slice(at + 1)];
    },
    show: (input) => JSON.stringify(input),
  }));
