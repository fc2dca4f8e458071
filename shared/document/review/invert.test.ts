/** Taking back what `compare` told of: all of it, or any part. */
import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { readBlocks } from '../body.ts';
import { Restored } from '../restored.ts';
import { ROOT } from '../schema.ts';
import { readingOf } from '../testing/applied.ts';
import { writeLater } from '../testing/later-words.ts';
import { ModelDriver } from '../testing/model-driver.ts';
import { drawFrom } from '../testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../testing/sketch.ts';
import { checkPairs, type Pair } from '../testing/states.ts';
import { readTitle, writeTitle } from '../text.ts';
import { UndoHistory } from '../undo-history.ts';
import type { Change } from './changes.ts';
import { compare } from './compare.ts';
import { invert } from './invert.ts';

const LIMIT_MS = 600_000;
const OPERATIONS = 60;
const SIMULATIONS = 10;
const firstSeed = Math.floor(Math.random() * 2 ** 31);
const START = ['Alpha one two', 'Bravo four five six', 'Charlie seven eight'];

describe('of what Ben did', () => {
  const before = documentOf(START, 'Plan');
  const ben = copyOf(before, 30);
  new ModelDriver(ben)
    .type('Alpha', 'one', ' XXX')
    .turn('Bravo', { type: 'heading', level: 1 })
    .erase('Charlie', 'seven ')
    .mark('Charlie', 'eight', { bold: true })
    .split('Bravo', 'four')
    .move('Charlie', 'Alpha');
  writeTitle(ben, 'Plan B');
  const { changes } = compare(before, ben);

  function without(...kinds: Change['kind'][]): string[] {
    const doc = copyOf(ben, 40);
    const chosen = changes.filter(({ kind }) => kinds.includes(kind));
    expect(chosen.length).toBe(kinds.length);
    invert(doc, chosen);
    return [readTitle(doc), ...sketch(doc)];
  }

  test('each is taken back alone', () => {
    expect([readTitle(ben), ...sketch(ben)]).toEqual([
      'Plan B',
      'Alpha one XXX two',
      'Charlie *eight*',
      '# Bravo four',
      '#  five six',
    ]);
    const [, alpha, charlie, bravo, rest] = [readTitle(ben), ...sketch(ben)];
    expect(without('title')).toEqual(['Plan', alpha, charlie, bravo, rest]);
    expect(without('typed')).toEqual(['Plan B', START[0], charlie, bravo, rest]);
    expect(without('deleted')[2]).toBe('Charlie seven *eight*');
    expect(without('formatted')[2]).toBe('Charlie eight');
    expect(without('turned')).toEqual(['Plan B', alpha, charlie, 'Bravo four', rest]);
    expect(without('split')).toEqual(['Plan B', alpha, charlie, '# Bravo four five six']);
    expect(without('moved')).toEqual(['Plan B', alpha, bravo, rest, charlie]);
  });

  test('all of it is taken back in one step, which undo takes back', () => {
    const doc = copyOf(ben, 40);
    const history = new UndoHistory(doc, { origin: 'review' });
    invert(doc, changes, 'review');
    expect([readTitle(doc), ...sketch(doc)]).toEqual(['Plan', ...START]);
    expect(history.undoSteps).toHaveLength(1);
    history.undo();
    expect([readTitle(doc), ...sketch(doc)]).toEqual(['Plan B', ...sketch(ben)]);
    history.redo();
    expect([readTitle(doc), ...sketch(doc)]).toEqual(['Plan', ...START]);
    const stored: unknown = JSON.parse(JSON.stringify(history.store(10_000)));
    const later = new UndoHistory(doc, { origin: 'review' });
    later.load(stored, () => null);
    later.undo();
    expect(readTitle(doc)).toBe('Plan B');
  });

  test('a title that others wrote in meanwhile keeps what they wrote', () => {
    const doc = copyOf(ben, 40);
    const history = new UndoHistory(doc, { origin: 'review' });
    invert(doc, changes, 'review');
    writeTitle(doc, 'Plan, and more');
    history.undo();
    expect(readTitle(doc)).toBe('Plan B, and more');
    history.redo();
    expect(readTitle(doc)).toBe('Plan, and more');
  });

  test('what somebody set since stays set, and what they wrote stays', () => {
    const doc = copyOf(ben, 40);
    new ModelDriver(doc)
      .turn('Bravo', { type: 'quote' })
      .type('Alpha', 'XX', 'YYY')
      .type('Charlie', 'Charlie ', 'ZZZ ');
    invert(doc, changes);
    expect(sketch(doc)).toEqual([
      'Alpha oneYYY two',
      '> Bravo four five six',
      'Charlie seven ZZZ eight',
    ]);
  });

  test('two who take the same back apart have it once', () => {
    const [ana, eve] = [copyOf(ben, 20), copyOf(ben, 50)];
    const histories = [ana, eve].map((doc) => new UndoHistory(doc, { origin: 'review' }));
    for (const doc of [ana, eve]) invert(doc, changes, 'review');
    for (let round = 0; round < 3; round++) mergeAll([ana, eve]);
    for (const doc of [ana, eve]) expect(sketch(doc)).toEqual(START);
    for (const history of histories) history.destroy();
  });
});

test('what was written in a cell whose table is gone leaves no line', () => {
  const before = documentOf(START);
  const [ana, ben] = [copyOf(before, 20), copyOf(before, 30)];
  const writer = new ModelDriver(ana).split('Bravo', 'four').paste('Bravo', ['⊞ a ¦']);
  mergeAll([ana, ben]);
  new ModelDriver(ben).table({ do: 'type', row: 0, column: 1, text: 'XXX' });
  writer.undo();
  mergeAll([ana, ben]);
  expect(sketch(ben)).toEqual([START[0], 'Bravo four', 'XXX', ' five six', START[2]]);
  const { changes, unseen } = compare(before, ben);
  invert(ben, [...changes, ...unseen]);
  expect(sketch(ben)).toEqual(START);
});

function reading(doc: Y.Doc): string {
  return JSON.stringify(readingOf(readTitle(doc), readBlocks(doc)));
}

function told(changes: readonly Change[]): string {
  return changes.map((change) => JSON.stringify(change)).join('\n');
}

test('formatting over what was joined from elsewhere is taken back', () => {
  const before = documentOf(['Alpha', 'Bravo', 'Charlie']);
  new ModelDriver(before).move('Alpha', 'Charlie').join('Alpha');
  const after = copyOf(before, 20);
  new ModelDriver(after).mark('Charlie', 'lieAl', { bold: true });
  expect(sketch(after)).toEqual(['Bravo', 'Char*lieAl*pha']);
  const { changes } = compare(before, after);
  expect(changes).toMatchObject([{ kind: 'formatted', ranges: [{ from: 4, to: 9 }] }]);
  invert(after, changes);
  expect(sketch(after)).toEqual(['Bravo', 'CharlieAlpha']);
});

test('so is formatting over what was written after it and joined from before it', () => {
  expect(() => checkPairs(2069544737, OPERATIONS, checkInverted)).not.toThrow();
});

/**
 * Whether characters or markers of `before` stand in another order in `after`: those that are there,
 * and what is left of those that are gone.
 */
function isReordered(before: Y.Doc, after: Y.Doc): boolean {
  const there = new Map<string, number>();
  /** Where any copy of a character stood. */
  const gone = new Map<string, number[]>();
  unitsOf(after).forEach(({ original, isGone }, at) => {
    if (isGone) gone.set(original, [...(gone.get(original) ?? []), at]);
    else there.set(original, at);
  });
  let last = -1;
  for (const { original, isGone } of unitsOf(before)) {
    if (isGone) continue;
    const now = there.get(original);
    const places = now === undefined ? (gone.get(original) ?? []) : [now];
    if (places.some((at) => at < last)) return true;
    last = Math.max(last, ...places);
  }
  return false;
}

interface Unit {
  /** Id of what it stands for: what it was written as first. */
  original: string;
  isGone: boolean;
}

/** All that is or was in the text. */
function unitsOf(doc: Y.Doc): Unit[] {
  const text = doc.getText(ROOT.body);
  const restored = new Restored(doc, text);
  const units: Unit[] = [];
  for (let item = text._start; item; item = item.right) {
    if (!item.deleted && !item.countable) continue;
    for (let at = 0; at < item.length; at++) {
      const { client, clock } = restored.original({
        client: item.id.client,
        clock: item.id.clock + at,
      });
      units.push({ original: `${client}.${clock}`, isGone: item.deleted });
    }
  }
  return units;
}

function checkInverted({ before, after }: Pair): void {
  // Where half of an update is known, the other half still comes.
  if (after.store.pendingStructs) return;
  const { changes, unseen } = compare(before, after);
  // Known limit: what undo brought back elsewhere than it was stays there.
  if (isReordered(before, after)) return;
  invert(after, [...changes, ...unseen]);
  const [wanted, got] = [reading(before), reading(after)];
  if (got !== wanted) throw new Error(`all taken back\n${wanted}, not\n${got}\n${told(changes)}`);
}

test(`${SIMULATIONS} simulations from seed ${firstSeed}: all taken back reads as before`, {
  timeout: LIMIT_MS,
}, () => {
  for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
    expect(() => checkPairs(seed, OPERATIONS, checkInverted)).not.toThrow();
});

/** Any part of what was done is taken back by one person, while another goes on writing. */
function checkPart({ before, after, seed }: Pair): void {
  if (after.store.pendingStructs) return;
  const draw = drawFrom(seed);
  const { changes } = compare(before, after);
  const part = changes.filter(() => draw.oneIn(2));
  const [one, other] = [copyOf(after, 900_001), copyOf(after, 900_002)];
  const history = new UndoHistory(one, { origin: 'review' });
  const words = writeLater(other, draw, 5);
  invert(one, part, 'review');
  if (history.undoSteps.length > 1) throw new Error('one step');
  for (let round = 0; round < 3; round++) mergeAll([one, other]);
  history.destroy();
  const [mine, others] = [one, other].map((doc) => reading(doc));
  if (mine !== others) throw new Error(`replicas differ\n${mine}\n${others}\n${told(part)}`);
  const text = one.getText(ROOT.body).toString();
  for (const word of words)
    if (text.split(word).length !== 2)
      throw new Error(`later text stays once: ${word} in ${text}\n${told(part)}`);
}

test(`${SIMULATIONS} simulations from seed ${firstSeed}: others’ later text stays`, {
  timeout: LIMIT_MS,
}, () => {
  for (let seed = firstSeed; seed < firstSeed + SIMULATIONS; seed++)
    expect(() => checkPairs(seed, OPERATIONS, checkPart)).not.toThrow();
});

test('what undo brought back behind what was deleted since is no reason to doubt the rest', () => {
  expect(() => checkPairs(1558871842, OPERATIONS, checkInverted)).not.toThrow();
});
