/** A part of a text of a version made to read as it did, while all around it stays. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { numberOf } from '../../testing/alphabet.ts';
import { AS_LONG_AS_ASKED } from '../../testing/fuzz.ts';
import { readBlocks } from '../body.ts';
import { ROOT } from '../schema.ts';
import { readingOf } from '../testing/applied.ts';
import { writeLater } from '../testing/later-words.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { drawFrom } from '../testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../testing/sketch.ts';
import { checkPairs, type Pair } from '../testing/states.ts';
import { UndoHistory } from '../undo-history.ts';
import { restoreText } from './restore-text.ts';
import { Sheet, type SheetText } from './sheet.ts';

const OPERATIONS = 60;
const SIMULATIONS = Number(process.env.FUZZ_RUNS ?? 4);
const firstSeed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const START = ['Alpha one two', 'Bravo four five six', 'Charlie seven eight'];

function rangeOf(doc: Y.Doc, words: string) {
  for (const { id, content } of readBlocks(doc)) {
    const text = content.map((run) => ('text' in run ? run.text : '￼')).join('');
    const from = text.indexOf(words);
    if (from >= 0) return { text: id, from, to: from + words.length };
  }
  throw new Error(`nothing says ${words}`);
}

/** Restores these words of the beginning in what became of it. */
function restored(words: string, work: (driver: ModelDriver) => void, start = START): string[] {
  const before = documentOf(start);
  const after = copyOf(before, 30);
  work(new ModelDriver(after));
  restoreText(after, before, rangeOf(before, words));
  return sketch(after);
}

describe('a part of a text is as it was', () => {
  test('what was deleted of it is back, and what was deleted beside it is not', () => {
    const work = (driver: ModelDriver) => driver.erase('Bravo', 'four five ');
    expect(restored('five', work)[1]).toBe('Bravo fivesix');
    expect(restored('five ', work)[1]).toBe('Bravo five six');
    expect(restored('Bravo four ', work)[1]).toBe('Bravo four six');
  });

  test('what was written within it goes, what was written at its ends stays', () => {
    const work = (driver: ModelDriver) =>
      driver.type('Bravo', 'fo', 'XXX').type('Bravo', 'Bravo ', 'YYY ').type('Bravo', 'ur', 'ZZZ');
    expect(restored('four', work)[1]).toBe('Bravo YYY fourZZZ five six');
    expect(restored('Bravo four five', work)[1]).toBe(START[1]);
  });

  test('what it was replaced by goes, unless that stands for more', () => {
    const work = (driver: ModelDriver) =>
      driver.type('Bravo', 'five', 'XXX').erase('Bravo', 'four five');
    expect(restored('four five', work)[1]).toBe(START[1]);
    expect(restored('four', work)[1]).toBe('Bravo fourXXX six');
  });

  test('with its formatting', () => {
    const work = (driver: ModelDriver) => driver.mark('Bravo', 'four five', { bold: true });
    expect(restored('four', work)[1]).toBe('Bravo four* five* six');
  });

  test('wherever it is now', () => {
    const work = (driver: ModelDriver) =>
      driver.erase('Bravo', 'five ').split('Bravo', 'four').move('Charlie', 'Alpha').join('Bravo');
    expect(restored('four five six', work)).toEqual([
      'Alpha one two',
      'Charlie seven eightBravo four',
      ' five six',
    ]);
  });

  test('of a block that is gone, without the rest of it', () => {
    expect(restored('four five', (driver) => driver.remove('Bravo'))).toEqual([
      START[0],
      'four five',
      START[2],
    ]);
  });

  test('with whole characters, whichever part of them was chosen', () => {
    const start = ['Apples 👩‍👩‍👧 שלום e\u0301nd', 'Bravo'];
    const before = documentOf(start);
    const after = copyOf(before, 30);
    new ModelDriver(after).erase('Apples', '👩‍👩‍👧 שלום e\u0301');
    const { text } = rangeOf(before, 'Apples');
    restoreText(after, before, { text, from: 9, to: 10 });
    expect(sketch(after)[0]).toBe('Apples 👩‍👩‍👧nd');
    const { from } = rangeOf(before, '\u0301');
    restoreText(after, before, { text, from, to: from + 1 });
    expect(sketch(after)[0]).toBe('Apples 👩‍👩‍👧e\u0301nd');
  });
});

test('two who restore it apart have it once, each in a step that undo takes back', () => {
  const before = documentOf(START);
  const after = copyOf(before, 30);
  new ModelDriver(after).erase('Bravo', 'four five ').type('Bravo', 'Bravo ', 'XXX ');
  const docs = [copyOf(after, 50), copyOf(after, 60)];
  const histories = docs.map((doc) => new UndoHistory(doc, { origin: 'review' }));
  for (const doc of docs) restoreText(doc, before, rangeOf(before, 'Bravo four five '), 'review');
  expect(histories.map(({ undoSteps }) => undoSteps.length)).toEqual([1, 1]);
  for (const doc of docs) expect(sketch(doc)).toEqual(START);
  histories[0]!.undo();
  expect(sketch(docs[0]!)).toEqual(sketch(after));
  histories[0]!.redo();
  for (let round = 0; round < 3; round++) mergeAll(docs);
  for (const doc of docs) expect(sketch(doc)).toEqual(START);
  for (const history of histories) history.destroy();
});

/** How often each character stands in the text that nobody writes twice. */
function charactersOf(doc: Y.Doc): Map<string, number> {
  const count = new Map<string, number>();
  for (const character of doc.getText(ROOT.body).toString())
    if (numberOf(character) >= 0) count.set(character, (count.get(character) ?? 0) + 1);
  return count;
}

test('what stands beside it in the text that it was joined to stays', () => {
  const before = documentOf(START);
  const after = copyOf(before, 30);
  new ModelDriver(after).join('Bravo').erase('Alpha', 'Bravo').type('Alpha', 'Al', 'XXX');
  restoreText(after, before, rangeOf(before, 'Bravo four'));
  expect(sketch(after)).toEqual(['AlXXXpha one twoBravo four five six', START[2]]);
});

/** Each character of a text with its id, known in every state of the document. */
function idsIn({ pieces }: SheetText): { id: string; character: string }[] {
  return pieces.flatMap(({ client, clock, length, text }) =>
    Array.from({ length }, (_, at) => ({
      id: `${client}.${clock + at}`,
      character: text === null ? '' : String.fromCodePoint(text.codePointAt(at)!),
    })),
  );
}

/** What came since then and went now stood beside what was in the text, or in a text of its own. */
function checkWritten(was: Sheet, is: Sheet, chosen: SheetText, has: Map<string, number>): void {
  const known = new Set([...was.texts.values()].flatMap(idsIn).map(({ id }) => id));
  const own = new Set(idsIn(chosen).map(({ id }) => id));
  for (const text of is.texts.values()) {
    const line = idsIn(text);
    line.forEach(({ id, character }, at) => {
      if (known.has(id) || numberOf(character) < 0 || has.has(character)) return;
      const beside = [
        line.slice(0, at).findLast((other) => known.has(other.id)),
        line.slice(at).find((other) => known.has(other.id)),
      ].filter((other) => other !== undefined);
      if (beside.length > 0 && !beside.some((other) => own.has(other.id)))
        throw new Error(`what was written elsewhere stays: ${character}`);
    });
  }
}

/** Some part of some text is restored, while another one writes. */
function checkPart({ before, after, seed }: Pair): void {
  if (after.store.pendingStructs) return;
  const draw = drawFrom(seed);
  const texts = [...new Sheet(before).texts.values()].filter(({ length }) => length > 0);
  if (texts.length === 0) return;
  const text = draw.pick(texts);
  const [from, to] = [draw.int(0, text.length), draw.int(0, text.length)].sort((a, b) => a - b);
  const range = { text: text.id, from: from!, to: to! };
  const [one, other] = [copyOf(after, 800_001), copyOf(after, 800_002)];
  const history = new UndoHistory(one, { origin: 'review' });
  const had = charactersOf(one);
  const is = new Sheet(copyOf(after, 800_003));
  restoreText(one, before, range, 'review');
  if (history.undoSteps.length > 1) throw new Error('one step');
  const has = charactersOf(one);
  const said = text.pieces.map((piece) => piece.text ?? '￼').join('');
  const chosen = new Set(said.slice(range.from, range.to));
  const all = charactersOf(before);
  for (const character of chosen)
    if (numberOf(character) >= 0 && all.get(character) === 1 && (has.get(character) ?? 0) < 1)
      throw new Error(`what was chosen is there: ${character}`);
  for (const [character, count] of has)
    if (count > Math.max(1, had.get(character) ?? 0))
      throw new Error(`nothing doubles: ${character}`);
  // Nothing goes that was there then, but for copies of what is chosen.
  for (const [character, count] of had)
    if (all.has(character) && !chosen.has(character) && (has.get(character) ?? 0) < count)
      throw new Error(`what is not chosen stays: ${character}`);
  checkWritten(new Sheet(before), is, text, has);
  const words = writeLater(other, draw, 5);
  for (let round = 0; round < 3; round++) mergeAll([one, other]);
  history.destroy();
  const [mine, others] = [one, other].map((doc) => readingOf('', readBlocks(doc)));
  expect(mine).toEqual(others);
  const there = charactersOf(one);
  for (const word of words) if (there.get(word) !== 1) throw new Error(`later text stays: ${word}`);
}

test(
  `${SIMULATIONS} simulations from seed ${firstSeed}: a part of a text is restored, and all else stays`,
  AS_LONG_AS_ASKED,
  () => {
    for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
      expect(() => checkPairs(seed, OPERATIONS, checkPart)).not.toThrow();
  },
);
