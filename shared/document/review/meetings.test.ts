/** Where two people met: what is told first of all that changed. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { ALPHABET, tokenOf } from '../../testing/alphabet.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../testing/sketch.ts';
import { compare } from './compare.ts';
import { lookingOrder, type Meeting, meetingsOf } from './meetings.ts';

const START = ['Bravo four five. Second one here.', 'Charlie seven eight'];
const [ANA, BEN] = [20, 30];
type Act = (driver: ModelDriver) => unknown;

/** What comes of what both did apart, with the kind, the author and what each meets. */
function met(lines: readonly string[], ana: Act, ben: Act, isTurned = false) {
  const before = documentOf(lines);
  const docs = isTurned
    ? [copyOf(before, BEN), copyOf(before, ANA)]
    : [copyOf(before, ANA), copyOf(before, BEN)];
  for (const [index, act] of [ana, ben].entries()) act(new ModelDriver(docs[index]!));
  mergeAll(docs);
  return told(before, docs[0]!);
}

function told(before: Y.Doc, after: Y.Doc) {
  const changes = compare(before, after).changes.map((change) => ({
    change,
    people: change.clients.map((client) => (client === ANA ? 'ana' : 'ben')),
  }));
  const meetings = meetingsOf(after, changes);
  return {
    after,
    changes,
    meetings,
    hows: [...meetings.values()].map(({ how }) => how),
  };
}

const retype =
  (text: string, word: string, wanted: string): Act =>
  (driver) =>
    driver.type(text, word, wanted).erase(text, word);

describe.each([false, true])('whoever has the lower id (%s)', (isTurned) => {
  const both = (lines: readonly string[], ana: Act, ben: Act) =>
    met(lines, ana, ben, isTurned).hows;

  test.each([
    ['a word', START, 'Bravo', 'four', 'vier', 'quatre'],
    ['an emoji', ['Apples 👩‍👩‍👧 here'], 'Apples', '👩‍👩‍👧', '🍎', '🍏'],
    ['in a text from right to left', ['שלום עולם טוב'], 'שלום', 'עולם', 'לכולם', 'חברים'],
    ['in a text without spaces', ['今日は雨です。明日は雪です。'], '今日', '雨', '晴れ', '曇り'],
  ])('what both wrote anew is told: %s', (_, lines, text, word, one, other) => {
    const hows = both(lines, retype(text, word, one), retype(text, word, other));
    expect(hows).toEqual(['both typed', 'both typed']);
  });

  test('what both typed at one spot is told, in a cell, too', () => {
    expect(
      both(
        START,
        (driver) => driver.type('Bravo', 'four', ' XXX'),
        (driver) => driver.type('Bravo', 'four', ' YYY'),
      ),
    ).toEqual(['both typed', 'both typed']);
    const write =
      (text: string): Act =>
      (driver) =>
        driver.table({ do: 'type', row: 0, column: 1, text });
    expect(both(['⊞ a ¦ ⁄ c ¦ d'], write('XXX'), write('YYY')).length).toBeGreaterThan(0);
  });

  test('two places of one sentence are told, of two sentences not', () => {
    const one: Act = (driver) => driver.type('Bravo', 'Bravo', ' XXX');
    expect(both(START, one, (driver) => driver.type('Bravo', 'five', ' YYY'))).toEqual([
      'one sentence',
      'one sentence',
    ]);
    expect(both(START, one, (driver) => driver.type('Bravo', 'one', ' YYY'))).toEqual([]);
    expect(both(START, one, (driver) => driver.type('Charlie', 'seven', ' YYY'))).toEqual([]);
    const first: Act = (driver) => driver.type('今日', '雨', '大');
    const japanese = ['今日は雨です。明日は雪です。'];
    expect(both(japanese, first, (driver) => driver.type('今日', '今日', '明'))).toHaveLength(2);
    expect(both(japanese, first, (driver) => driver.type('今日', '雪', '大'))).toEqual([]);
  });

  test('formatting, moving and turning are nothing that reads oddly', () => {
    const one: Act = (driver) => driver.type('Bravo', 'four', ' XXX');
    const silent: Act[] = [
      (driver) => driver.mark('Bravo', 'five', { bold: true }),
      (driver) => driver.turn('Bravo', { type: 'heading', level: 1 }),
      (driver) => driver.move('Bravo', 'Charlie'),
    ];
    for (const act of silent) expect(both(START, one, act)).toEqual([]);
  });
});

test('who wrote on in the words of the other one knew them', () => {
  const before = documentOf(START);
  const ana = copyOf(before, ANA);
  new ModelDriver(ana).type('Bravo', 'four', ' XXX ZZZ');
  const ben = copyOf(ana, BEN);
  new ModelDriver(ben).type('Bravo', 'ZZZ', ' YYY');
  expect(told(before, ben).hows).toEqual([]);
  const into = copyOf(ana, BEN);
  new ModelDriver(into).type('Bravo', 'XXX', ' YYY');
  expect(told(before, into).hows).toEqual([]);
});

test('who deleted in a sentence meets who wrote in it, where it is known who did', () => {
  const before = documentOf(START);
  const [ana, ben] = [copyOf(before, ANA), copyOf(before, BEN)];
  new ModelDriver(ana).type('Bravo', 'Bravo', ' XXX');
  new ModelDriver(ben).erase('Bravo', ' five');
  mergeAll([ana, ben]);
  const { changes } = compare(before, ana);
  const hows = (deleter: string[]) => [
    ...meetingsOf(
      ana,
      changes.map((change) => ({
        change,
        people: change.kind === 'deleted' ? deleter : ['ana'],
      })),
    ).values(),
  ];
  expect(hows(['ben'])).toEqual([
    { how: 'one sentence', with: [1] },
    { how: 'one sentence', with: [0] },
  ]);
  expect(hows(['ana'])).toEqual([]);
  expect(hows([])).toEqual([]);
});

test('one person alone meets nobody, from however many devices', () => {
  const before = documentOf(START);
  const [desk, phone] = [copyOf(before, ANA), copyOf(before, BEN)];
  new ModelDriver(desk).type('Bravo', 'four', ' XXX');
  new ModelDriver(phone).type('Bravo', 'four', ' YYY');
  mergeAll([desk, phone]);
  const changes = compare(before, desk).changes.map((change) => ({ change, people: ['ana'] }));
  expect(meetingsOf(desk, changes).size).toBe(0);
});

test('first comes where both typed, then where a sentence is of two, then the rest', () => {
  const meetings = new Map<number, Meeting>([
    [1, { how: 'one sentence', with: [4] }],
    [4, { how: 'one sentence', with: [1] }],
    [2, { how: 'both typed', with: [5] }],
    [5, { how: 'both typed', with: [2, 6] }],
    [6, { how: 'one sentence', with: [5] }],
  ]);
  expect(lookingOrder(8, meetings)).toEqual([2, 5, 6, 1, 4, 0, 3, 7]);
});

/** What no sketch takes for formatting. */
const WRITTEN = ['emoji', 'arabic', 'hebrew', 'thai', 'han', 'hangul', 'decomposed'].flatMap(
  (script) => ALPHABET[script]!,
);
const SIMULATIONS = 60;
const firstSeed = Math.floor(Math.random() * 2 ** 31);

test(`${SIMULATIONS} pairs of words from seed ${firstSeed}: both or none, in any order`, () => {
  for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++) {
    const words = Array.from({ length: 5 }, (_, index) => {
      const number = (seed + index * 7) % 900;
      return tokenOf(number, true) + WRITTEN[number % WRITTEN.length]!;
    });
    const [at, other] = [seed % 5, (seed >> 3) % 5];
    const type =
      (index: number, text: string): Act =>
      (driver) =>
        driver.type('Alpha', words[index]!, text);
    const outcomes = [false, true].map((isTurned) => {
      const { meetings, after, changes } = met(
        [`Alpha ${words.join(' ')}`],
        type(at, 'XXX'),
        type(other, 'YYY'),
        isTurned,
      );
      for (const [index, meeting] of meetings)
        for (const another of meeting.with)
          expect(meetings.get(another)?.with, `seed ${seed}: ${sketch(after)}`).toContain(index);
      const order = lookingOrder(changes.length, meetings);
      expect([...order].sort((a, b) => a - b)).toEqual([...changes.keys()]);
      return [...meetings.values()].map(({ how }) => how).sort();
    });
    expect(outcomes[0], `seed ${seed}`).toEqual(outcomes[1]);
    if (at === other) expect(outcomes[0], `seed ${seed}`).toContain('both typed');
  }
});
